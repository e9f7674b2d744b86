"""Drawn tables with the rows beside them that have no drawing: first, last, every second."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from core.parsing.structuring.markers import CAPTION
from core.parsing.tables.candidate_rows import TIGHT
from core.parsing.tables.lattice import Span, edges, grid_of_spans
from core.parsing.tables.phrases import value_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.read_pages import TableGrid
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
    rows = value_rows(_outside(grids, lines)) if grids else []
    found: list[TableGrid] = []
    for grid in sorted(grids, key=lambda grid: grid.box[1]):
        top = found[-1].box[3] if found and _is_below(grid, found[-1]) else 0.0
        whole = _below(_above(grid, [row for row in rows if row[0].middle > top]), rows)
        if found and _follows(found[-1], whole):
            whole = _joined(found.pop(), whole)
        found.append(whole)
    return found


def _is_below(grid: TableGrid, other: TableGrid) -> bool:
    return grid.box[0] < other.box[2] and other.box[0] < grid.box[2] and grid.box[1] > other.box[1]


def _outside(grids: Sequence[TableGrid], lines: Sequence[Line]) -> list[Line]:
    boxes = [grid.box for grid in grids]
    return [
        line
        for line in lines
        if not any(
            box[1] <= line.middle <= box[3] and box[0] <= (line.left + line.right) / 2 <= box[2]
            for box in boxes
        )
    ]


def _above(grid: TableGrid, rows: Sequence[Sequence[Line]]) -> TableGrid:
    before = [row for row in _beside(grid, rows) if row[0].middle < grid.box[1]]
    return _with_rows(grid, _fitting(grid, before[::-1], up=True))


def _below(grid: TableGrid, rows: Sequence[Sequence[Line]]) -> TableGrid:
    after = [row for row in _beside(grid, rows) if row[0].middle > grid.box[3]]
    return _with_rows(grid, _fitting(grid, after, up=False))


def _beside(grid: TableGrid, rows: Sequence[Sequence[Line]]) -> list[list[Line]]:
    """Of each row of text, the phrases over or below a grid."""
    left, _, right, _ = grid.box
    found = [[p for p in row if p.right > left and p.left < right] for row in rows]
    return [row for row in found if row]


def _fitting(grid: TableGrid, rows: Sequence[list[Line]], *, up: bool) -> list[list[Line]]:
    """The phrases of each row that belongs to a grid, from it outwards."""
    xs = edges(grid)[1]
    edge = grid.box[1] if up else grid.box[3]
    found: list[list[Line]] = []
    held: list[Line] = []
    for row in rows:
        top, bottom = min(p.top for p in row), max(p.bottom for p in row)
        space = (edge - bottom if up else top - edge) / max(p.size or p.height for p in row)
        if space > (TIGHT if held and up else NEAR) or not _fit(row, xs, up=up):
            break
        more = _is_more(row, xs) and (space < TIGHT or not (found or held))
        edge = top if up else bottom
        if not up and not held and len(row) == 1 and row[0].left < xs[1]:
            held = row
        elif more and up:
            held += row
        elif more and found and not held:
            found[-1] += row
        elif len(row) > 1:
            found += [held, row] if held and not up else [[*held, *row]]
            held = []
        else:
            break
    return found


def _is_more(row: Sequence[Line], xs: Sequence[float]) -> bool:
    """Whether a row may be the further lines of cells: one phrase, or none in the first column."""
    return len(row) == 1 or row[0].left > xs[1] - 2


def _fit(row: Sequence[Line], xs: Sequence[float], *, up: bool) -> bool:
    """Whether each phrase of a row stands in one column; above a table, it may span several."""
    if any(len(phrase.words) > LONGEST for phrase in row) or CAPTION.match(_text(row)):
        return False
    if up and len(row) > 1 and all(len(phrase.words) <= SHORT for phrase in row):
        return row[0].left >= xs[0] - 2 and row[-1].right <= xs[-1] + 2
    if len(row) == 1 and row[0].left < xs[1] and len(row[0].words) <= SHORT:
        return row[0].left >= xs[0] - 2 and row[0].right <= xs[-1] + 2
    return all(
        any(a - 2 <= phrase.left and phrase.right <= b + 2 for a, b in _pairs(xs)) for phrase in row
    )


def _text(row: Sequence[Line]) -> str:
    return " ".join(phrase.text for phrase in row)


def _pairs(values: Sequence[float]) -> list[tuple[float, float]]:
    return list(pairwise(values))


def _with_rows(grid: TableGrid, rows: Sequence[Sequence[Line]]) -> TableGrid:
    """The grid with a row for each group of phrases above it or below it."""
    if not rows:
        return grid
    ys, xs = edges(grid)
    up = rows[0][0].middle < ys[0]
    ordered = [list(row) for row in (reversed(rows) if up else rows)]
    tops = [min(p.top for p in row) for row in ordered]
    bottoms = [max(p.bottom for p in row) for row in ordered]
    between = [(b + t) / 2 for b, t in zip(bottoms, tops[1:], strict=False)]
    spans = _spans(grid)
    if up:
        spans = [(a + len(rows), b, c + len(rows), d) for a, b, c, d in spans]
        return grid_of_spans([tops[0] - 1, *between, *ys], xs, spans)
    return grid_of_spans([*ys, *between, bottoms[-1] + 1], xs, spans)


def _spans(grid: TableGrid) -> list[Span]:
    return [(c.row, c.column, c.row + c.rows, c.column + c.columns) for c in grid.cells]


def _follows(upper: TableGrid, lower: TableGrid) -> bool:
    """Whether a grid begins where another with the same columns ends."""
    one, two = edges(upper)[1], edges(lower)[1]
    same = len(one) == len(two) and all(abs(a - b) <= SAME for a, b in zip(one, two, strict=True))
    return same and abs(lower.box[1] - upper.box[3]) <= 2 * SAME


def _joined(upper: TableGrid, lower: TableGrid) -> TableGrid:
    ys, xs = edges(upper)
    more = edges(lower)[0]
    count = len(ys) - 1
    ys[-1] = (ys[-1] + more[0]) / 2
    below = [(a + count, b, c + count, d) for a, b, c, d in _spans(lower)]
    return grid_of_spans([*ys, *more[1:]], xs, [*_spans(upper), *below])
