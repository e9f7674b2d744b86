"""The contents pages of a document as an outline: titles, their pages, and how deep they stand.

A contents page lists titles with the numbers of their pages, which rise from row to row. That
the titles stand on those pages is looked up, so a list of prices is none.
"""

from __future__ import annotations

from collections import Counter
from itertools import groupby, takewhile
from typing import TYPE_CHECKING

from core.parsing.structuring.back_matter import are_back_matter
from core.parsing.structuring.contents_rows import (
    BEGINNING,
    FEWEST,
    FEWEST_BESIDE,
    Row,
    has_rising_numbers,
    listing,
)
from core.parsing.structuring.markers import numbering
from core.parsing.structuring.outline import Entry, Outline, title_key
from core.parsing.structuring.text_style import style_of
from core.reading.runs import runs

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence, Set

    from core.geometry import Box
    from core.reading.line import Line

PRINTED = 0.4
"""Share of the titles that stand on the page they are listed with, at least."""

SLACK = 4
"""Pages by which a title is off at most, as pages without a number are not counted."""

AROUND = 8
"""Titles before and behind one that tell how far off its page is."""

SET_IN = 0.7
"""Times the font size by which a title is set in below another, at least."""

LARGER = 1.05
"""Times the font size of a title that stands below, at least."""

FULL = 0.85
"""Share of the width of the titles from which one may go on in the next row."""

ContentsRows = set[tuple[int, "Box"]]
"""Lines of contents pages: their page and the box of their first word."""


def read_contents(pages: Mapping[int, Sequence[Line]]) -> tuple[Outline, ContentsRows]:
    """What the contents pages of a document list; `pages` holds what is seen, by page number.

    The pages of the entries are counted from 1, whatever numbers are printed on them. A file made
    of several documents has contents for each. Both results are empty if there are none, or if
    the titles do not stand where they say.
    """
    listings = _listings(pages)
    keys = {row.key for rows in listings for row in (*rows, *map(_both, rows, rows[1:]))}
    places = _places(keys, pages) if keys else {}
    entries: list[Entry] = []
    lines: ContentsRows = set()
    for rows in listings:
        counted = _counted(rows, places)
        by_page = [list(page) for _, page in groupby(counted, key=lambda row: row.line.page)]
        rows = [row for page in by_page if _is_printed(page, places) for row in page]
        if len({row.key for row in rows if _is_there(row, places)}) >= FEWEST:
            lines |= {(row.line.page, row.line.boxes[0]) for row in rows}
            whole = _joined(rows, places)
            titles = [row.title for row in whole]
            entries += map(Entry, _levels(whole), titles, _pages(whole))
    return Outline(entries, SLACK), lines


def _listings(pages: Mapping[int, Sequence[Line]]) -> list[list[Row]]:
    """The rows of pages that may hold contents, those of pages that follow each other together.

    The first and the last page of contents may list few titles, others many of one page.
    """
    listings: list[list[Row]] = []
    likely = [page for page in sorted(pages) if has_rising_numbers(pages[page])]
    last = 0
    for run in runs(likely, lambda run, page: page == run[-1] + 1):
        rows = [] if run[0] <= last else [listing(pages[page]) for page in run]
        if any(len(page) >= FEWEST for page in rows):
            before, behind = _listed_on(pages, run[0], -1), _listed_on(pages, run[-1], 1)
            listings.append([row for page in (*before[::-1], *rows, *behind) for row in page])
            last = run[-1] + len(behind)
    return listings


def _listed_on(pages: Mapping[int, Sequence[Line]], page: int, step: int) -> list[list[Row]]:
    """The rows of the pages that go on with the contents of a page, in one direction."""
    listed: list[list[Row]] = []
    while rows := listing(pages.get(page + step * (len(listed) + 1), ())):
        listed.append(rows)
    return listed


def _both(row: Row, following: Row) -> Row:
    """A title that goes on in the next row."""
    return row._replace(title=f"{row.title} {following.title}", number=following.number)


def _joined(rows: Sequence[Row], places: Mapping[str, set[int]]) -> list[Row]:
    """The rows, with those made one over which a title goes on."""
    right = max(row.line.right for row in rows)
    joined: list[Row] = []
    for row in rows:
        before = joined[-1] if joined else row
        both = _both(before, row)
        printed = _is_there(both, places) and not _is_there(row, places)
        if joined and (_goes_on(before, row, right) or (before.number is None and printed)):
            joined[-1] = both
        else:
            joined.append(row)
    return joined


def _goes_on(before: Row, row: Row, right: float) -> bool:
    """Whether a title seems to go on in a row; a year may stand where it was broken."""
    if before.number is not None and (row.number is None or before.number <= row.number):
        return False
    if row.title[:1].islower():
        return True
    full = before.line.width >= FULL * (right - before.line.left)
    return before.number is None and full and numbering(row.title) is None


def _is_there(row: Row, places: Mapping[str, set[int]]) -> bool:
    """Whether a title stands near the page that it is listed with."""
    if row.number is None:
        return False
    near = range(row.number - SLACK, row.number + SLACK + 1)
    return any(page in near and page > row.line.page for page in places.get(row.key, ()))


def _places(keys: Set[str], pages: Mapping[int, Sequence[Line]]) -> dict[str, set[int]]:
    """The pages with a line, or two pieces of one, that begin like one of the titles."""
    places: dict[str, set[int]] = {key: set() for key in keys}
    for page, lines in pages.items():
        before = ""
        for line in lines:
            own = title_key(line.text[: 2 * BEGINNING])
            for text in (own, before + own):
                if text[:BEGINNING] in places:
                    places[text[:BEGINNING]].add(page)
            before = own
    return places


def _counted(rows: Sequence[Row], places: Mapping[str, set[int]]) -> list[Row]:
    """Rows with their numbers counted as the pages are.

    A title that is not where most are may be where those around it are: pages may have been left
    out.
    """
    offset = _offset(rows, places)
    moved = [_moved(row, offset) for row in rows]
    if not _is_printed(moved, places):
        return moved
    counted: list[Row] = []
    for index, (row, there) in enumerate(zip(rows, moved, strict=True)):
        around = rows[max(index - AROUND, 0) : index + AROUND + 1]
        nearby = there if _is_there(there, places) else _moved(row, _offset(around, places))
        counted.append(nearby if _is_there(nearby, places) else there)
    return counted


def _moved(row: Row, offset: int) -> Row:
    return row if row.number is None else row._replace(number=row.number + offset)


def _offset(rows: Sequence[Row], places: Mapping[str, set[int]]) -> int:
    """How many pages the printed numbers are behind, for most titles."""
    offsets = Counter(
        page - row.number
        for row in rows
        if row.number is not None
        for page in places[row.key]
        if page > row.line.page
    )
    return max(offsets, key=lambda offset: offsets[offset], default=0)


def _is_printed(rows: Iterable[Row], places: Mapping[str, set[int]]) -> bool:
    """Whether many of the titles of a page stand where it says."""
    numbered = {row.key: _is_there(row, places) for row in rows if row.number is not None}
    return sum(numbered.values()) >= max(FEWEST_BESIDE, PRINTED * len(numbered))


def _pages(rows: Sequence[Row]) -> list[int]:
    """The page of each title: what its number says, or that of the next one."""
    pages = [0]
    for row in reversed(rows):
        pages.append(pages[-1] if row.number is None else row.number)
    return pages[:0:-1]


def _levels(rows: Sequence[Row]) -> list[int]:
    """How deep each title of the contents stands, 1 the highest, as bibliography and index do."""
    levels: list[int] = []
    above: list[Row] = []
    for row in rows:
        while above and not _holds(above[-1], row):
            above.pop()
        above.append(row)
        levels.append(len(above))
    are_back = are_back_matter([row.title for row in rows])
    back = sum(1 for _ in takewhile(bool, reversed(are_back)))
    return [*levels[: len(rows) - back], *[1] * back]


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
