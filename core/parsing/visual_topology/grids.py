"""Table structure of a page: rows, columns, spans and header cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.parsing.read_pages import GridCell, TableGrid

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pymupdf

    from core.geometry import Box


def as_box(edges: Sequence[float]) -> Box:
    """Left, top, right and bottom of whatever a library calls a box."""
    left, top, right, bottom = (float(edge) for edge in edges[:4])
    return left, top, right, bottom


def table_grids(page: pymupdf.Page) -> dict[Box, TableGrid]:
    """Grids by box of the table. `page.layout_information` must hold the raw layout."""
    found = page.find_tables(union=True, refine=True)
    grids: dict[Box, TableGrid] = {}
    for table in found.tables if found else ():
        box = as_box(table.bbox)
        cells = [
            GridCell(
                index,
                column,
                as_box(cell.bbox),
                cell.rowspan,
                cell.colspan,
                cell.tag == "th",
            )
            for index, row in enumerate(table.placements or ())
            for column, cell in enumerate(row)
            if cell is not None and cell.bbox is not None
        ]
        grids[box] = TableGrid(box, tuple(cells))
    return grids
