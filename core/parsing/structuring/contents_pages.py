"""The contents pages of a document as an outline: titles, their pages, and how deep they stand.

A contents page lists titles with the numbers of their pages, which rise from row to row. That
the titles stand on those pages is looked up, so a list of prices is none.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from core.parsing.structuring.line_rows import merge_pieces
from core.parsing.structuring.markers import CONTENTS, DOTS, numbering
from core.parsing.structuring.outline import Entry, Outline, title_key
from core.parsing.structuring.text_style import style_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

    from core.geometry import Box
    from core.reading.line import Line

FIRST = 30
"""Pages of a document, from its first, on which contents are looked for."""

FEWEST = 4
"""Titles with a page number that a contents page has at least."""

LAST = 2
"""The same, where the page before or behind is one."""

RISING = 0.7
"""Share of these numbers that are no lower than those before them, at least."""

PRINTED = 0.4
"""Share of the titles that stand on the page they are listed with, at least."""

SLACK = 4
"""Pages by which a title is off at most, as pages without a number are not counted."""

SET_IN = 0.7
"""Times the font size by which a title is set in below another, at least."""

LARGER = 1.05
"""Times the font size of a title that stands below, at least."""

APART = 0.5
"""Times the font size between a page number and a title in the next column, at least."""

FULL = 0.85
"""Share of the width of the titles from which one may go on in the next row."""

BEGINNING = 24
"""Letters and digits of a title by which its page is looked up."""

_LISTED = re.compile(r"^(?P<title>.*?[^\W\d_].*?)[\s.\u00b7\u2026_]*[\s.\u2026](?P<page>\d{1,4})$")
_REST = re.compile(r"\s+(?:page|seite)$|[\s.\u00b7\u2026]{4,}[ivxlc]*$", re.IGNORECASE)

Listing = set[tuple[int, "Box"]]
"""Lines of contents pages: their page and the box of their first word."""


class Row(NamedTuple):
    """A row of a contents page, and the number behind its title if there is one.

    `left` is where it begins, in points, as if it stood in the first column.
    """

    line: Line
    left: float
    title: str
    number: int | None

    @property
    def key(self) -> str:
        """How its title begins."""
        return title_key(self.title)[:BEGINNING]


def read_contents(pages: Mapping[int, Sequence[Line]]) -> tuple[Outline, Listing]:
    """What the contents pages of a document list; `pages` holds its lines by page number.

    The pages of the entries are counted from 1, whatever numbers are printed on them. Both
    results are empty if there are no contents, or if the titles do not stand where they say.
    """
    listings = {page: rows for page in sorted(pages)[:FIRST] if (rows := _listing(pages[page]))}
    rows = [row for rows in listings.values() for row in rows]
    others = {page: lines for page, lines in pages.items() if page not in listings}
    places = _places({row.key for row in rows}, others)
    offset = _offset(rows, places)
    printed = {page: _printed(rows, places, offset) for page, rows in listings.items()}
    whole = {page for page, count in printed.items() if count >= FEWEST}
    beside = {page + step for page in whole for step in (-1, 1)}
    rows = [
        row
        for page, rows in listings.items()
        if page in whole or (page in beside and printed[page] >= LAST)
        for row in rows
    ]
    lines = {(row.line.page, row.line.boxes[0]) for row in rows}
    rows = _joined(rows)
    titles = [row.title for row in rows]
    entries = map(Entry, _levels(rows), titles, _pages(rows, offset))
    return Outline(list(entries), SLACK), lines


def _listing(lines: Iterable[Line]) -> list[Row]:
    """The rows of a contents page up to the last number; none of other pages."""
    upright = [line for line in lines if not line.hidden and not line.angle and line.words]
    rows = [row for column in _columns(upright) for row in column]
    numbered = [index for index, row in enumerate(rows) if row.number is not None]
    numbers = [row.number for row in rows if row.number is not None]
    while len(numbers) > 1 and numbers[0] > numbers[1]:  # a year above the contents
        numbers, numbered = numbers[1:], numbered[1:]
    rising = sum(before <= number for before, number in pairwise(numbers))
    if len(numbers) < LAST or rising < RISING * (len(numbers) - 1):
        return []
    return rows[_first(rows, numbered[0]) : numbered[-1] + 1]


def _first(rows: Sequence[Row], numbered: int) -> int:
    """The index of the first title, which may stand above the first one with a number."""
    for index in range(numbered - 1, -1, -1):
        if CONTENTS.match(rows[index].title):
            return index + 1
    first = numbered
    while first and numbering(rows[first - 1].title) is not None:
        first -= 1
    return first


def _columns(lines: Sequence[Line]) -> list[list[Row]]:
    """The rows of each column of contents, where titles begin behind the numbers of others."""
    merged = merge_pieces(lines)
    begins = [left for line in merged for left in _behind_numbers(line)]
    if len(begins) < FEWEST:
        return [[_row(line) for line in merged]]
    edge = min(begins)
    sides = [line.parts([box[0] >= edge for box in line.boxes]) for line in lines]
    first = merge_pieces([side[False] for side in sides if False in side])
    others = _columns([side[True] for side in sides if True in side])
    shift = edge - min(line.left for line in first)
    shifted = [[row._replace(left=row.left - shift) for row in rows] for rows in others]
    return [[_row(line) for line in first], *shifted]


def _behind_numbers(line: Line) -> Iterator[float]:
    """Where the words of a line begin that stand behind the number of a page, in points."""
    for index in range(1, len(line.words) - 1):
        before, box, behind = line.boxes[index - 1 : index + 2]
        led = DOTS.match(line.words[index - 1]) or box[0] - before[2] > line.type_size
        apart = behind[0] - box[2] > APART * line.type_size
        if led and apart and line.words[index].isdigit() and line.words[index + 1][0].isalpha():
            yield behind[0]


def _row(line: Line) -> Row:
    match = _LISTED.match(line.text)
    if match:
        return Row(line, line.left, match["title"], int(match["page"]))
    return Row(line, line.left, _REST.sub("", line.text.strip()), None)


def _joined(rows: Sequence[Row]) -> list[Row]:
    """The rows, with those made one over which a title goes on."""
    right = max((row.line.boxes[-2:][0][2] for row in rows), default=0.0)
    joined: list[Row] = []
    for row in rows:
        before = joined[-1] if joined else None
        if before and _goes_on(before, row, right):
            title = f"{before.title} {row.title}"
            joined[-1] = before._replace(title=title, number=row.number)
        else:
            joined.append(row)
    return joined


def _goes_on(before: Row, row: Row, right: float) -> bool:
    """Whether a title goes on in a row; a year may stand where it was broken."""
    if before.number is not None and (row.number is None or before.number <= row.number):
        return False
    if row.title[0].islower():
        return True
    full = before.line.width >= FULL * (right - before.line.left)
    return before.number is None and full and numbering(row.title) is None


def _places(keys: Set[str], pages: Mapping[int, Sequence[Line]]) -> dict[str, set[int]]:
    """The pages with a line that begins like one of the titles."""
    places: dict[str, set[int]] = {key: set() for key in keys}
    for page, lines in pages.items() if keys else ():
        for line in merge_pieces(lines):
            key = title_key(line.text)[:BEGINNING]
            if key in places:
                places[key].add(page)
    return places


def _offset(rows: Iterable[Row], places: Mapping[str, set[int]]) -> int:
    """How many pages the printed numbers are behind, for most titles."""
    offsets = Counter(
        page - row.number for row in rows if row.number is not None for page in places[row.key]
    )
    return max(offsets, key=lambda offset: offsets[offset], default=0)


def _printed(rows: Iterable[Row], places: Mapping[str, set[int]], offset: int) -> int:
    """How many titles of a page stand where it says; 0 if most do not."""
    printed = [
        any(abs(page - row.number - offset) <= SLACK for page in places[row.key])
        for row in rows
        if row.number is not None
    ]
    return sum(printed) if sum(printed) >= PRINTED * len(printed) else 0


def _pages(rows: Sequence[Row], offset: int) -> list[int]:
    """The page of each title: what its number says, or that of the next one."""
    pages = [0]
    for row in reversed(rows):
        pages.append(pages[-1] if row.number is None else row.number + offset)
    return pages[:0:-1]


def _levels(rows: Sequence[Row]) -> list[int]:
    """How deep each title of the contents stands, 1 the highest."""
    levels: list[int] = []
    above: list[Row] = []
    for row in rows:
        while above and not _holds(above[-1], row):
            above.pop()
        above.append(row)
        levels.append(len(above))
    return levels


def _holds(upper: Row, lower: Row) -> bool:
    """Whether a title stands below another by their numbers, else by indent, else by type."""
    outer, inner = numbering(upper.title), numbering(lower.title)
    if outer and inner:
        return outer.rank < inner.rank
    sizes = upper.line.type_size, max(lower.line.type_size, 1.0)
    if abs(lower.left - upper.left) >= SET_IN * max(sizes):
        return upper.left < lower.left
    if not 1 / LARGER < sizes[0] / sizes[1] < LARGER:
        return sizes[0] > sizes[1]
    styles = style_of([upper.line]), style_of([lower.line])
    return styles[0].capitals > styles[1].capitals or styles[0].bold > styles[1].bold
