"""A table element from its grid, filled with exactly the words inside each cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.parsing.elements import Element
from core.parsing.structuring.rows import merge_pieces
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.pages import GridCell, TableGrid
    from core.reading.content import PageContent
    from core.reading.line import Line


def table_element(grid: TableGrid, lines: Sequence[Line], content: PageContent) -> Element:
    """The table of a grid with all words of `lines`, each in the cell nearest to its middle.

    Metadata of a cell: `row`, `column` (from 0), `row_span`, `column_span` (where over 1) and
    `header` ("true"). Metadata of the table: `columns`, the left edges as shares of the page.
    """
    held: dict[int, list[Line]] = {}
    for line in lines:
        by_cell: dict[int, list[int]] = {}
        for index, cell in enumerate(_nearest(line, grid.cells)):
            by_cell.setdefault(cell, []).append(index)
        for cell, words in by_cell.items():
            held.setdefault(cell, []).append(line.part(words))
    rows: dict[int, list[Element]] = {}
    for index, cell in enumerate(grid.cells):
        element = Element(ElementType.TABLE_CELL, merge_pieces(held.get(index, ())))
        element.metadata = _metadata(cell)
        rows.setdefault(cell.row, []).append(element)
    children = [Element(ElementType.TABLE_ROW, children=row) for _, row in sorted(rows.items())]
    edges = sorted({cell.column: cell.box[0] for cell in grid.cells}.items())
    columns = ",".join(f"{x / content.width:.2f}" for _, x in edges)
    return Element(ElementType.TABLE, children=children, metadata={"columns": columns})


def _metadata(cell: GridCell) -> dict[str, str]:
    found = {"row": str(cell.row), "column": str(cell.column)}
    if cell.rows > 1:
        found["row_span"] = str(cell.rows)
    if cell.columns > 1:
        found["column_span"] = str(cell.columns)
    if cell.header:
        found["header"] = "true"
    return found


def _nearest(line: Line, cells: Sequence[GridCell]) -> list[int]:
    words = np.array(line.boxes)
    left, top, right, bottom = np.array([cell.box for cell in cells]).T
    x, y = ((words[:, i] + words[:, i + 2])[:, None] / 2 for i in (0, 1))
    across = np.maximum(np.maximum(left - x, x - right), 0.0)
    down = np.maximum(np.maximum(top - y, y - bottom), 0.0)
    return np.argmin(across + down, axis=1).tolist()
