"""Grids of tables whose cells are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.parsing.tables.adjoining_rows import grown
from core.parsing.tables.filling import words_by_cell
from core.parsing.tables.grid_refinement import refined
from core.parsing.tables.headers import with_headers
from core.parsing.tables.lattice import edges, grid_of_boxes, grid_of_spans, without_padding
from core.parsing.tables.phrases import SIGN, is_figure, text_rows
from core.parsing.tables.rulings import cells
from core.reading.line import SLANTED
from core.reading.page_boxes import area

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.read_pages import GridCell, TableGrid
    from core.reading.line import Box, Line
    from core.reading.page_content import PageContent, Vector

LIST_ROWS = 4
"""Boxes below each other from which on they are a table of one column."""

LIST_WORDS = 20
"""Words in such a box at most; more are running text in a frame."""


def ruled_grids(content: PageContent) -> list[tuple[TableGrid, list[Line]]]:
    """Each drawn table of a page with the lines inside; frames around running text are none.

    A line inside of several, as where a table stands in a cell, is in the smallest.
    """
    lines = [line for line in content.lines if not line.hidden and line.angle != SLANTED]
    if not lines:
        return []
    drawn = [_drawn(boxes, lines) for boxes in cells(content) if len(boxes) > 1]
    grids = grown([grid for grid in drawn if grid is not None], lines)
    found: list[tuple[TableGrid, list[Line]]] = []
    for grid, inside in zip(grids, _by_grid(lines, grids), strict=True):
        if not inside:
            continue
        grid = grid if grid in drawn else refined(grid, inside, content.vectors)
        held = words_by_cell(grid, inside)
        found.append((with_headers(grid, held, _over(content.vectors, grid.box)), inside))
    return found


def _drawn(boxes: Sequence[Box], lines: Sequence[Line]) -> TableGrid | None:
    """The grid of drawn cells, if they are those of a table."""
    grid = grid_of_boxes(boxes)
    inside = _inside(lines, grid.box)
    if not inside:
        return None
    grid = without_signs(without_padding(grid, inside), inside)
    return grid if _is_table(grid, words_by_cell(grid, inside)) else None


def fits(grid: TableGrid, lines: Sequence[Line]) -> bool:
    """Whether no drawn cell holds what are several: phrases side by side, or rows of figures."""
    held = words_by_cell(grid, lines)
    return not any(_is_several(lines) for lines in held if lines)


def _is_several(lines: Sequence[Line]) -> bool:
    rows = text_rows(lines)
    beside = sum(len(row) > 1 for row in rows)
    figures = sum(len(row) == 1 and is_figure(row[0].text) for row in rows)
    return (beside > 1 and beside * 2 > len(rows)) or (figures > 1 and figures == len(rows))


def _is_table(grid: TableGrid, held: Sequence[Sequence[Line]]) -> bool:
    """Whether drawn cells are those of a table, not a frame around text or the lines of a plot."""
    filled = [cell for cell, lines in zip(grid.cells, held, strict=True) if lines]
    rows = [cell.row for cell in filled]
    if len(edges(grid)[1]) == 2:
        words = [sum(len(line.words) for line in lines) for lines in held]
        return len(rows) >= LIST_ROWS and max(words) <= LIST_WORDS and min(words) > 0
    return any(rows.count(row) > 1 for row in set(rows)) and not _is_plot(grid, filled)


def without_signs(grid: TableGrid, lines: Sequence[Line]) -> TableGrid:
    """The grid with columns that hold signs of currency only made one with those behind them."""
    texts: dict[int, list[str]] = {}
    for cell, held in zip(grid.cells, words_by_cell(grid, lines), strict=True):
        for column in range(cell.column, cell.column + cell.columns):
            texts.setdefault(column, []).extend(word for line in held for word in line.words)
    ys, xs = edges(grid)
    signs = {
        column
        for column, words in texts.items()
        if words and column + 2 < len(xs) and all(map(SIGN.match, words))
    }
    if not signs:
        return grid
    index = [column - sum(sign < column for sign in signs) for column in range(len(xs))]
    kept = [x for column, x in enumerate(xs) if column - 1 not in signs]
    spans = [
        (c.row, index[c.column], c.row + c.rows, index[c.column + c.columns]) for c in grid.cells
    ]
    spans = [span for span in spans if span[1] < span[3]]
    return grid_of_spans(ys, kept, spans)


def _is_plot(grid: TableGrid, filled: Sequence[GridCell]) -> bool:
    """Whether most cells are empty, which those of a form are only below a row of headings."""
    count = len(grid.cells)
    uneven = sum(cell.rows * cell.columns > 1 for cell in grid.cells)
    columns = len(edges(grid)[1]) - 1
    headed = [cell.row for cell in filled].count(0) == columns
    used = {cell.column + at for cell in filled for at in range(cell.columns)}
    gaps = len(used) * 3 < columns * 2
    few = (gaps or len(filled) * 5 < count) and not headed
    return few or (uneven * 4 > count and len(filled) * 2 < count)


def _by_grid(lines: Sequence[Line], grids: Sequence[TableGrid]) -> list[list[Line]]:
    """For each grid the lines inside of it and of no smaller one."""
    held: list[list[Line]] = [[] for _ in grids]
    order = sorted(range(len(grids)), key=lambda index: area(grids[index].box))
    for line in lines:
        home = next((index for index in order if _is_inside(line, grids[index].box)), None)
        if home is not None:
            held[home].append(line)
    return held


def _inside(lines: Sequence[Line], box: Box) -> list[Line]:
    return [line for line in lines if _is_inside(line, box)]


def _is_inside(line: Line, box: Box) -> bool:
    across = min(line.right, box[2]) - max(line.left, box[0])
    down = min(line.bottom, box[3]) - max(line.top, box[1])
    area = line.width * line.height
    return area > 0 and max(across, 0.0) * max(down, 0.0) > 0.5 * area


def _over(vectors: Sequence[Vector], box: Box) -> list[Vector]:
    """The drawings that reach into a table."""
    return [
        vector
        for vector in vectors
        if vector.box[0] < box[2]
        and vector.box[2] > box[0]
        and vector.box[1] < box[3]
        and vector.box[3] > box[1]
    ]
