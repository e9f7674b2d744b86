"""Rows of a grid that are lines of one row, made one.

Two rows that are made one say what nobody wrote, so a row is joined only where a sentence breaks
off above it: where words alone could be lines or rows, they stay rows.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from core.geometry import THIN
from core.parsing.tables.candidate_rows import TIGHT
from core.parsing.tables.lattice import edges, grid_of_spans
from core.parsing.tables.phrases import extent
from core.reading.line import text_of
from core.text.sentences import breaks_off

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.parsing.read_pages import TableGrid
    from core.reading.line import Line
    from core.reading.page_content import Vector

    Row = dict[int, Sequence[Line]]
    """The lines of the filled cells of a row, by column."""

FILLED = 0.8
"""Share of a column that its text may fill; the rest parts it from the next."""

SPACE = 0.5
"""Times the font size of the space between two words, and what is left free behind them."""


def with_whole_rows(
    grid: TableGrid, contents: Sequence[Sequence[Line]], vectors: Sequence[Vector]
) -> TableGrid:
    """The grid with its rows below the header whole; `contents` are the lines in each cell."""
    ys, xs = edges(grid)
    headers = sum({cell.row: cell.header for cell in grid.cells}.values())
    reaching = any(cell.rows > 1 and cell.row + cell.rows > headers for cell in grid.cells)
    if reaching or headers == len(ys) - 1:
        return grid
    wide = {cell.row for cell in grid.cells if cell.columns > 1}
    rows: list[Row] = [{} for _ in ys[1:]]
    for cell, lines in zip(grid.cells, contents, strict=True):
        if lines and cell.row not in wide:
            rows[cell.row][cell.column] = lines
    drawn = [v for v in vectors if v.box[0] < xs[-1] and v.box[2] > xs[0]]
    joins = _joins(rows[headers:], _widths(rows, xs), drawn)
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


def _joins(
    rows: Sequence[Row], widths: Sequence[float], vectors: Sequence[Vector]
) -> Iterator[bool]:
    """For each row but the last whether the next one is a line of it."""
    columns = set(rows[0])
    for upper, lower in pairwise(rows):
        join = (
            lower.keys() < columns
            and _goes_on(upper, lower, widths)
            and _is_near(upper, lower, vectors)
        )
        columns = columns if join else set(lower)
        yield join


def _goes_on(upper: Row, lower: Row, widths: Sequence[float]) -> bool:
    """Whether all cells of a row go on with those above, one of which breaks off in a sentence.

    A label does so itself, and no cell would have fitted behind what is above it. `widths` are
    those that a line of each column may have.
    """
    if not lower or not lower.keys() <= upper.keys():
        return False
    open_columns = {column for column in lower if breaks_off(text_of(upper[column]))}
    if not open_columns or (0 in lower and 0 not in open_columns):
        return False
    return all(
        _begins_small(lines) and not _fits_behind(upper[column], lines, widths[column])
        for column, lines in lower.items()
    )


def _begins_small(lines: Sequence[Line]) -> bool:
    return text_of(lines).lstrip("(")[:1].islower()


def _fits_behind(upper: Sequence[Line], lower: Sequence[Line], width: float) -> bool:
    """Whether the first word of a cell would have fitted behind the last line of the one above."""
    above = max(upper, key=lambda line: line.bottom)
    left, _, right, _ = min(lower, key=lambda line: line.top).boxes[0]
    return above.width + right - left + SPACE * above.type_size < width


def _is_near(upper: Row, lower: Row, vectors: Sequence[Vector]) -> bool:
    """Whether two rows stand as close as lines do, with no ruling or change of ground between."""
    above, below = ([line for lines in row.values() for line in lines] for row in (upper, lower))
    (top, bottom), (low, end) = extent(above), extent(below)
    edges_drawn = (
        height
        for _, high, _, base in (vector.box for vector in vectors)
        for height in ({(high + base) / 2} if base - high <= THIN else {high, base})
    )
    between = (top + bottom) / 2, (low + end) / 2
    apart = any(between[0] < height < between[1] for height in edges_drawn)
    return not apart and low - bottom < TIGHT * above[0].type_size
