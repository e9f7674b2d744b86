"""Tables of a page read by sight: of regions, and those that the layout model took for others."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from core.geometry import THIN, bounds, contains_centre, coverage, intersection
from core.parsing.read_pages import Region
from core.parsing.tables.filling import table_element as filled
from core.parsing.tables.filling import words_by_cell
from core.parsing.tables.grid_refinement import refined
from core.parsing.tables.headers import with_checked_header, with_headers
from core.parsing.tables.lattice import edges, grid_of_spans
from core.parsing.tables.phrases import covered, text_rows
from core.parsing.tables.ruled import fits, ruled_grids
from core.parsing.tables.unruled import aligned_grids, tall_grids, words_inside
from core.reading.line import around, count_words
from core.reading.runs import runs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.geometry import Box
    from core.parsing.elements import Element
    from core.parsing.read_pages import GridCell, TableGrid
    from core.reading.line import Line
    from core.reading.page_content import PageContent


COVERED = 0.6
"""Share of the area of a region that a table must cover to take its place."""

BROAD = 0.2
"""Share of the width of a region from which a drawing may be a ruling of a table in it."""

GUTTER = 8.0
"""Points between the rulings of two tables side by side."""

FEWEST_RULINGS = 2
"""Rulings, or shaded rows, of each of them."""

APART = 2.0
"""Distance, in times of the font size, from which lines are no rows of a drawn table."""

FEWEST = (3, 2)
"""Rows and columns of a drawn grid from which on it is a table where the model saw none."""

USUAL = 0.8
"""Share of the words of a region that the columns of its table hold, at least."""

WHOLE = 0.8
"""Share of the lines of running text that are one phrase, at least."""


def with_tables(regions: Sequence[Region], content: PageContent) -> list[Region]:
    """Regions with one for each table that is in none of the model's tables and pictures.

    Regions that lie in such a table are left out; the table stands where the first of them
    stood. What OCR read in a picture may be a table as well.
    """
    ruled = ruled_grids(content)
    fitting = [grid for grid, lines in ruled if fits(grid, lines)]
    regions = [
        part
        for region in regions
        for table in _split_above_and_below(region, fitting, content)
        for part in _split_side_by_side(table, content)
    ]
    taken = [region.box for region in regions if region.kind == "table"]
    pictures = [region.box for region in regions if region.kind == "picture"]
    whole = list(regions)
    free = [line for line in content.upright if not _is_held(line, taken, pictures)]
    drawn = [
        grid
        for grid, _ in ruled
        if _is_large(grid.cells) and not any(intersection(grid.box, box) > 0 for box in pictures)
    ]
    for grid in [*drawn, *aligned_grids(content, free)]:
        if any(intersection(grid.box, box) > 0 for box in taken):
            continue
        taken.append(grid.box)
        inside = [region for region in whole if coverage(region.box, grid.box) >= COVERED]
        at = whole.index(inside[0]) if inside else len(whole)
        whole.insert(at, Region("table", grid.box, grid))
        whole = [region for region in whole if region not in inside]
    return whole


def _split_above_and_below(
    region: Region, grids: Sequence[TableGrid], content: PageContent
) -> list[Region]:
    """A drawn table, and what stands apart above and below it, which the model took for a part."""
    if region.kind != "table":
        return [region]
    lines = [line for line in content.straight if contains_centre(region.box, line.box)]
    for grid in grids:
        _, top, _, bottom = grid.box
        above = [line for line in lines if line.bottom <= top]
        below = [line for line in lines if line.top >= bottom]
        inside = sum(contains_centre(grid.box, line.box) for line in lines)
        gaps = [top - line.bottom for line in above] + [line.top - bottom for line in below]
        apart = gaps and min(gaps) > APART * median(line.size for line in lines)
        if inside and apart and inside + len(gaps) == len(lines):
            parts = [around(above)] if above else []
            parts += [grid.box, *([around(below)] if below else [])]
            return [Region("table", box) for box in parts]
    return [region]


def _split_side_by_side(region: Region, content: PageContent) -> list[Region]:
    """The two tables side by side that a region holds, whose rulings leave a gutter between them.

    Where there are several gutters the columns of one table are ruled one by one.
    """
    if region.kind != "table":
        return [region]
    left, top, right, bottom = region.box
    wider = (left - GUTTER, top - GUTTER, right + GUTTER, bottom + GUTTER)
    inside = [vector.box for vector in content.vectors if contains_centre(wider, vector.box)]
    drawn = sorted(box for box in inside if box[2] - box[0] >= BROAD * (right - left))
    groups = runs(drawn, lambda run, box: box[0] - max(other[2] for other in run) < GUTTER)
    if len(groups) != 2 or min(map(len, groups)) < FEWEST_RULINGS:
        return [region]
    first, second = map(bounds, groups)
    lines = [line for line in content.upright if contains_centre(wider, line.box)]
    rows = [[_side(phrase, first, second) for phrase in row] for row in text_rows(lines)]
    has_columns = all(max((row.count(side) for row in rows), default=0) > 1 for side in (0, 1))
    if not has_columns or any(None in row for row in rows):
        return [region]
    middle = (first[2] + second[0]) / 2
    halves = (left, top, middle, bottom), (middle, top, right, bottom)
    return [Region("table", half) for half in halves]


def _side(phrase: Line, *tables: Box) -> int | None:
    """The number of the table whose rulings reach as far to the sides as a phrase; None of none."""
    for number, (left, _, right, _) in enumerate(tables):
        if left - THIN <= phrase.left and phrase.right <= right + THIN:
            return number
    return None


def _is_held(line: Line, tables: Sequence[Box], pictures: Sequence[Box]) -> bool:
    """Whether a line stands in a table, or in a picture and was not read by OCR."""
    boxes = tables if line.confidence < 1.0 else [*tables, *pictures]
    return any(intersection(line.box, box) > 0 for box in boxes)


def _is_large(cells: Sequence[GridCell]) -> bool:
    rows, columns = max(cell.row for cell in cells) + 1, max(cell.column for cell in cells) + 1
    return rows >= FEWEST[0] and columns >= FEWEST[1]


def table_element(
    grid: TableGrid | None, lines: Sequence[Line], content: PageContent
) -> Element | None:
    """The table of a region with all words of `lines`; None if they form no table.

    Cells that are drawn hold where each of them is one cell; then rows of cells of several lines
    that stand apart, of which the model makes a row of each line at times; then its grid.
    """
    drawn = _drawn(lines, content)
    if drawn is not None:
        return filled(drawn, lines, content.width)
    tall = _holding(tall_grids(content, lines), lines, 1.0)
    size = median(line.type_size for line in lines) if lines else 0.0
    grid = _with_header_of(tall, grid, size) if tall and grid else tall or grid
    grid = grid or _holding(aligned_grids(content, lines), lines, USUAL)
    if grid is None or _is_running(grid, lines):
        return None
    grid = with_checked_header(grid, words_by_cell(grid, lines), content.vectors)
    grid = refined(grid, lines, content.vectors)
    if min(map(len, edges(grid))) <= 2:  # A frame of one column or row, whose cells are not drawn.
        return None
    if not any(cell.header for cell in grid.cells):
        grid = with_headers(grid, words_by_cell(grid, lines), content.vectors)
    return filled(grid, lines, content.width)


def _is_running(grid: TableGrid, lines: Sequence[Line]) -> bool:
    """Whether nearly all lines are one phrase, and the grid cuts most of them between words.

    The model takes lines of code in a frame, and running text, for such tables.
    """
    xs, rows = edges(grid)[1], text_rows(lines)
    whole = [row[0] for row in rows if len(row) == 1]
    reaches = (covered(phrase, xs) for phrase in whole)
    cut = sum(last - first > 1 for first, last in reaches)
    return len(whole) >= WHOLE * len(rows) and 2 * cut > len(rows)


def _holding(grids: Sequence[TableGrid], lines: Sequence[Line], share: float) -> TableGrid | None:
    """The first grid with at least this share of the words of a region."""
    words = share * count_words(lines)
    return next((g for g in grids if count_words(words_inside(lines, g.box)[0]) >= words), None)


def _with_header_of(grid: TableGrid, model: TableGrid, size: float) -> TableGrid:
    """The grid, its header the rows whose first line of this size the model's, if any, holds."""
    bottom = max((cell.box[3] for cell in model.cells if cell.header), default=None)
    if bottom is None:
        return grid
    ys, xs = edges(grid)
    headers = sum(y + size < bottom for y in ys[:-1])
    return grid_of_spans(ys, xs, [cell.span for cell in grid.cells], headers)


def _drawn(lines: Sequence[Line], content: PageContent) -> TableGrid | None:
    """The drawn grid that holds the words of a region and no others."""
    words = [box for line in lines for box in line.boxes]
    for grid, inside in ruled_grids(content):
        whole = all(contains_centre(grid.box, word) for word in words)
        if whole and count_words(inside) <= len(words):
            return grid if fits(grid, lines) else None
    return None
