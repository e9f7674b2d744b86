"""Lines that stand near each other on a page, as those of one label do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from core.reading.line import Line

BESIDE = 2.5
"""Distance, in times of the font size, up to which a word beside a region belongs to it."""

BELOW = 0.9
"""Distance, in times of the font size, up to which lines below each other belong together."""

LABEL = 8
"""Words of a label beside a picture at most."""


def grouped(lines: Sequence[Line]) -> list[list[Line]]:
    """Lines that stand near each other, together, in the order given."""
    edges = Edges(lines)
    group = np.arange(len(lines))
    for index, line in enumerate(lines):
        group[np.isin(group, group[edges.near(line)])] = index
    by_group: dict[int, list[Line]] = {}
    for line, number in zip(lines, group.tolist(), strict=True):
        by_group.setdefault(number, []).append(line)
    return list(by_group.values())


class Edges:
    """The edges of lines as arrays, to find those near a line."""

    def __init__(self, lines: Sequence[Line]) -> None:
        rows = [(line.left, line.top, line.right, line.bottom, line.angle) for line in lines]
        columns = np.array(rows, np.float64).reshape(-1, 5).T
        self.left, self.top, self.right, self.bottom, self.angle = columns

    def across(self, line: Line) -> NDArray[np.float64]:
        """Points between the line and each; below 0 where they overlap."""
        return np.maximum(self.left, line.left) - np.minimum(self.right, line.right)

    def level(self, line: Line) -> NDArray[np.bool_]:
        """Whether each stands at the height of the line and runs in its direction."""
        shared = -self._down(line)
        lower = np.minimum(self.bottom - self.top, line.height)
        return (shared > 0.5 * lower) & (self.angle == line.angle)

    def near(self, line: Line) -> NDArray[np.bool_]:
        """Whether each stands right beside or below the line and runs in its direction."""
        size, across = max(line.size, 1.0), self.across(line)
        below = (across < 0) & (self._down(line) <= BELOW * size) & (self.angle == line.angle)
        return below | (self.level(line) & (across <= BESIDE * size))

    def _down(self, line: Line) -> NDArray[np.float64]:
        return np.maximum(self.top, line.top) - np.minimum(self.bottom, line.bottom)
