"""Cells on the lines of a grid: rows and columns from boxes, spans, gaps filled."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.parsing.read_pages import GridCell, TableGrid

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from core.reading.line import Box, Line

CLOSE = 4.0
"""Points up to which two edges are one."""

PADDING = 12.0
"""Points up to which a row or column without words is the space around a cell, at least."""

Span = tuple[int, int, int, int]
"""First row, first column, and the row and column behind the last."""


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
    header cells.
    """
    taken = np.zeros((len(ys) - 1, len(xs) - 1), bool)
    kept: list[Span] = []
    for top, left, bottom, right in spans:
        if top < bottom and left < right and not taken[top:bottom, left:right].any():
            taken[top:bottom, left:right] = True
            kept.append((top, left, bottom, right))
    free = np.argwhere(~taken).tolist()
    kept += [(row, column, row + 1, column + 1) for row, column in free]
    cells = [
        GridCell(t, c, (xs[c], ys[t], xs[r], ys[b]), b - t, r - c, t < headers)
        for t, c, b, r in sorted(kept)
    ]
    return TableGrid((xs[0], ys[0], xs[-1], ys[-1]), tuple(cells))


def edges(grid: TableGrid) -> tuple[list[float], list[float]]:
    """Edges of the rows from the top down, and of the columns from left to right."""
    rows = max(cell.row + cell.rows for cell in grid.cells)
    columns = max(cell.column + cell.columns for cell in grid.cells)
    tops, lefts = [grid.box[1]] * (rows + 1), [grid.box[0]] * (columns + 1)
    for cell in grid.cells:
        tops[cell.row], lefts[cell.column] = cell.box[1], cell.box[0]
        tops[cell.row + cell.rows] = cell.box[3]
        lefts[cell.column + cell.columns] = cell.box[2]
    return tops, lefts


def owners(grid: TableGrid) -> NDArray[np.int64]:
    """(rows, columns) The index of the cell that covers each place of the grid."""
    ys, xs = edges(grid)
    owner = np.zeros((len(ys) - 1, len(xs) - 1), np.int64)
    for index, cell in enumerate(grid.cells):
        owner[cell.row : cell.row + cell.rows, cell.column : cell.column + cell.columns] = index
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
    row, column = (set(found.tolist()) for found in places(lines, ys, xs).T)
    rows, columns = _shut(ys, row), _shut(xs, column)
    if len(rows[0]) == len(ys) and len(columns[0]) == len(xs):
        return grid
    if len(rows[0]) < 2 or len(columns[0]) < 2:
        return grid
    spans = [
        (
            rows[1][cell.row],
            columns[1][cell.column],
            rows[1][cell.row + cell.rows],
            columns[1][cell.column + cell.columns],
        )
        for cell in grid.cells
    ]
    return grid_of_spans(rows[0], columns[0], spans)


def _shut(kept: Sequence[float], used: set[int]) -> tuple[list[float], list[int]]:
    """Edges without the narrow unused bands, and for each old edge the index of the new one."""
    heights = [kept[band + 1] - kept[band] for band in used]
    padding = max(PADDING, 0.7 * float(np.median(heights)))
    found: list[float] = [kept[0]]
    index = [0]
    for band in range(len(kept) - 1):
        if band in used or kept[band + 1] - kept[band] > padding:
            found.append(kept[band + 1])
        index.append(len(found) - 1)
    found[-1] = kept[-1]
    return found, index


def _merged(found: Iterable[float]) -> list[float]:
    """Edges in order, those within `CLOSE` of the first of them made one."""
    kept: list[float] = []
    for edge in sorted(found):
        if not kept or edge - kept[-1] > CLOSE:
            kept.append(edge)
    return kept


def _nearest(kept: Sequence[float], edge: float) -> int:
    index = int(np.searchsorted(kept, edge))
    if index == len(kept) or (index and edge - kept[index - 1] <= kept[index] - edge):
        return index - 1
    return index
