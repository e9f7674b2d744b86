"""Which height of the pages each row of a table stands at, by all of its cells together."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

_APART = 4.0
"""Points by which the heights of two rows differ at least."""
_SURE, _UNSURE = 2.0, 1.0
"""Weights of a cell whose text has one place only, and of one with several."""


class CellPlaces(NamedTuple):
    """The row of a cell, and (w, 2) the top and bottom in points of each place of its text."""

    row: int
    edges: NDArray[np.float64]


def row_heights(cells: Sequence[CellPlaces]) -> dict[int, float]:
    """For each row the height at which most of its cells may stand, rows below each other.

    Cells that changed places do not shift it: what is taken is the way down the pages that agrees
    with the most cells of all rows. A row none of whose cells fits into it has no height.
    """
    heights = _heights(cells)
    scores: dict[int, NDArray[np.float64]] = {}
    for cell in cells:
        weight = _SURE if len(cell.edges) == 1 else _UNSURE
        score = scores.setdefault(cell.row, np.zeros(len(heights)))
        score += weight * _covered(cell.edges, heights)
    return {row: float(heights[at]) for row, at in _best_way(scores, len(heights)).items()}


def _heights(cells: Sequence[CellPlaces]) -> NDArray[np.float64]:
    """(h,) The middles of all places, those that nearly agree as one."""
    middles = np.unique(np.concatenate([np.zeros(0), *(c.edges.mean(axis=1) for c in cells)]))
    heights: list[float] = []
    for middle in middles.tolist():
        if not heights or middle - heights[-1] >= _APART:
            heights.append(middle)
    return np.array(heights)


def _covered(edges: NDArray[np.float64], heights: NDArray[np.float64]) -> NDArray[np.bool_]:
    """(h,) Which heights any of the places reaches over."""
    changes = np.zeros(len(heights) + 1, np.int64)
    np.add.at(changes, np.searchsorted(heights, edges[:, 0]), 1)
    np.add.at(changes, np.searchsorted(heights, edges[:, 1]), -1)
    return np.cumsum(changes)[:-1] > 0


def _best_way(scores: Mapping[int, NDArray[np.float64]], count: int) -> dict[int, int]:
    """For each row the index of its height, so that the sum of scores is the highest."""
    rows = sorted(scores)
    best = [np.zeros(count + 1)]  # The most that rows so far reach within the first heights.
    for row in rows:
        taken = np.concatenate([[0.0], best[-1][:-1] + scores[row]])
        best.append(np.maximum.accumulate(np.maximum(best[-1], taken)))
    way: dict[int, int] = {}
    within = count
    for number in range(len(rows), 0, -1):
        most = best[number][within]
        if best[number - 1][within] == most:
            continue
        within = int(np.searchsorted(best[number], most)) - 1
        way[rows[number - 1]] = within
    return way
