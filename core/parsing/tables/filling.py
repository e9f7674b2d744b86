"""A table element from its grid, filled with exactly the words inside each cell."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from core.cell_place import CellPlace
from core.parsing.elements import Element
from core.parsing.structuring.line_rows import merge_pieces
from core.parsing.tables.lattice import edges, owners, places
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.read_pages import TableGrid
    from core.reading.line import Line


def table_element(grid: TableGrid, lines: Sequence[Line], width: float) -> Element:
    """The table of a grid with all words of `lines`, each in the cell nearest to its middle.

    Metadata of a cell are those of its `CellPlace`; of the table: `columns`, the left edges as
    shares of the page, which is `width` points wide.
    """
    contents = words_by_cell(grid, lines)
    rows: dict[int, list[Element]] = {}
    for cell, words in zip(grid.cells, contents, strict=True):
        place = CellPlace(cell.row, cell.column, cell.rows, cell.columns, cell.header)
        element = Element(ElementType.TABLE_CELL, merge_pieces(words), metadata=place.metadata)
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
