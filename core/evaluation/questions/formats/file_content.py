"""The content of a file of questions as text, as JSON and as a table, each read when asked for."""

from __future__ import annotations

import csv
import io
import json
from functools import cached_property
from typing import TYPE_CHECKING, Any

from core.errors import InputError
from core.library.typesetting.csv_rows import delimiter_of
from core.library.typesetting.decoding import decode
from core.plugins import load

if TYPE_CHECKING:
    from collections.abc import Mapping


class Content:
    """A file of questions under the name that people know it by."""

    def __init__(self, name: str, content: bytes) -> None:
        self.name = name
        self._content = content

    @cached_property
    def text(self) -> str:
        """The text, whatever its encoding.

        Raises:
            InputError: it is no text.
        """
        try:
            return decode(self._content).text
        except InputError as error:
            raise InputError(f"{self.name} is no text: {error}") from error

    @property
    def looks_like_json(self) -> bool:
        """Whether it begins as JSON does that holds several values."""
        return self.text.lstrip()[:1] in ("{", "[")

    @cached_property
    def data(self) -> Any:
        """What it says as JSON.

        Raises:
            InputError: it is no JSON; the message names the line.
        """
        try:
            return json.loads(self.text)
        except json.JSONDecodeError as error:
            raise InputError(
                f"{self.name} is not valid JSON: line {error.lineno}, column {error.colno}: "
                f"{error.msg}. Correct the file, or export it again."
            ) from error
        except (ValueError, RecursionError) as error:
            raise InputError(f"{self.name} holds JSON that cannot be read: {error}.") from error

    @property
    def fields(self) -> Mapping[str, Any]:
        """The names of the outermost object of the JSON; none where it is something else."""
        return self.data if self.looks_like_json and isinstance(self.data, dict) else {}

    @cached_property
    def table(self) -> list[dict[str, str]]:
        """The rows of a CSV file as cells under the names of their columns, in lower case.

        Missing cells are empty; rows without any text are empty, so that places stay.

        Raises:
            InputError: it cannot be read; the message names the row.
        """
        header = self.columns
        return [
            dict(zip(header, [*row, *[""] * len(header)], strict=False)) if any(row) else {}
            for row in self._rows[1:]
        ]

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns of a CSV file, in lower case. Raises as `table`."""
        return tuple(name.strip().lower() for row in self._rows[:1] for name in row)

    @cached_property
    def _rows(self) -> list[list[str]]:
        rows: list[list[str]] = []
        try:
            text = io.StringIO(self.text, newline="")
            rows.extend(csv.reader(text, delimiter=delimiter_of(self.text), strict=True))
        except csv.Error as error:
            raise InputError(
                f"{self.name} is not a valid table: row {len(rows) + 1}: {error}. Check its "
                "quotation marks, or export it again."
            ) from error
        return rows


def form_of(
    content: Content, titles: Mapping[str, str], readers: Mapping[str, str], chosen: str, what: str
) -> tuple[str, Any]:
    """The form of a file and its reader: the form that is `chosen`, else the first that fits.

    `titles` is what people call each form, `readers` where its reader is (see `plugins.load`).

    Raises:
        InputError: the file has not the form chosen, or holds no `what` in any.
        InvalidOption: there is no such form.
    """
    for form in [chosen] if chosen else titles:
        reader = load(readers, form)()
        if reader.recognises(content):
            return form, reader
    if chosen:
        raise InputError(
            f"{content.name} does not have the form {titles[chosen]!r}. Choose another form, or "
            "another file."
        )
    raise InputError(
        f"{content.name} holds no {what} in a known form. Known are: {'; '.join(titles.values())}."
    )
