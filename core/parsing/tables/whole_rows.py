"""Rows of a grid that are lines of one row, made one.

The lines of a cell stand closer than two rows do, and go on with its text.
"""

from __future__ import annotations

from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

from core.parsing.tables.candidate_rows import TIGHT
from core.parsing.tables.lattice import edges, grid_of_spans
from core.parsing.tables.phrases import extent, is_figure
from core.reading.line import text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.read_pages import TableGrid
    from core.reading.line import Line

    Row = dict[int, Sequence[Line]]
    """The lines of the filled cells of a row, by column."""

WIDER = 0.2
"""Times the font size by which the space between two rows is wider than between two lines."""

GOING_ON = 0.4
"""Share of the cells below others that must begin small: nouns may begin so or not."""

NEW = 0.25
"""Share of rows at most that are surely new ones, though they stand as close as lines do."""

FILLED = 0.8
"""Share of a column that its text may fill; the rest parts it from the next."""

SPACE = 0.5
"""Times the font size of the space between two words, and what is left free behind them."""


def with_whole_rows(grid: TableGrid, contents: Sequence[Sequence[Line]]) -> TableGrid:
    """The grid with its rows below the header whole; `contents` are the lines in each cell."""
    ys, xs = edges(grid)
    headers = sum({cell.row: cell.header for cell in grid.cells}.values())
    if any(cell.rows > 1 and cell.row + cell.rows > headers for cell in grid.cells):
        return grid
    wide = {cell.row for cell in grid.cells if cell.columns > 1}
    rows: list[Row] = [{} for _ in ys[1:]]
    for cell, lines in zip(grid.cells, contents, strict=True):
        if lines and cell.row not in wide:
            rows[cell.row][cell.column] = lines
    joins = _joins(rows[headers:], _widths(rows, xs))
    is_edge = [*[True] * (headers + 1), *(not join for join in joins), True]
    spans = [
        (sum(is_edge[: top + 1]) - 1, left, sum(is_edge[:low]), right)
        for top, left, low, right in (cell.span for cell in grid.cells)
        if low <= headers or top in wide
    ]
    return grid_of_spans(
        [y for y, stays in zip(ys, is_edge, strict=True) if stays], xs, spans, headers
    )


def _widths(rows: Sequence[Row], xs: Sequence[float]) -> list[float]:
    """How wide a line of each column may be, in points: as its widest, or most of the column."""
    widths = [FILLED * (right - left) for left, right in pairwise(xs)]
    for column, lines in (cell for row in rows for cell in row.items()):
        widths[column] = max(widths[column], *(line.width for line in lines))
    return widths


def _joins(rows: Sequence[Row], widths: Sequence[float]) -> list[bool]:
    """For each row but the last whether the next one is a line of it."""
    pairs = list(pairwise(rows))
    new = [_is_new(*pair, widths) for pair in pairs]
    close = _close(rows)
    if _go_on([pair for pair, join in zip(pairs, close, strict=True) if join]):
        marked = [first for first, join in zip(new, close, strict=True) if join]
        if sum(marked) <= NEW * len(marked):
            return [join and not first for join, first in zip(close, new, strict=True)]
    return [_is_further(*pair) and not first for pair, first in zip(pairs, new, strict=True)]


def _is_new(upper: Row, lower: Row, widths: Sequence[float]) -> bool:
    """Whether a row has a label or figures of its own, or would have fitted behind the upper one.

    `widths` are those that a line of each column may have.
    """
    if 0 in upper and 0 in lower and not _begins_small(lower[0]):
        return True
    for column in (upper.keys() & lower.keys()) - {0}:
        above = max(upper[column], key=lambda line: line.bottom)
        below = min(lower[column], key=lambda line: line.top)
        alike = above.text == below.text or (is_figure(above.text) and is_figure(below.text))
        left, _, right, _ = below.boxes[0]
        if alike or above.width + right - left + SPACE * above.type_size < widths[column]:
            return True
    return False


def _close(rows: Sequence[Row]) -> list[bool]:
    """For each row but the last whether the next stands as close as lines do, if others do not."""
    spaces = [_space(*pair) for pair in pairwise(rows)]
    ordered = sorted(space for space in spaces if space is not None)
    steps = [(high - low, low) for low, high in pairwise(ordered) if low < TIGHT]
    step, most = max(steps, default=(0.0, 0.0))
    return [step >= WIDER and space is not None and space <= most for space in spaces]


def _space(upper: Row, lower: Row) -> float | None:
    """Between the text of two rows, in times of the font size; None where one has none."""
    if not upper or not lower:
        return None
    above, below = ([line for lines in row.values() for line in lines] for row in (upper, lower))
    size = median(line.type_size for line in (*above, *below))
    return (extent(below)[0] - extent(above)[1]) / size


def _go_on(pairs: Sequence[tuple[Row, Row]]) -> bool:
    """Whether the cells of rows close below others mostly begin as what goes on with these."""
    below = [lines for upper, lower in pairs for column, lines in lower.items() if column in upper]
    return sum(map(_begins_small, below)) >= GOING_ON * len(below) > 0


def _is_further(upper: Row, lower: Row) -> bool:
    """Whether a row has no label and mostly goes on with phrases right above it."""
    space = _space(upper, lower)
    if space is None or space >= TIGHT or 0 in lower or not lower.keys() <= upper.keys():
        return False
    phrases = all(len(text_of(upper[column]).split()) > 1 for column in lower)
    return phrases and sum(map(_begins_small, lower.values())) * 2 >= len(lower)


def _begins_small(lines: Sequence[Line]) -> bool:
    return next((char for char in text_of(lines) if char.isalnum()), "").islower()
