"""Rows of short phrases that stand below each other in columns: what may be a table."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from core.parsing.tables.phrases import extent, is_figure, over
from core.parsing.tables.prose_columns import prose_columns

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from core.reading.line import Line

WORDS = 8
"""Words of a phrase at most; more are running text."""

WIDTH = 0.4
"""Share of the width of the page from which on a phrase is running text."""

STEP = 2.2
"""Space between two rows of one table at most, in font sizes."""

TIGHT = 0.45
"""Space between two lines of one cell at most, in font sizes."""

MOST_LEADERS = 2
"""Words of dots in a row at most; more lead to the page numbers of a table of contents."""

MIDDLE = (0.42, 0.65)
"""Shares of the width of the page between which a second column of text begins."""

INDENT = 25.0
"""Points by which the title of a section may stand apart from the edge of its table."""

MOST_HEADINGS = 4
"""Rows at the beginning of a chain that may be headings over other columns than those below."""

FEWEST = 3
"""Rows of at least two cells that make a table."""


@dataclass(slots=True)
class Chain:
    """Rows of phrases in columns: left and right edge of each column, from left to right."""

    rows: list[list[Line]]
    columns: list[tuple[float, float]] = field(init=False)
    section: list[Line] = field(init=False, default_factory=list)
    """A row with a first cell only, which belongs to the chain if another row follows."""

    def __post_init__(self) -> None:
        self.columns = [(phrase.left, phrase.right) for phrase in self.rows[0]]

    @property
    def bottom(self) -> float:
        """Points."""
        return extent(self.section or self.rows[-1])[1]

    @property
    def top(self) -> float:
        """Points."""
        return extent(self.rows[0])[0]

    @property
    def left(self) -> float:
        """Points."""
        return self.columns[0][0]

    @property
    def right(self) -> float:
        """Points."""
        return self.columns[-1][1]

    def fits(self, phrases: Sequence[Line]) -> list[int] | None:
        """The column of each phrase, -1 for a new one; None where they do not fit."""
        places: list[int] = []
        for phrase in phrases:
            columns = [
                at
                for at, (left, right) in enumerate(self.columns)
                if phrase.left < right and phrase.right > left
            ]
            if len(columns) > 1 or (columns and columns[0] in places):
                return None
            places.append(columns[0] if columns else -1)
        return places

    def take(self, phrases: Sequence[Line], places: Sequence[int], *, further: bool) -> None:
        """Adds phrases as a row, or as further lines of the last one."""
        for phrase, place in zip(phrases, places, strict=True):
            if place < 0:
                self.columns.append((phrase.left, phrase.right))
            else:
                left, right = self.columns[place]
                self.columns[place] = min(left, phrase.left), max(right, phrase.right)
        self.columns.sort()
        if further:
            self.rows[-1] += phrases
        else:
            self.rows.append(list(phrases))

    def remeasure(self) -> None:
        """Takes the columns anew from all rows; phrases that touch each other share one."""
        self.columns = joined_reaches((p.left, p.right) for row in self.rows for p in row)


def joined_reaches(reaches: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """Left and right edges from left to right, those that reach into each other made one."""
    joined: list[tuple[float, float]] = []
    for left, right in sorted(reaches):
        if joined and left < joined[-1][1]:
            joined[-1] = joined[-1][0], max(right, joined[-1][1])
        else:
            joined.append((left, right))
    return joined


def chains(rows: Sequence[Sequence[Line]], width: float) -> Iterator[Chain]:
    """Chains of at least `FEWEST` rows on a page of this width, in the order of their ends."""
    active: list[Chain] = []
    gutters = list(prose_columns(rows, width))
    for row in rows:
        going_on: list[Chain] = []
        cuts = [left for left, top, low in gutters if top <= row[0].middle <= low]
        parts = _short_runs(row, width, cuts)
        for chain in active:
            beside = over(row, chain.left, chain.right)
            run = next((run for run in parts if beside and beside[0] in run), None)
            longer = _extended(chain, run) if run else None
            if longer or not beside:
                going_on.append(longer or chain)
                parts = [other for other in parts if other is not run]
            else:
                yield from _whole(chain, width)
        active = going_on + [Chain([run]) for run in parts if len(run) > 1]
    yield from (part for chain in active for part in _whole(chain, width))


def _whole(chain: Chain, width: float) -> Iterator[Chain]:
    """A chain that has ended, or the chains on both sides of a gap between columns of a page."""
    at = next((at for at in range(1, len(chain.columns)) if _is_apart(chain, at, width)), None)
    parts = [] if at is None else _sides(chain, chain.columns[at][0])
    if len(parts) > 1:
        for part in parts:
            yield from _whole(part, width)
    elif sum(len(row) > 1 for row in chain.rows) >= FEWEST:
        yield chain


def _sides(chain: Chain, left: float) -> list[Chain]:
    """What of a chain ends left of a place, and the rest; one chain if all is on one side.

    A phrase without width, as some fonts have, ends where its column begins.
    """
    sides: list[Chain] = []
    for beside in (True, False):
        rows = [[p for p in row if (p.right <= left) is beside] for row in chain.rows]
        if rows := [row for row in rows if row]:
            sides.append(Chain(rows))
            sides[-1].remeasure()
    return sides


def _is_apart(chain: Chain, column: int, width: float) -> bool:
    """Whether a column is text of its own beside a table, as it stands in none of its rows.

    In the middle of a page, text behind several columns of figures is such text as well.
    """
    cells = _cells(chain, column)
    text = len(cells) - _count_figures(cells)
    if text * 2 > len(cells) and _is_off(chain, cells):
        return True
    others = [_cells(chain, at) for at in range(column)]
    figures = sum(_count_figures(other) * 2 > len(other) for other in others)
    middle = MIDDLE[0] * width < chain.columns[column][0] < MIDDLE[1] * width
    return middle and figures > 1 and text * 10 > 7 * len(cells)


def _count_figures(cells: Sequence[Line]) -> int:
    return sum(is_figure(phrase.text) for phrase in cells)


def _is_off(chain: Chain, cells: Sequence[Line]) -> bool:
    """Whether most phrases of a column stand higher or lower than the first of their row."""
    off = [
        abs(phrase.bottom - row[0].bottom) > 0.12 * phrase.size
        for row in chain.rows
        for phrase in row[1:]
        if phrase in cells and abs(phrase.size - row[0].size) < 0.3
    ]
    return len(off) > 2 and sum(off) * 2 > len(off)


def _cells(chain: Chain, column: int) -> list[Line]:
    left, right = chain.columns[column]
    return [p for row in chain.rows for p in row if p.left >= left - 1 and p.right <= right + 1]


def _short_runs(row: Sequence[Line], width: float, cuts: Sequence[float]) -> list[list[Line]]:
    """Short phrases of a row that follow each other, without running text, parted at `cuts`."""
    if sum(not word.strip("._\u2026") for phrase in row for word in phrase.words) > MOST_LEADERS:
        return []
    kinds = [
        (_is_short(row, at, width), sum(phrase.left >= cut - 1 for cut in cuts))
        for at, phrase in enumerate(row)
    ]
    by_kind = groupby(zip(kinds, row, strict=True), key=itemgetter(0))
    return [[phrase for _, phrase in run] for (short, _), run in by_kind if short]


def _is_short(row: Sequence[Line], at: int, width: float) -> bool:
    """Whether a phrase is no running text; before figures it may be longer, as a label is."""
    phrase = row[at]
    if len(row) > at + 2 and _count_figures(row[at + 1 : at + 3]) == 2:
        return len(phrase.words) <= 2 * WORDS
    return len(phrase.words) <= WORDS and phrase.width <= WIDTH * width


def _extended(chain: Chain, run: list[Line]) -> Chain | None:
    """A chain with a run added; the rows of headings that it does not fit below are left out."""
    if _extends(chain, run):
        return chain
    if len(run) < 2 or len(chain.rows) > MOST_HEADINGS + 1:
        return None
    for first in range(1, len(chain.rows)):
        if _count_figures(chain.rows[first - 1]):
            return None
        part = Chain(chain.rows[first:])
        part.remeasure()
        if len(part.columns) > 2 and _extends(part, run):
            return part
    return None


def _extends(chain: Chain, run: list[Line]) -> bool:
    """Whether a run is the next row of a chain, or further lines of its last row; adds it."""
    places = chain.fits(run)
    space = (extent(run)[0] - chain.bottom) / max(phrase.type_size for phrase in run)
    if places is None or space > STEP:
        return False
    shared = sum(place >= 0 for place in places)
    if len(run) == 1:
        return _extends_by_one(chain, run, places, space)
    if shared < 2 and len(chain.rows) > 1:
        return False
    if chain.section:
        chain.rows.append(chain.section)
        chain.section = []
    chain.take(run, places, further=False)
    return shared > 0


def _extends_by_one(chain: Chain, run: list[Line], places: list[int], space: float) -> bool:
    """Whether a single phrase is a further line of the last row, or the title of a section."""
    whole = len(chain.rows) > 1 or _count_figures(chain.rows[0][1:]) == len(chain.rows[0]) - 1 > 1
    if places == [-1] or not whole or chain.section:
        return False
    if space < TIGHT and places != [0]:
        chain.take(run, places, further=True)
        return True
    if places == [0] and abs(run[0].left - chain.left) < INDENT:
        chain.section = run
        return True
    return False
