"""Rows under chosen columns as CSV or as JSON lines."""

from __future__ import annotations

import csv
import io
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from core.export.chunks_jsonl import json_lines
from core.llm.costs import safe_cell

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


class TableForm(StrEnum):
    """A form of a table; the value is also the ending of its file."""

    CSV = "csv"
    JSONL = "jsonl"


def as_table(
    rows: Iterable[Mapping[str, Any]], columns: Sequence[str], form: TableForm | str
) -> str:
    """These columns of the rows in their order, as a file of this form.

    In CSV a heading stands first, several values of a cell are parted by semicolons, and no text is
    taken for a formula by a spreadsheet; in JSON lines values stay what they are. A row without a
    column has nothing there.
    """
    chosen = [{name: row.get(name) for name in columns} for row in rows]
    if TableForm(form) is TableForm.JSONL:
        return "".join(json_lines(chosen))
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_cell(value) for value in row.values()] for row in chosen)
    return buffer.getvalue()


def _cell(value: Any) -> str:
    """A value as a cell: numbers with six digits at most, so that two runs give the same text."""
    if value is None:
        return ""
    if isinstance(value, (list, tuple)):
        return safe_cell("; ".join(map(str, value)))
    if isinstance(value, float):
        return f"{value:.6g}"
    return safe_cell(value) if isinstance(value, str) else str(value)
