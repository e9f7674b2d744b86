"""Text on both sides of a gutter, however narrow one is: columns, or cells of rows."""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise
from operator import attrgetter
from statistics import median
from typing import TYPE_CHECKING

from core.parsing.structuring.slots import Slot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.reading.line import Line

STEP = 2.0
"""Times the font size from one line of a paragraph to the next, at most."""

ALIKE = 0.12
"""Difference of the sizes of two lines of one paragraph, as a share of the first, at most."""

LEVEL = 0.15
"""Times the font size by which the lower edges of two level lines may differ."""

MOSTLY = 2 / 3
"""Share of the lines of a side that stand close below each other, begin alike and hold words, at
least."""

RUNNING = 5
"""Words from which the usual line of a side is one of running text."""


def are_apart(left: Sequence[Line], right: Sequence[Line]) -> bool:
    """Whether lines left and right of a gutter cannot be rows of cells, however narrow a side is.

    They are passages, one of running text, whose lines are not level.
    """
    if not _is_passage(left) or not _is_passage(right):
        return False
    words = max(median(len(line.words) for line in side) for side in (left, right))
    level = max(_level_share(left, right), _level_share(right, left))
    return words >= RUNNING and level < 0.5


def follows(above: Line, line: Line) -> bool:
    """Whether a line stands right below another one, at its left edge and in its size."""
    if isinstance(above, Slot) or isinstance(line, Slot):
        return False
    size = max(above.size, 1.0)
    alike = abs(line.size - above.size) < ALIKE * size and abs(line.left - above.left) < size
    return alike and 0 < line.bottom - above.bottom < STEP * size


def _is_passage(side: Sequence[Line]) -> bool:
    """Whether most lines of a side stand close below each other, begin alike and hold words."""
    lines = sorted(side, key=attrgetter("bottom"))
    edge = median(line.left for line in lines)
    close = sum(b.bottom - a.bottom < STEP * max(b.type_size, 1.0) for a, b in pairwise(lines))
    aligned = sum(abs(line.left - edge) < max(line.type_size, 1.0) for line in lines)
    worded = sum(sum(map(str.isalpha, line.text)) > 2 for line in lines)
    return min(close + 1, aligned, worded) > MOSTLY * len(lines)


def _level_share(side: Sequence[Line], other: Sequence[Line]) -> float:
    """The share of the lines of a side beside another that are level with a line of it."""
    top, bottom = min(line.top for line in other), max(line.bottom for line in other)
    beside = [line for line in side if top < line.middle < bottom]
    bottoms = sorted(each.bottom for each in other)
    level = sum(_is_level(line, bottoms) for line in beside)
    return level / max(len(beside), 1)


def _is_level(line: Line, bottoms: Sequence[float]) -> bool:
    """Whether one of these lower edges, from the top down, is level with that of a line."""
    reach = LEVEL * max(line.type_size, 1.0)
    at = bisect_right(bottoms, line.bottom - reach)
    return at < len(bottoms) and bottoms[at] < line.bottom + reach
