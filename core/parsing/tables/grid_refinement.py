"""A grid made to fit its text: header rows parted, cells over several columns and rows."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

from core.geometry import THIN
from core.parsing.tables.headers import gives_values
from core.parsing.tables.lattice import edges, grid_of_spans
from core.parsing.tables.phrases import covered, extent, is_over, text_rows
from core.reading.runs import runs

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.geometry import Box
    from core.parsing.read_pages import Span, TableGrid
    from core.reading.line import Line
    from core.reading.page_content import Vector

CENTRED = 2.5
"""Points by which a heading may miss the middle of the columns that it stands over."""

CUT = 3.0
"""Points by which a word may reach over the edge of its column."""


@dataclass(slots=True)
class _Work:
    """A grid in the making: edges, cells over several places, and the phrases of each row.

    `columns` are the phrases that stand in one column and no other.
    """

    ys: list[float]
    xs: list[float]
    spans: list[Span]
    headers: int
    rows: list[list[Line]]
    bands: list[list[Line]] = field(init=False)
    reach: dict[int, tuple[int, int]] = field(init=False)
    columns: list[list[Line]] = field(init=False)

    def __post_init__(self) -> None:
        self.bands = [[] for _ in self.ys[1:]]
        self.columns = [[] for _ in self.xs[1:]]
        self.reach = {}
        for phrase in (phrase for row in self.rows for phrase in row):
            self.bands[bisect_left(self.ys[1:-1], phrase.middle)].append(phrase)
            first, last = self.reach[id(phrase)] = covered(phrase, self.xs)
            if last - first == 1:
                self.columns[first].append(phrase)

    def covered(self, phrase: Line) -> tuple[int, int]:
        """First column, and the one behind the last, into which a phrase reaches."""
        return self.reach[id(phrase)]

    def at(self, row: int, column: int) -> list[Line]:
        """Phrases in a place that no span covers sideways."""
        return [phrase for phrase in self.bands[row] if self.covered(phrase)[0] == column]


def refined(grid: TableGrid, lines: Sequence[Line], vectors: Sequence[Vector]) -> TableGrid:
    """The grid with cells that span what their text spans, and its header rows told apart."""
    ys, xs = edges(grid)
    spans = [cell.span for cell in grid.cells if cell.rows > 1 or cell.columns > 1]
    body = [cell.row for cell in grid.cells if not cell.header]
    rows = text_rows(lines)
    work = _Work(ys, xs, spans, min(body, default=len(ys) - 1), rows)
    if spans:
        _centred(work, vectors)
    else:
        work = _parted(work)
        _across(work)
        _centred(work, vectors)
        _down(work)
    return grid_of_spans(work.ys, work.xs, work.spans, work.headers)


def _parted(work: _Work) -> _Work:
    """Header rows parted between lines that are two rows: none of one stands over the other."""
    cuts: list[float] = []
    for band in work.bands[: max(work.headers, 1)]:
        for upper, lower in pairwise(_lines(band)):
            low, high = extent(upper)[1], extent(lower)[0]
            apart = not any(is_over(above, below) for above in upper for below in lower)
            if high > low and apart and len(upper) + len(lower) > 2:
                cuts.append((low + high) / 2)
    if not cuts:
        return work
    return _Work(sorted([*work.ys, *cuts]), work.xs, [], work.headers + len(cuts), work.rows)


def _lines(band: Sequence[Line]) -> list[list[Line]]:
    """The phrases of a row by line of text, as far as one ends above where the next begins."""
    ordered = sorted(band, key=lambda phrase: phrase.middle)
    return runs(ordered, lambda line, phrase: phrase.middle < extent(line)[1])


def _across(work: _Work) -> None:
    """Cells over several columns, where one phrase crosses them and nothing else begins there."""
    for row, band in enumerate(work.bands):
        reach = [work.covered(phrase) for phrase in band]
        for index, (first, last) in enumerate(reach):
            others = [other for at, other in enumerate(reach) if at != index]
            free = all(b <= first or a >= last or (a == first and b <= last) for a, b in others)
            if last - first > 1 and free and not _is_split(work, band[index], first, last):
                work.spans.append((row, first, row + 1, last))


def _is_split(work: _Work, phrase: Line, first: int, last: int) -> bool:
    """Whether the words of a phrase stand in their columns as the other text of each does."""
    if any(box[0] < x - CUT and x + CUT < box[2] for x in work.xs for box in phrase.boxes):
        return False
    for column in range(first, last):
        low, high = work.xs[column], work.xs[column + 1]
        words = [box for box in phrase.boxes if low <= (box[0] + box[2]) / 2 <= high]
        if not words or not _is_aligned(work, column, words):
            return False
    return True


def _is_aligned(work: _Work, column: int, words: Sequence[Box]) -> bool:
    left, right = min(box[0] for box in words), max(box[2] for box in words)
    others = work.columns[column]
    starts, ends = [p.left for p in others], [p.right for p in others]
    middles = [p.left + p.right for p in others]
    return any(
        abs(place - median(usual)) <= near
        for place, usual, near in ((left, starts, 2), (right, ends, 2), (left + right, middles, 4))
        if usual
    )


def _centred(work: _Work, vectors: Sequence[Vector]) -> None:
    """Cells of header rows over the columns that a ruling below them, or their place, shows."""
    for row in range(min(work.headers, len(work.bands) - 1)):
        below = [p for band in work.bands[row + 1 : work.headers + 1] for p in band]
        for phrase in work.bands[row]:
            wide = _ruled_columns(work, row, phrase, vectors) or _centred_columns(work, row, phrase)
            filled = wide and all(
                any(work.covered(p)[0] <= c < work.covered(p)[1] for p in below)
                for c in range(*wide)
            )
            if wide and filled:
                _replace(work, row, wide)


def _ruled_columns(
    work: _Work, row: int, phrase: Line, vectors: Sequence[Vector]
) -> tuple[int, int] | None:
    """The columns over a ruling that stands between a phrase and the next row, if over one."""
    for vector in vectors:
        left, top, right, low = vector.box
        under = [p.top for p in work.bands[row + 1] if left < (p.left + p.right) / 2 < right]
        bottom = min(under, default=phrase.bottom)
        flat = low - top <= THIN and phrase.bottom - 2 <= (top + low) / 2 <= bottom + 2
        if flat and left - 1 <= phrase.left and phrase.right <= right + 1:
            ruled = [
                column
                for column, (a, b) in enumerate(pairwise(work.xs))
                if min(b, right) - max(a, left) > 0.5 * (b - a)
            ]
            if 1 < len(ruled) < len(work.xs) - 1:
                wide = ruled[0], ruled[-1] + 1
                if _is_free(work, row, wide, phrase):
                    return wide
    return None


def _centred_columns(work: _Work, row: int, phrase: Line) -> tuple[int, int] | None:
    """The widest run of columns, empty but for a phrase, in whose middle it stands."""
    first, last = work.covered(phrase)
    if last - first > 1:
        return None
    reach = [(p, work.covered(p)) for band in work.bands[row + 1 :] for p in band]
    below = [(p, a) for p, (a, b) in reach if b - a == 1]
    alone = len(work.bands[row]) == 1
    if not alone and _misses(below, (first, last), phrase) <= CENTRED:
        return None
    count = len(work.xs) - 1
    runs = [(a, b) for a in range(first + 1) for b in range(last, count + 1) if b - a > 1]
    for wide in sorted(runs, key=lambda run: run[0] - run[1]):
        if _misses(below, wide, phrase) <= CENTRED and _is_free(work, row, wide, phrase):
            return wide
    return None


def _misses(below: Iterable[tuple[Line, int]], wide: tuple[int, int], phrase: Line) -> float:
    """How far a phrase stands from the middle of the text below it in these columns, in points."""
    texts = [p for p, column in below if wide[0] <= column < wide[1]]
    if not texts:
        return float("inf")
    middle = (min(p.left for p in texts) + max(p.right for p in texts)) / 2
    return abs(middle - (phrase.left + phrase.right) / 2)


def _is_free(work: _Work, row: int, wide: tuple[int, int], phrase: Line) -> bool:
    others = [work.covered(p) for p in work.bands[row] if p is not phrase]
    return all(b <= wide[0] or a >= wide[1] for a, b in others)


def _replace(work: _Work, row: int, wide: tuple[int, int]) -> None:
    first, last = wide
    work.spans = [s for s in work.spans if s[0] != row or s[3] <= first or s[1] >= last]
    work.spans.append((row, first, row + 1, last))


def _down(work: _Work) -> None:
    """Header cells over several rows, beside those over several columns."""
    count = len(work.xs) - 1
    heads = min(max(work.headers, 1), 3)
    grouped = [s[0] for s in work.spans if s[0] < heads and 1 < s[3] - s[1] < count]
    if not grouped or _is_data(work, max(grouped)):
        return
    work.headers = min(max(work.headers, max(grouped) + 2), len(work.bands) - 1)
    for column in range(count):
        spanned = [s[0] for s in work.spans if s[1] <= column < s[3] and s[0] < work.headers]
        top = max(spanned) + 1 if spanned else min(grouped)
        if work.headers - top > 1 and _is_one(work, top, column):
            work.spans.append((top, column, work.headers, column + 1))


def _is_data(work: _Work, row: int) -> bool:
    """Whether the row below one has a label as this has, and gives values."""
    labelled = all(work.at(r, 0) for r in (row, row + 1))
    return labelled and gives_values(p.text for p in work.bands[row + 1])


def _is_one(work: _Work, top: int, column: int) -> bool:
    """Whether the header cells of a column hold one text at most, be it of several lines."""
    rows = [work.at(row, column) for row in range(top, work.headers)]
    if sum(bool(row) for row in rows) <= 1:
        return True
    lines = sorted((p for row in rows for p in row), key=lambda p: p.middle)
    return all(
        following.top - line.bottom < 0.6 * following.size for line, following in pairwise(lines)
    )
