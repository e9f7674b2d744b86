"""Drawn tables with the rows beside them that have no drawing: first, last, every second."""

from __future__ import annotations

from itertools import pairwise, takewhile
from statistics import median
from typing import TYPE_CHECKING

from core.geometry import contains_centre
from core.parsing.structuring.markers import CAPTION
from core.parsing.tables.candidate_rows import TIGHT
from core.parsing.tables.lattice import edges, grid_of_spans
from core.parsing.tables.phrases import extent, is_heading, over, row_edges, value_rows
from core.reading.line import text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.parsing.read_pages import Span, TableGrid
    from core.reading.line import Line

NEAR = 1.6
"""Space above a row that belongs to the table before it, at most, in font sizes."""

LONGEST = 14
"""Words of a phrase at most; more are running text."""

SHORT = 7
"""Words of a heading over several columns at most."""

SAME = 6.0
"""Points by which the edges of the columns of two parts of one table may differ."""


def grown(grids: Sequence[TableGrid], lines: Sequence[Line]) -> list[TableGrid]:
    """Grids with the rows of `lines` that fit their columns, and parts so joined made one."""
    boxes = [grid.box for grid in grids]
    outside = [line for line in lines if not any(contains_centre(box, line.box) for box in boxes)]
    rows = value_rows(outside) if grids else []
    tables: list[TableGrid] = []
    for grid in sorted(grids, key=lambda grid: grid.box[1]):
        top = tables[-1].box[3] if tables and _is_below(grid, tables[-1]) else 0.0
        sizes = [line.size for line in lines if contains_centre(grid.box, line.box)]
        size = median(sizes or [0.0])
        whole = _extended(grid, [row for row in rows if row[0].middle > top], size, up=True)
        whole = _extended(whole, rows, size, up=False)
        if tables and _follows(tables[-1], whole):
            whole = _joined(tables.pop(), whole)
        tables.append(whole)
    return tables


def _is_below(grid: TableGrid, other: TableGrid) -> bool:
    return grid.box[0] < other.box[2] and other.box[0] < grid.box[2] and grid.box[1] > other.box[1]


def _extended(
    grid: TableGrid, rows: Sequence[Sequence[Line]], size: float, *, up: bool
) -> TableGrid:
    """The grid with the rows above it (`up`), or below it, that belong to it.

    `size` is that of its type in points.
    """
    left, top, right, bottom = grid.box
    beside = [phrases for row in rows if (phrases := over(row, left, right))]
    if up:
        beyond = [row for row in beside if row[0].middle < top][::-1]
    else:
        beyond = [row for row in beside if row[0].middle > bottom]
    added = _fitting(grid, takewhile(lambda row: not is_heading(row, size), beyond), up=up)
    if not added:
        return grid
    ys, xs = edges(grid)
    spans = [cell.span for cell in grid.cells]
    if up:
        return grid_of_spans([*row_edges(added[::-1])[:-1], *ys], xs, _moved(spans, len(added)))
    return grid_of_spans([*ys, *row_edges(added)[1:]], xs, spans)


def _fitting(grid: TableGrid, rows: Iterable[list[Line]], *, up: bool) -> list[list[Line]]:
    """The phrases of each row that belongs to a grid, from it outwards."""
    xs = edges(grid)[1]
    edge = grid.box[1] if up else grid.box[3]
    fitting: list[list[Line]] = []
    waiting: list[Line] = []
    for row in rows:
        top, bottom = extent(row)
        space = (edge - bottom if up else top - edge) / max(p.type_size for p in row)
        if space > (TIGHT if waiting and up else NEAR) or not _fits(row, xs, up=up):
            break
        more = _is_more(row, xs) and (space < TIGHT or not (fitting or waiting))
        edge = top if up else bottom
        if not up and not waiting and len(row) == 1 and row[0].left < xs[1]:
            waiting = row
        elif more and up:
            waiting += row
        elif more and fitting and not waiting:
            fitting[-1] += row
        elif len(row) > 1:
            fitting += [waiting, row] if waiting and not up else [[*waiting, *row]]
            waiting = []
        else:
            break
    return fitting


def _is_more(row: Sequence[Line], xs: Sequence[float]) -> bool:
    """Whether a row may be the further lines of cells: one phrase, or none in the first column."""
    return len(row) == 1 or row[0].left > xs[1] - 2


def _fits(row: Sequence[Line], xs: Sequence[float], *, up: bool) -> bool:
    """Whether each phrase of a row stands in one column; above a table, it may span several."""
    if any(len(phrase.words) > LONGEST for phrase in row) or CAPTION.match(text_of(row)):
        return False
    short = all(len(phrase.words) <= SHORT for phrase in row)
    if short and (up if len(row) > 1 else row[0].left < xs[1]):
        return row[0].left >= xs[0] - 2 and row[-1].right <= xs[-1] + 2
    return all(
        any(a - 2 <= phrase.left and phrase.right <= b + 2 for a, b in pairwise(xs))
        for phrase in row
    )


def _follows(upper: TableGrid, lower: TableGrid) -> bool:
    """Whether a grid begins where another with the same columns ends."""
    upper_edges, lower_edges = edges(upper)[1], edges(lower)[1]
    same = len(upper_edges) == len(lower_edges) and all(
        abs(a - b) <= SAME for a, b in zip(upper_edges, lower_edges, strict=True)
    )
    return same and abs(lower.box[1] - upper.box[3]) <= 2 * SAME


def _joined(upper: TableGrid, lower: TableGrid) -> TableGrid:
    (ys, xs), (more, _) = edges(upper), edges(lower)
    below = _moved([cell.span for cell in lower.cells], len(ys) - 1)
    ys[-1] = (ys[-1] + more[0]) / 2
    return grid_of_spans([*ys, *more[1:]], xs, [*(cell.span for cell in upper.cells), *below])


def _moved(spans: Sequence[Span], rows: int) -> list[Span]:
    """Spans so many rows further down."""
    return [(first + rows, left, last + rows, right) for first, left, last, right in spans]
