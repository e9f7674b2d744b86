"""Rows of short phrases that stand below each other in columns: what may be a table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.parsing.tables.phrases import is_figure
from core.parsing.tables.text_columns import cut_between, text_columns

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
    section: list[Line] = field(init=False)
    """A row with a first cell only, which belongs to the chain if another row follows."""

    def __post_init__(self) -> None:
        self.section = []
        self.columns = [(phrase.left, phrase.right) for phrase in self.rows[0]]

    @property
    def bottom(self) -> float:
        """Points."""
        return max(phrase.bottom for phrase in self.section or self.rows[-1])

    @property
    def top(self) -> float:
        """Points."""
        return min(phrase.top for phrase in self.rows[0])

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
        found: list[int] = []
        for phrase in phrases:
            held = [
                index
                for index, (left, right) in enumerate(self.columns)
                if phrase.left < right and phrase.right > left
            ]
            if len(held) > 1 or (held and held[0] in found):
                return None
            found.append(held[0] if held else -1)
        return found

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


def chains(rows: Sequence[Sequence[Line]], width: float) -> Iterator[Chain]:
    """Chains of at least `FEWEST` rows on a page of this width, in the order of their ends."""
    active: list[Chain] = []
    gutters = list(text_columns(rows, width))
    for row in rows:
        kept: list[Chain] = []
        cuts = [left for left, top, low in gutters if top <= row[0].middle <= low]
        runs = [part for run in _runs(row, width) for part in cut_between(run, cuts)]
        for chain in active:
            beside = [p for p in row if p.right > chain.left and p.left < chain.right]
            run = next((run for run in runs if beside and beside[0] in run), None)
            whole = chain if not beside or run is None else _extended(chain, run)
            if not beside or (run is not None and whole is not None):
                kept.append(whole or chain)
                runs = [other for other in runs if other is not run]
            else:
                yield from _whole(chain, width)
        active = kept + [Chain([run]) for run in runs if len(run) > 1]
    yield from (chain for found in active for chain in _whole(found, width))


def _whole(chain: Chain, width: float) -> Iterator[Chain]:
    """A chain that has ended, or the chains on both sides of a gap between columns of a page."""
    at = next((at for at in range(1, len(chain.columns)) if _is_apart(chain, at, width)), None)
    if at is not None:
        left = chain.columns[at][0]
        for beside in (True, False):
            rows = [[p for p in row if (p.right <= left) is beside] for row in chain.rows]
            if rows := [row for row in rows if row]:
                part = Chain(rows)
                _remeasure(part)
                yield from _whole(part, width)
    elif sum(len(row) > 1 for row in chain.rows) >= FEWEST:
        yield chain


def _is_apart(chain: Chain, column: int, width: float) -> bool:
    """Whether a column is text of its own beside a table: it fills lines, or is not in its rows.

    In the middle of a page, text behind several columns of figures is such text as well.
    """
    held = _held(chain, column)
    text = sum(not is_figure(p.text) for p in held)
    if text * 2 > len(held) and (_is_prose(chain, column) or _is_off(chain, held)):
        return True
    figures = [
        at
        for at in range(column)
        if sum(is_figure(p.text) for p in _held(chain, at)) * 2 > len(_held(chain, at))
    ]
    middle = MIDDLE[0] * width < chain.columns[column][0] < MIDDLE[1] * width
    return middle and len(figures) > 1 and text * 10 > 7 * len(held)


def _is_off(chain: Chain, held: Sequence[Line]) -> bool:
    """Whether most phrases of a column stand higher or lower than the first of their row."""
    off = both = 0
    for row in chain.rows:
        for phrase in row[1:]:
            if phrase in held and abs(phrase.size - row[0].size) < 0.3:
                both += 1
                off += abs(phrase.bottom - row[0].bottom) > 0.12 * phrase.size
    return both > 2 and off * 2 > both


def _held(chain: Chain, column: int) -> list[Line]:
    left, right = chain.columns[column]
    return [p for row in chain.rows for p in row if p.left >= left - 1 and p.right <= right + 1]


def _remeasure(chain: Chain) -> None:
    """Takes the columns anew from all rows; phrases that touch each other share one."""
    merged: list[tuple[float, float]] = []
    for left, right in sorted((p.left, p.right) for row in chain.rows for p in row):
        if merged and left < merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], right)
        else:
            merged.append((left, right))
    chain.columns = merged


def _is_prose(chain: Chain, column: int) -> bool:
    """Whether most lines of a column hold several words and fill it."""
    left, right = chain.columns[column]
    held = _held(chain, column)
    long = [p for p in held if len(p.words) > 3 and p.width > 0.7 * (right - left)]
    return len(held) > 2 and len(long) * 2 > len(held)


def _runs(row: Sequence[Line], width: float) -> Iterator[list[Line]]:
    """Short phrases of a row that follow each other, running text between them apart."""
    if sum(not word.strip("._\u2026") for phrase in row for word in phrase.words) > MOST_LEADERS:
        return
    run: list[Line] = []
    for at, phrase in enumerate(row):
        label = len(row) > at + 2 and all(is_figure(p.text) for p in row[at + 1 : at + 3])
        most = 2 * WORDS if label else WORDS
        if len(phrase.words) <= most and (label or phrase.width <= WIDTH * width):
            run.append(phrase)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _extended(chain: Chain, run: list[Line]) -> Chain | None:
    """A chain with a run added; the rows of headings that it does not fit below are left out."""
    if _extends(chain, run):
        return chain
    if len(run) < 2 or len(chain.rows) > MOST_HEADINGS + 1:
        return None
    for first in range(1, len(chain.rows)):
        if any(is_figure(phrase.text) for phrase in chain.rows[first - 1]):
            return None
        part = Chain(chain.rows[first:])
        _remeasure(part)
        if len(part.columns) > 2 and _extends(part, run):
            return part
    return None


def _extends(chain: Chain, run: list[Line]) -> bool:
    """Whether a run is the next row of a chain, or further lines of its last row; adds it."""
    places = chain.fits(run)
    size = max(phrase.size or phrase.height for phrase in run)
    space = (min(phrase.top for phrase in run) - chain.bottom) / size
    if places is None or space > STEP:
        return False
    known = sum(place >= 0 for place in places)
    if len(run) == 1:
        return _extends_by_one(chain, run, places, space)
    if known < 2 and len(chain.rows) > 1:
        return False
    if chain.section:
        chain.rows.append(chain.section)
        chain.section = []
    chain.take(run, places, further=False)
    return known > 0


def _extends_by_one(chain: Chain, run: list[Line], places: list[int], space: float) -> bool:
    """Whether a single phrase is a further line of the last row, or the title of a section."""
    if places == [-1] or len(chain.rows) < 2 or chain.section:
        return False
    if space < TIGHT and places != [0]:
        chain.take(run, places, further=True)
        return True
    if places == [0] and abs(run[0].left - chain.left) < INDENT:
        chain.section = run
        return True
    return False
