"""A table element from its grid, filled with exactly the words inside each cell."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from core.parsing.elements import Element
from core.parsing.structuring.line_rows import merge_pieces
from core.parsing.tables.lattice import edges, owners, places
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.read_pages import GridCell, TableGrid
    from core.reading.line import Line


def table_element(grid: TableGrid, lines: Sequence[Line], width: float) -> Element:
    """The table of a grid with all words of `lines`, each in the cell nearest to its middle.

    Metadata of a cell: `row`, `column` (from 0), `row_span`, `column_span` (where over 1) and
    `header` ("true"). Metadata of the table: `columns`, the left edges as shares of the page,
    which is `width` points wide.
    """
    contents = words_by_cell(grid, lines)
    rows: dict[int, list[Element]] = {}
    for cell, words in zip(grid.cells, contents, strict=True):
        element = Element(ElementType.TABLE_CELL, merge_pieces(words), metadata=_metadata(cell))
        rows.setdefault(cell.row, []).append(element)
    children = [Element(ElementType.TABLE_ROW, children=row) for _, row in sorted(rows.items())]
    columns = ",".join(f"{left / width:.2f}" for left in edges(grid)[1][:-1])
    return Element(ElementType.TABLE, children=children, metadata={"columns": columns})


def words_by_cell(grid: TableGrid, lines: Sequence[Line]) -> list[list[Line]]:
    """For each cell the parts of `lines` in it."""
    ys, xs = edges(grid)
    cells = iter(owners(grid)[tuple(places(lines, ys, xs).T)].tolist())
    contents: list[list[Line]] = [[] for _ in grid.cells]
    for line in lines:
        for cell, part in line.parts(list(islice(cells, len(line.boxes)))).items():
            contents[cell].append(part)
    return contents


def _metadata(cell: GridCell) -> dict[str, str]:
    metadata = {"row": str(cell.row), "column": str(cell.column)}
    if cell.rows > 1:
        metadata["row_span"] = str(cell.rows)
    if cell.columns > 1:
        metadata["column_span"] = str(cell.columns)
    if cell.header:
        metadata["header"] = "true"
    return metadata
