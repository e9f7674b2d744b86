"""Documents by what is known of them: title, author, date and language.

Source: thesis, section 2.6.4 (metadata attachments).
"""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError

from core.errors import InvalidOption, first_problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from core.library.record import DocumentRecord

_DATE = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")


def check_date(text: str) -> str:
    """The text itself: a day, month or year of ISO 8601, such as 2021-03, or nothing.

    Raises:
        ValueError: it is none.
    """
    if text and days_of(text) is None:
        raise ValueError("is no date. Write it as 2021, 2021-03 or 2021-03-09")
    return text


def days_of(text: str) -> tuple[date, date] | None:
    """The first and the last day that a date may mean; None if it is none."""
    found = _DATE.fullmatch(text)
    if not found:
        return None
    year, month, day = (int(part) if part else 0 for part in found.groups())
    try:
        first = date(year, month or 1, day or 1)
    except ValueError:
        return None
    last = first if day else date(year, month or 12, monthrange(year, month or 12)[1])
    return first, last


_Date = Annotated[str, AfterValidator(check_date)]


class DocumentFilter(BaseModel):
    """What documents must be like; what is empty holds for all.

    Every word of `title` must stand in the title or the names of the file, every word of `author`
    in the author, whatever their case. Dates are ISO 8601, both ends belong to the time.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str = ""
    author: str = ""
    language: Literal["", "english", "german", "other"] = ""
    since: _Date = ""
    until: _Date = ""

    @property
    def is_empty(self) -> bool:
        """Whether it holds for all documents."""
        return not any(self.model_dump().values())

    def split(
        self, records: Iterable[DocumentRecord]
    ) -> tuple[list[DocumentRecord], list[DocumentRecord]]:
        """The documents that it holds for, and those of which too little is known to say so."""
        verdicts = [(record, self._holds(record)) for record in records]
        return (
            [record for record, holds in verdicts if holds],
            [record for record, holds in verdicts if holds is None],
        )

    def _holds(self, record: DocumentRecord) -> bool | None:
        checks = (
            _names(self.title, " ".join((record.stated("title"), *record.names))),
            _names(self.author, record.stated("author")),
            _is(self.language, record.parse.language if record.parse else ""),
            self._in_time(record.stated("date")),
        )
        if False in checks:
            return False
        return None if None in checks else True

    def _in_time(self, text: str) -> bool | None:
        """Whether the days that a date may mean lie in the time; None where only some may."""
        days, since, until = days_of(text), days_of(self.since), days_of(self.until)
        if not (since or until):
            return True
        if not days:
            return None
        first = since[0] if since else date.min
        last = until[1] if until else date.max
        if first <= days[0] and days[1] <= last:
            return True
        return None if days[0] <= last and first <= days[1] else False


def read_filter(values: Mapping[str, str]) -> DocumentFilter:
    """A filter from values by their names.

    Raises:
        InvalidOption: a date is none, or something in it is unknown.
    """
    try:
        return DocumentFilter.model_validate({k: v.strip() for k, v in values.items()})
    except ValidationError as error:
        raise InvalidOption(f"The filter of documents, {first_problem(error)}.") from error


def _names(wanted: str, text: str) -> bool | None:
    if not wanted:
        return True
    if not text.strip():
        return None
    return all(word in text.casefold() for word in wanted.casefold().split())


def _is(wanted: str, known: str) -> bool | None:
    if not wanted:
        return True
    return known == wanted if known else None
