"""Further lines of the cells of a row: which go on with the line above, and which begin a row."""

from __future__ import annotations

import re
from itertools import pairwise, product
from typing import TYPE_CHECKING, NamedTuple

from core.parsing.tables.phrases import is_figure, is_over
from core.text.sentences import breaks_off

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.reading.line import Line

    Cell = list[Line]

LEVEL = 0.3
"""Difference of height of what is level at most, in font sizes."""

AMOUNT = 3
"""Words of an amount with its unit at most; more are a text that begins with a number."""

GOING = 0.6
"""Share of the further lines of cells that go on with the line above, more than."""

TELLING = 3
"""Words of a line from which on it tells that it was broken where its cell was full."""

_FIGURES = re.compile(r"\d+(?:[.,]\d+)*")


class Step(NamedTuple):
    """A further line of a cell: its column, the first line, the one above, the widest there."""

    column: int
    first: Line
    above: Line
    line: Line
    widest: float

    @property
    def is_sure(self) -> bool:
        """Whether it goes on with the line above: that breaks off, or this begins small or "("."""
        text = self.line.text
        small = text[:1].islower() and not self.first.text[:1].islower()
        aside = text.startswith("(") and not is_figure(text)
        return small or aside or breaks_off(self.above.text)

    @property
    def is_full(self) -> bool:
        """Whether its first word would not have fitted behind the line above it."""
        left, _, right, _ = self.line.boxes[0]
        return self.above.width + right - left + 0.25 * self.line.type_size > self.widest

    @property
    def are_amounts(self) -> bool:
        """Whether it and the line above give amounts, which do not go on below each other."""
        lines = self.above, self.line
        form, other = (_FIGURES.sub("#", line.text) for line in lines)
        alike = form == other and "#" in form
        return alike or all(is_figure(ln.text) and len(ln.words) <= AMOUNT for ln in lines)


def further_lines(cells: Mapping[int, Cell], widths: Sequence[float]) -> list[Step]:
    """The further lines of the cells of a row, by column; `widths` are those of the columns."""
    return [
        Step(at, cell[0], above, line, widths[at])
        for at, cell in sorted(cells.items())
        for above, line in pairwise(cell)
    ]


def go_on(further: Sequence[Step]) -> bool:
    """Whether most further lines of cells go on with the line above, and there are some."""
    going = [step.is_sure or (step.is_full and not step.are_amounts) for step in further]
    return sum(going) > GOING * len(going)


def repeats_amount(row: Cell, above: Cell) -> bool:
    """Whether an amount stands below another one, as it does in a row of its own."""
    amounts = [
        [line for line in lines if is_figure(line.text) and line.text[0] != "("]
        for lines in (row, above)
    ]
    return any(
        is_over(line, other) and max(len(line.words), len(other.words)) <= AMOUNT
        for line, other in product(*amounts)
    )


def sub_rows(
    row: Cell, cells: Mapping[int, Cell], widths: Sequence[float], *, heads: bool = False
) -> list[Cell]:
    """The phrases of a row, parted above each line with which its cells begin anew.

    "5 mg | in the morning / 10 mg | in the evening" are two rows of one label, and rows in groups
    with more white between these are no lines of one row. A label in the middle of its rows keeps
    them together: without it, those above would be of the label before. In the first row, which
    `heads` the others, words below each other are one heading, unless a label begins with them.
    """
    further = further_lines(cells, widths)
    levels = [[s for s in further if _are_level(s.line, step.line)] for step in further]
    anew = [level for level in levels if len(level) > 1 and _begin_anew(level, len(cells))]
    first = min(map(_cut, anew), default=0.0)
    if heads or any(line.bottom > first for line in cells.get(0, [])[:1]):
        anew = [level for level in anew if level[0].column == 0]
    if any(level[0].column for level in anew):
        alone = [level for level in levels if len(level) == 1 and level[0].column]
        anew += [level for level in alone if _begin_anew(level, len(cells))]
    cuts = set(map(_cut, anew))
    parts: dict[int, Cell] = {}
    for phrase in row:
        parts.setdefault(sum(phrase.bottom > cut for cut in cuts), []).append(phrase)
    return [part for _, part in sorted(parts.items())]


def _cut(level: Sequence[Step]) -> float:
    """The height above which what ends is above lines side by side."""
    return min(step.line.bottom - LEVEL * step.line.type_size for step in level)


def _begin_anew(level: Sequence[Step], cells: int) -> bool:
    """Whether lines side by side begin a row, as labels or amounts do; it has so many `cells`."""
    sure = sum(step.is_sure for step in level)
    if level[0].column == 0 and (level[0].is_sure or 2 * len(level) > cells):
        return not level[0].is_sure and 2 * sure < len(level)
    broken = all(step.is_full and not step.are_amounts for step in level)
    broken = broken and any(len(step.above.words) >= TELLING for step in level)
    small = all(step.line.text[:1].islower() and not step.are_amounts for step in level)
    return not (sure or broken or small)


def _are_level(line: Line, other: Line) -> bool:
    return abs(line.bottom - other.bottom) <= LEVEL * other.type_size
