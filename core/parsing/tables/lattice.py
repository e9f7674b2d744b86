"""Cells on the lines of a grid: rows and columns from boxes, spans, gaps filled."""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from core.parsing.read_pages import GridCell, TableGrid
from core.reading.runs import runs

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from core.geometry import Box
    from core.parsing.read_pages import Span
    from core.reading.line import Line

CLOSE = 4.0
"""Points up to which two edges are one."""

PADDING = 12.0
"""Points up to which a row or column without words is the space around a cell, at least."""


def grid_of_boxes(boxes: Sequence[Box]) -> TableGrid:
    """The grid of cells drawn on a page; a place that no box covers becomes a cell of its own."""
    xs = _merged(edge for box in boxes for edge in (box[0], box[2]))
    ys = _merged(edge for box in boxes for edge in (box[1], box[3]))
    spans = [
        (_nearest(ys, top), _nearest(xs, left), _nearest(ys, bottom), _nearest(xs, right))
        for left, top, right, bottom in sorted(boxes, key=lambda box: (box[1], box[0]))
    ]
    return grid_of_spans(ys, xs, spans)


def grid_of_spans(
    ys: Sequence[float], xs: Sequence[float], spans: Iterable[Span] = (), headers: int = 0
) -> TableGrid:
    """The grid with these edges; where `spans` overlap, the first holds.

    What no span covers becomes cells of one row and one column. The first `headers` rows hold
    header cells. Rows and columns that no cell parts from the one before are one with it.
    """
    taken = np.zeros((len(ys) - 1, len(xs) - 1), bool)
    disjoint: list[Span] = []
    for top, left, bottom, right in spans:
        if top < bottom and left < right and not taken[top:bottom, left:right].any():
            taken[top:bottom, left:right] = True
            disjoint.append((top, left, bottom, right))
    free = np.argwhere(~taken).tolist()
    disjoint += [(row, column, row + 1, column + 1) for row, column in free]
    rows = sorted({edge for top, _, bottom, _ in disjoint for edge in (top, bottom)})
    columns = sorted({edge for _, left, _, right in disjoint for edge in (left, right)})
    row, column = ({edge: at for at, edge in enumerate(used)} for used in (rows, columns))
    cells = [
        GridCell(
            row[t],
            column[c],
            (xs[c], ys[t], xs[r], ys[b]),
            row[b] - row[t],
            column[r] - column[c],
            t < headers,
        )
        for t, c, b, r in sorted(disjoint)
    ]
    return TableGrid((xs[0], ys[0], xs[-1], ys[-1]), tuple(cells))


def edges(grid: TableGrid) -> tuple[list[float], list[float]]:
    """Edges of the rows from the top down, and of the columns from left to right."""
    rows = max(cell.row + cell.rows for cell in grid.cells)
    columns = max(cell.column + cell.columns for cell in grid.cells)
    ys, xs = [grid.box[1]] * (rows + 1), [grid.box[0]] * (columns + 1)
    for cell in grid.cells:
        top, left, bottom, right = cell.span
        xs[left], ys[top], xs[right], ys[bottom] = cell.box
    return ys, xs


def owners(grid: TableGrid) -> NDArray[np.int64]:
    """(rows, columns) The index of the cell that covers each place of the grid."""
    ys, xs = edges(grid)
    owner = np.zeros((len(ys) - 1, len(xs) - 1), np.int64)
    for index, cell in enumerate(grid.cells):
        top, left, bottom, right = cell.span
        owner[top:bottom, left:right] = index
    return owner


def places(lines: Sequence[Line], ys: Sequence[float], xs: Sequence[float]) -> NDArray[np.int64]:
    """(words, 2) Row and column of the middle of each word; outside, the nearest."""
    boxes = np.array([box for line in lines for box in line.boxes]).reshape(-1, 4)
    row = np.searchsorted(ys[1:-1], (boxes[:, 1] + boxes[:, 3]) / 2)
    column = np.searchsorted(xs[1:-1], (boxes[:, 0] + boxes[:, 2]) / 2)
    return np.stack([row, column], axis=1)


def without_padding(grid: TableGrid, lines: Sequence[Line]) -> TableGrid:
    """The grid less the narrow rows and columns in which no word stands, drawn around cells."""
    ys, xs = edges(grid)
    used_rows, used_columns = (set(used.tolist()) for used in places(lines, ys, xs).T)
    (rows, row_at), (columns, column_at) = _shut(ys, used_rows), _shut(xs, used_columns)
    same = len(rows) == len(ys) and len(columns) == len(xs)
    if same or len(rows) < 2 or len(columns) < 2:
        return grid
    spans = [
        (row_at[top], column_at[left], row_at[bottom], column_at[right])
        for top, left, bottom, right in (cell.span for cell in grid.cells)
    ]
    return grid_of_spans(rows, columns, spans)


def _shut(lines: Sequence[float], used: set[int]) -> tuple[list[float], list[int]]:
    """Edges without the narrow unused bands, and for each old edge the index of the new one."""
    heights = [lines[band + 1] - lines[band] for band in used]
    padding = max(PADDING, 0.7 * median(heights))
    left = [lines[0]]
    index = [0]
    for band, (start, end) in enumerate(pairwise(lines)):
        if band in used or end - start > padding:
            left.append(end)
        index.append(len(left) - 1)
    left[-1] = lines[-1]
    return left, index


def _merged(values: Iterable[float]) -> list[float]:
    """Edges in order, those within `CLOSE` of the first of them made one."""
    return [run[0] for run in runs(sorted(values), lambda run, edge: edge - run[0] <= CLOSE)]


def _nearest(values: Sequence[float], edge: float) -> int:
    index = bisect_left(values, edge)
    if index == len(values) or (index and edge - values[index - 1] <= values[index] - edge):
        return index - 1
    return index
