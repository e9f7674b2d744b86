"""Grids of tables whose cells are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from core.geometry import area, intersection, overlaps
from core.parsing.structuring.line_rows import merge_pieces
from core.parsing.tables.adjoining_rows import grown
from core.parsing.tables.filling import words_by_cell
from core.parsing.tables.grid_refinement import refined
from core.parsing.tables.headers import with_headers
from core.parsing.tables.lattice import edges, grid_of_boxes, grid_of_spans, without_padding
from core.parsing.tables.phrases import SIGN, is_figure, text_rows
from core.parsing.tables.rulings import cells
from core.reading.line import count_words, text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.geometry import Box
    from core.parsing.read_pages import GridCell, TableGrid
    from core.reading.line import Line
    from core.reading.page_content import PageContent

LIST_ROWS = 4
"""Boxes below each other from which on they are a table of one column."""

FIGURE = 3
"""Words of a figure with its unit at most; more are a text that begins with a number."""

SAME_LINE = 0.12
"""Difference of height of a label and its amount at most, in font sizes."""

LIST_WORDS = 20
"""Words in such a box at most; more are running text in a frame."""


def ruled_grids(content: PageContent) -> list[tuple[TableGrid, list[Line]]]:
    """Each drawn grid of a page with the lines inside; a frame around running text is none.

    A line inside of several, as where a table stands in a cell, is in the smallest.
    """
    return _with_lines(content, *_grids(content))


def tables_and_layouts(
    content: PageContent,
) -> tuple[list[tuple[TableGrid, list[Line]]], list[TableGrid]]:
    """Those drawn grids that are tables by themselves, and those whose cells frame passages."""
    drawn, whole = _grids(content)
    kinds = [(grid, _kind(grid, content.straight)) for grid in whole]
    tables = _with_lines(content, drawn, [grid for grid, kind in kinds if kind == "table"])
    return tables, [grid for grid, kind in kinds if kind == "layout"]


def _grids(content: PageContent) -> tuple[list[TableGrid], list[TableGrid]]:
    """The grids as they are drawn, and with the rows beside them that are not."""
    lines = content.straight
    drawn = [_drawn(boxes, lines) for boxes in cells(content) if len(boxes) > 1] if lines else []
    grids = list(filter(None, drawn))
    return grids, grown(grids, lines)


def _with_lines(
    content: PageContent, drawn: Sequence[TableGrid], grids: Sequence[TableGrid]
) -> list[tuple[TableGrid, list[Line]]]:
    tables: list[tuple[TableGrid, list[Line]]] = []
    for grid, inside in zip(grids, _by_grid(content.straight, grids), strict=True):
        if not inside:
            continue
        grid = grid if grid in drawn else refined(grid, inside, content.vectors)
        over = [vector for vector in content.vectors if overlaps(vector.box, grid.box)]
        tables.append((with_headers(grid, words_by_cell(grid, inside), over), inside))
    return tables


def _drawn(boxes: Sequence[Box], lines: Sequence[Line]) -> TableGrid | None:
    """The grid of drawn cells, if they are those of a table."""
    grid = grid_of_boxes(boxes)
    inside = [line for line in lines if _is_inside(line, grid.box)]
    if not inside:
        return None
    grid = without_signs(without_padding(grid, inside), inside)
    contents = words_by_cell(grid, inside)
    if not _is_table(grid, contents) or _lacks_labels(grid, contents, lines):
        return None
    return grid


def fits(grid: TableGrid, lines: Sequence[Line]) -> bool:
    """Whether no drawn cell holds what are several: phrases side by side, or rows of figures.

    Two figures below each other in one cell only may as well be a text that goes on.
    """
    contents = [text_rows(cell) for cell in words_by_cell(grid, lines) if cell]
    stacks = [len(rows) for rows in contents if len(rows) > 1 and all(map(_is_one_figure, rows))]
    return not any(map(_is_beside, contents)) and (len(stacks) < 2 and max(stacks, default=0) < 3)


def _is_beside(rows: Sequence[Sequence[Line]]) -> bool:
    """Whether most rows of a cell, and more than one, have phrases side by side."""
    beside = sum(len(row) > 1 for row in rows)
    return beside > 1 and beside * 2 > len(rows)


def _is_one_figure(row: Sequence[Line]) -> bool:
    return len(row) == 1 and is_figure(row[0].text) and len(row[0].words) <= FIGURE


def _is_table(grid: TableGrid, contents: Sequence[Sequence[Line]]) -> bool:
    """Whether drawn cells are those of a table, not a frame around text or the lines of a plot."""
    filled = [cell for cell, lines in zip(grid.cells, contents, strict=True) if lines]
    rows = [cell.row for cell in filled]
    if len(edges(grid)[1]) == 2:
        words = [count_words(lines) for lines in contents]
        return len(rows) >= LIST_ROWS and max(words) <= LIST_WORDS and min(words) > 0
    return any(rows.count(row) > 1 for row in set(rows)) and not _is_plot(grid, filled)


def _kind(grid: TableGrid, lines: Sequence[Line]) -> Literal["table", "layout", "none"]:
    """What drawn cells are: those of a table, frames side by side around passages, or neither.

    Letters of one width are a listing where the rest of the page has others.
    """
    inside = [line for line in lines if _is_inside(line, grid.box)]
    contents = words_by_cell(grid, inside)
    filled = [
        (cell.row, merge_pieces(own)) for cell, own in zip(grid.cells, contents, strict=True) if own
    ]
    typed = [count_words(line for line in part if line.monospaced) for part in (lines, inside)]
    if typed[1] * 2 > count_words(inside) and typed[0] * 2 < count_words(lines):
        return "none"
    if len({row for row, _ in filled}) > 1:
        return "table"
    return "layout" if any(len(own) > 1 for _, own in filled) else "none"


def _lacks_labels(
    grid: TableGrid, contents: Sequence[Sequence[Line]], lines: Sequence[Line]
) -> bool:
    """Whether drawn cells are the amounts of a year on a ground, with their labels left of it.

    Labels stand level with amounts, as running text beside the cells does by chance alone.
    """
    texts = [text_of(cell) for cell in contents if cell]
    if not all(is_figure(text) or SIGN.match(text) for text in texts):
        return False
    before = [line.bottom for line in lines if line.left < grid.box[0]]
    named = {
        cell.row
        for cell, amounts in zip(grid.cells, contents, strict=True)
        if any(abs(line.bottom - y) < SAME_LINE * line.size for line in amounts for y in before)
    }
    return len(named) > 1 and len(named) * 2 > len(edges(grid)[0]) - 1


def without_signs(grid: TableGrid, lines: Sequence[Line]) -> TableGrid:
    """The grid with columns that hold signs of currency only made one with those behind them."""
    texts: dict[int, list[str]] = {}
    for cell, content in zip(grid.cells, words_by_cell(grid, lines), strict=True):
        for column in range(cell.column, cell.column + cell.columns):
            texts.setdefault(column, []).extend(word for line in content for word in line.words)
    ys, xs = edges(grid)
    signs = {
        column
        for column, words in texts.items()
        if words and column + 2 < len(xs) and all(map(SIGN.match, words))
    }
    if not signs:
        return grid
    index = [column - sum(sign < column for sign in signs) for column in range(len(xs))]
    others = [x for column, x in enumerate(xs) if column - 1 not in signs]
    spans = [(a, index[b], c, index[d]) for a, b, c, d in (cell.span for cell in grid.cells)]
    return grid_of_spans(ys, others, spans)


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
    by_grid: list[list[Line]] = [[] for _ in grids]
    order = sorted(range(len(grids)), key=lambda index: area(grids[index].box))
    for line in lines:
        home = next((at for at in order if _is_inside(line, grids[at].box)), None)
        if home is not None:
            by_grid[home].append(line)
    return by_grid


def _is_inside(line: Line, box: Box) -> bool:
    """Whether more than half of a line lies in a box."""
    level = line.top < box[3] and line.bottom > box[1]
    return level and intersection(line.box, box) > 0.5 * area(line.box) > 0
