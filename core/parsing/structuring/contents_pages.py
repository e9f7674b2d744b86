"""The contents pages of a document as an outline: titles, their pages, and how deep they stand.

A contents page lists titles with the numbers of their pages, which rise from row to row. That
the titles stand on those pages is looked up, so a list of prices is none.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby, pairwise, takewhile
from typing import TYPE_CHECKING, NamedTuple

from core.parsing.structuring.line_rows import merge_pieces
from core.parsing.structuring.markers import BACK_MATTER, CONTENTS, DOTS, numbering
from core.parsing.structuring.outline import Entry, Outline, title_key
from core.parsing.structuring.text_style import style_of
from core.reading.runs import runs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

    from core.geometry import Box
    from core.parsing.structuring.text_style import Style
    from core.reading.line import Line

FEWEST = 4
"""Titles with a page number that a contents page has at least."""

FEWEST_BESIDE = 2
"""The same, where the page before or behind is one."""

COLUMN = 20.0
"""Points, across, in which the numbers of pages stand below each other."""

RISING = 0.7
"""Share of these numbers that are no lower than those before them, at least."""

DIFFERENT = 0.3
"""Share of them that differ, at least, unless the page before or behind lists titles."""

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

APART = 0.8
"""Times the font size before a page number without dots, and behind it to the next title."""

FULL = 0.85
"""Share of the width of the titles from which one may go on in the next row."""

BEGINNING = 24
"""Letters and digits of a title by which its page is looked up."""

DIGITS = 4
"""Digits of the number of a page, at most."""

_REST = re.compile(r"\s+(?:page|seite)$|[\s.\u00b7\u2026_]{3,}[ivxlc]*$", re.IGNORECASE)

ContentsRows = set[tuple[int, "Box"]]
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
    likely = [page for page in sorted(pages) if _has_rising_numbers(pages[page])]
    last = 0
    for run in runs(likely, lambda run, page: page == run[-1] + 1):
        rows = [] if run[0] <= last else [_listing(pages[page]) for page in run]
        if any(len(page) >= FEWEST for page in rows):
            before, behind = _listed_on(pages, run[0], -1), _listed_on(pages, run[-1], 1)
            listings.append([row for page in (*before[::-1], *rows, *behind) for row in page])
            last = run[-1] + len(behind)
    return listings


def _listed_on(pages: Mapping[int, Sequence[Line]], page: int, step: int) -> list[list[Row]]:
    """The rows of the pages that go on with the contents of a page, in one direction."""
    listed: list[list[Row]] = []
    while rows := _listing(pages.get(page + step * (len(listed) + 1), ())):
        listed.append(rows)
    return listed


def _has_rising_numbers(lines: Iterable[Line]) -> bool:
    """Whether numbers that rise stand below each other, as on contents pages; looked up cheaply."""
    columns: dict[int, list[tuple[float, int]]] = {}
    for line in lines:
        for word, box in zip(line.words, line.boxes, strict=True):
            if word.isdecimal() and len(word) <= DIGITS:
                place = int((box[0] + box[2]) / 2 // COLUMN)
                for near in (place, place + 1):
                    columns.setdefault(near, []).append((box[1], int(word)))
    return any(
        len(column) >= FEWEST and _differ(numbers) and _rise(numbers)
        for column in columns.values()
        if (numbers := [number for _, number in sorted(column)])
    )


def _differ(numbers: Sequence[int]) -> bool:
    return len(set(numbers)) > DIFFERENT * len(numbers)


def _rise(numbers: Sequence[int]) -> bool:
    """Whether most numbers are no lower than the one before."""
    rising = sum(before <= number for before, number in pairwise(numbers))
    return rising >= RISING * (len(numbers) - 1)


def _listing(lines: Iterable[Line]) -> list[Row]:
    """The rows of a contents page up to the last number; none of other pages."""
    upright = [line for line in lines if not line.angle]
    rows = [row for column in _columns(upright) for row in column if row.key]
    numbered = [index for index, row in enumerate(rows) if row.number is not None]
    numbers = [row.number for row in rows if row.number is not None]
    while len(numbers) > 1 and numbers[0] > numbers[1]:  # a year above the contents
        numbers, numbered = numbers[1:], numbered[1:]
    if len(numbers) < FEWEST_BESIDE or not _rise(numbers):
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
    first = [_row(line) for line in merge_pieces([side[False] for side in sides if False in side])]
    others = _columns([side[True] for side in sides if True in side])
    shift = _shift(first, others[0])
    return [first, *([row._replace(left=row.left - shift) for row in rows] for rows in others)]


def _shift(rows: Sequence[Row], others: Sequence[Row]) -> float:
    """How far a column stands to the right of another: as titles set alike do."""
    lefts, other_lefts = _lefts(rows), _lefts(others)
    shared = lefts.keys() & other_lefts.keys()
    if not shared:
        return min(other_lefts.values()) - min(lefts.values())
    return min((other_lefts[style] - lefts[style] for style in shared), key=abs)


def _lefts(rows: Sequence[Row]) -> dict[Style, float]:
    """Where the titles of each style begin that are set in least, in points."""
    lefts: dict[Style, float] = {}
    for row in rows:
        style = style_of([row.line])
        lefts[style] = min(row.left, lefts.get(style, row.left))
    return lefts


def _behind_numbers(line: Line) -> Iterator[float]:
    """Where the words of a line begin that stand behind the number of a page, in points."""
    for index in range(1, len(line.words) - 1):
        before, box, behind = line.boxes[index - 1 : index + 2]
        gaps = box[0] - before[2], behind[0] - box[2]
        led = DOTS.match(line.words[index - 1]) or min(gaps) > APART * line.type_size
        if led and line.words[index].isdecimal() and line.words[index + 1][0].isalpha():
            yield behind[0]


def _row(line: Line) -> Row:
    title = _REST.sub("", " ".join(line.words[:-1]))
    last = line.words[-1]
    if last.isdecimal() and len(last) <= DIGITS and any(map(str.isalpha, title)):
        return Row(line, line.left, title, int(last))
    return Row(line, line.left, _REST.sub("", line.text.strip()), None)


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
    """How deep each title of the contents stands, 1 the highest, as bibliography and index do.

    A bibliography that comes again belongs to a chapter.
    """
    levels: list[int] = []
    above: list[Row] = []
    for row in rows:
        while above and not _holds(above[-1], row):
            above.pop()
        above.append(row)
        levels.append(len(above))
    count = Counter(row.title for row in rows)
    is_back = (BACK_MATTER.match(row.title) and count[row.title] == 1 for row in reversed(rows))
    back = sum(1 for _ in takewhile(bool, is_back))
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
