"""Rows of short phrases that stand below each other in columns: what may be a table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

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

FEWEST = 3
"""Rows of at least two cells that make a table."""


@dataclass(slots=True)
class Chain:
    """Rows of phrases in columns: left and right edge of each column, from left to right."""

    rows: list[list[Line]]
    columns: list[tuple[float, float]] = field(init=False)

    def __post_init__(self) -> None:
        self.columns = [(phrase.left, phrase.right) for phrase in self.rows[0]]

    @property
    def bottom(self) -> float:
        """Points."""
        return max(phrase.bottom for phrase in self.rows[-1])

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
    for row in rows:
        kept: list[Chain] = []
        runs = list(_runs(row, width))
        for chain in active:
            beside = [p for p in row if p.right > chain.left and p.left < chain.right]
            run = next((run for run in runs if beside and beside[0] in run), None)
            if not beside or (run is not None and _extends(chain, run)):
                kept.append(chain)
                runs = [other for other in runs if other is not run]
            elif len(chain.rows) >= FEWEST:
                yield chain
        active = kept + [Chain([run]) for run in runs if len(run) > 1]
    yield from (chain for chain in active if len(chain.rows) >= FEWEST)


def _runs(row: Sequence[Line], width: float) -> Iterator[list[Line]]:
    """Short phrases of a row that follow each other, running text between them apart."""
    if sum(not word.strip("._\u2026") for phrase in row for word in phrase.words) > MOST_LEADERS:
        return
    run: list[Line] = []
    for phrase in row:
        if len(phrase.words) <= WORDS and phrase.width <= WIDTH * width:
            run.append(phrase)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _extends(chain: Chain, run: Sequence[Line]) -> bool:
    """Whether a run is the next row of a chain, or further lines of its last row; adds it."""
    places = chain.fits(run)
    size = max(phrase.size or phrase.height for phrase in run)
    space = (min(phrase.top for phrase in run) - chain.bottom) / size
    if places is None or space > STEP:
        return False
    known = sum(place >= 0 for place in places)
    if len(run) == 1:
        if known and space < TIGHT and len(chain.rows) > 1:
            chain.take(run, places, further=True)
            return True
        return False
    if known < 2 and len(chain.rows) > 1:
        return False
    chain.take(run, places, further=False)
    return known > 0
