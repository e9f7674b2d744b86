"""Tables that the layout model took for text or a picture, found by their rulings and columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.geometry import coverage, intersection
from core.parsing.read_pages import Region
from core.parsing.tables.ruled import ruled_grids
from core.parsing.tables.unruled import aligned_grids

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.geometry import Box
    from core.parsing.read_pages import GridCell
    from core.reading.line import Line
    from core.reading.page_content import PageContent

COVERED = 0.6
"""Share of the area of a region that a table must cover to take its place."""

FEWEST = (3, 2)
"""Rows and columns of a drawn grid from which on it is a table where the model saw none."""


def with_tables(regions: Sequence[Region], content: PageContent) -> list[Region]:
    """Regions with one for each table that is in none of the model's tables and pictures.

    Regions that lie in such a table are left out; the table stands where the first of them
    stood. What OCR read in a picture may be a table as well.
    """
    taken = [region.box for region in regions if region.kind == "table"]
    pictures = [region.box for region in regions if region.kind == "picture"]
    found = list(regions)
    free = [line for line in content.upright if not _is_held(line, taken, pictures)]
    drawn = [
        grid
        for grid, _ in ruled_grids(content)
        if _is_large(grid.cells) and not any(intersection(grid.box, box) > 0 for box in pictures)
    ]
    for grid in [*drawn, *aligned_grids(content, free)]:
        if any(intersection(grid.box, box) > 0 for box in taken):
            continue
        taken.append(grid.box)
        inside = [region for region in found if coverage(region.box, grid.box) >= COVERED]
        at = found.index(inside[0]) if inside else len(found)
        found.insert(at, Region("table", grid.box, grid))
        found = [region for region in found if region not in inside]
    return found


def _is_held(line: Line, tables: Sequence[Box], pictures: Sequence[Box]) -> bool:
    """Whether a line stands in a table, or in a picture and was not read by OCR."""
    boxes = tables if line.confidence < 1.0 else [*tables, *pictures]
    return any(intersection(line.box, box) > 0 for box in boxes)


def _is_large(cells: Sequence[GridCell]) -> bool:
    rows, columns = max(cell.row for cell in cells) + 1, max(cell.column for cell in cells) + 1
    return rows >= FEWEST[0] and columns >= FEWEST[1]
