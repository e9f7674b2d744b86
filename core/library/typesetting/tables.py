"""The rows of a CSV file."""

from __future__ import annotations

import csv
import io
from collections import Counter
from typing import TYPE_CHECKING

from core.errors import NotText

if TYPE_CHECKING:
    from collections.abc import Iterator

DELIMITERS = ",;\t|"
_SAMPLE = 100
"""Rows that decide on the delimiter."""


def read_rows(text: str) -> list[list[str]]:
    """Rows of cells, all of the same length; rows without any text are left out.

    Quoted cells may hold delimiters and line breaks.

    Raises:
        NotText: the quotes do not match, or a cell is too long for a table.
    """
    try:
        rows = list(_reader(text, delimiter_of(text)))
    except csv.Error as error:
        raise NotText(
            f"the table cannot be read ({error}). Check its quotation marks, or add it as .txt."
        ) from error
    width = max(map(len, rows), default=0)
    return [row + [""] * (width - len(row)) for row in rows if any(map(str.strip, row))]


def delimiter_of(text: str) -> str:
    """The character that divides most rows into the same number of cells, at least two."""
    return max(DELIMITERS, key=lambda delimiter: _agreement(text, delimiter))


def _agreement(text: str, delimiter: str) -> tuple[float, int]:
    """Share of the first rows that have the commonest number of cells, and that number."""
    counts: Counter[int] = Counter()
    try:
        for row in _reader(text, delimiter):
            counts[len(row)] += bool(row)
            if counts.total() == _SAMPLE:
                break
    except csv.Error:
        return 0.0, 0
    cells, rows = max(counts.items(), key=lambda pair: (pair[1], pair[0]), default=(0, 0))
    return (rows / counts.total(), cells) if cells > 1 else (0.0, 0)


def _reader(text: str, delimiter: str) -> Iterator[list[str]]:
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True)


def has_header(rows: list[list[str]]) -> bool:
    """Whether the first row names the columns: all cells have text, none is a number or doubled."""
    first = [cell.strip() for cell in rows[0]]
    named = all(cell and any(map(str.isalpha, cell)) for cell in first)
    return len(rows) > 1 and named and len(set(first)) == len(first)
