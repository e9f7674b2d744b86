"""The rows of a CSV file."""

from __future__ import annotations

import csv
import io
import re
import sys
from collections import Counter
from itertools import dropwhile, takewhile
from typing import TYPE_CHECKING

from core.errors import NotText, TooLarge

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

DELIMITERS = ",;\t|"
_NO_DELIMITER = "\x1f"
_NAMED = re.compile(rf'"?sep=([{DELIMITERS}])"?[ \t]*(?:\r\n?|\n)', re.I)
_IN_NUMBER = re.compile(r"(?<=\d),(?=\d)")
_TITLED = 3
"""Columns from which on a row with one text is a title."""
_BEGINNING = 100_000
"""Characters that are looked at."""
_SAMPLE = 100
"""Rows that decide on the delimiter."""


def read_rows(text: str, most: int = sys.maxsize) -> list[list[str]]:
    """Rows of cells, all of the same length; rows and columns without any text are left out.

    Quoted cells may hold delimiters and line breaks. Where quotation marks do not match, they
    are taken for characters like others if that makes a table whose rows are all of one length:
    else an open one would swallow the rows behind it. A first line `sep=;`, as Excel writes it,
    names the delimiter and is no row.

    Raises:
        NotText: the quotes do not match, a cell is too long for a table, or all are empty.
        TooLarge: more than `most` rows.
    """
    named = _NAMED.match(text)
    text = text[named.end() :] if named else text
    try:
        rows = _filled(_reader(text, named[1] if named else delimiter_of(text)), most)
    except csv.Error as error:
        rows = _unquoted(text, most)
        if len({len(row) for row in rows}) != 1:
            raise NotText(
                "the table cannot be read. Check its quotation marks, or add it as .txt."
            ) from error
    if not rows:
        raise NotText(
            "the table has no text in any cell. Check that it was saved and copied whole."
        )
    width = max(map(len, rows))
    full = [row + [""] * (width - len(row)) for row in rows]
    columns = [at for at in range(width) if any(row[at].strip() for row in full)]
    return [[row[at] for at in columns] for row in full]


def _unquoted(text: str, most: int) -> list[list[str]]:
    """The rows with quotation marks as characters; none if they cannot be read so either."""
    try:
        return _filled(_reader(text, delimiter_of(text, quoted=False), quoted=False), most)
    except csv.Error:
        return []


def _filled(rows: Iterable[list[str]], most: int) -> list[list[str]]:
    filled: list[list[str]] = []
    for row in rows:
        if any(map(str.strip, row)):
            filled.append(row)
        if len(filled) > most:
            raise TooLarge(
                f"it has more than {most} rows, which fill more pages than the limit. Raise the "
                "limit in the settings, or split the file."
            )
    return filled


def delimiter_of(text: str, *, quoted: bool = True) -> str:
    """The character that divides most rows into the same number of cells, at least two.

    A first line of one word, above lines of different lengths, names a column that is the only one.
    """
    if _has_one_column(text):
        return _NO_DELIMITER
    return max(DELIMITERS, key=lambda delimiter: _agreement(text, delimiter, quoted=quoted))


def _has_one_column(text: str) -> bool:
    first, *others = [line for line in text[:_BEGINNING].splitlines() if line.strip()] or [""]
    if not others or any(delimiter in first for delimiter in DELIMITERS):
        return False
    # Commas of sentences divide some lines, but not all of them alike.
    return not any(_divides(mark, others) for mark in DELIMITERS)


def _divides(mark: str, lines: Sequence[str]) -> bool:
    """Whether a delimiter stands in all lines as often, in the first not only within numbers.

    Titles above may lack it, if at least as many lines follow, and two, and no space stands behind
    it as in sentences.
    """
    marked = list(dropwhile(lambda line: mark not in line, lines))
    titles = len(lines) - len(marked)
    if titles and (len(marked) < max(2, titles) or any(f"{mark} " in line for line in lines)):
        return False
    if marked and mark not in _IN_NUMBER.sub("", marked[0]):
        return False
    counts = {line.count(mark) for line in marked}
    return len(counts) == 1 and 0 not in counts


def _agreement(text: str, delimiter: str, *, quoted: bool) -> tuple[float, int]:
    """Share of the first rows that have the commonest number of cells, and that number.

    What divides nothing is chosen after what marks of quotation only keep from being read.
    """
    counts: Counter[int] = Counter()
    try:
        for row in _reader(text, delimiter, quoted=quoted):
            counts[len(row)] += bool(row)
            if counts.total() == _SAMPLE:
                break
    except csv.Error:
        return 0.0, 1
    cells, rows = max(counts.items(), key=lambda pair: (pair[1], pair[0]), default=(0, 0))
    return (rows / counts.total(), cells) if cells > 1 else (0.0, 0)


def _reader(text: str, delimiter: str, *, quoted: bool = True) -> Iterator[list[str]]:
    return csv.reader(
        io.StringIO(text, newline=""),
        delimiter=delimiter,
        quoting=csv.QUOTE_MINIMAL if quoted else csv.QUOTE_NONE,
        skipinitialspace=True,
        strict=True,
    )


def has_header(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row names the columns: all cells have text, none is a number or doubled."""
    first = [cell.strip() for cell in rows[0]]
    named = all(cell and any(map(str.isalpha, cell)) for cell in first)
    return len(rows) > 1 and named and len(set(first)) == len(first)


def title_rows(rows: Sequence[Sequence[str]]) -> int:
    """How many rows before a table say what it is: those at its top with one cell of text.

    None where rows further down have one, too, which name groups, unless nothing stands below
    them; and none of two columns, whose second one may have no name.
    """
    single = [sum(1 for cell in row if cell.strip()) == 1 for row in rows]
    count = next((at for at, is_single in enumerate(single) if not is_single), 0)
    end = len(single) - sum(takewhile(bool, reversed(single)))
    return 0 if any(single[count:end]) or len(rows[0]) < _TITLED else count
