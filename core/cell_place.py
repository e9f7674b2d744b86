"""Where a cell of a table stands, as nodes of a tree say it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.sir import Sir


class CellPlace(NamedTuple):
    """Row and column of a table cell, from 0, and how many of them it covers."""

    row: int
    column: int
    rows: int = 1
    columns: int = 1
    header: bool = False

    @property
    def metadata(self) -> dict[str, str]:
        """`row`, `column`, `row_span` and `column_span` where over 1, and `header` ("true")."""
        metadata = {"row": str(self.row), "column": str(self.column)}
        if self.rows > 1:
            metadata["row_span"] = str(self.rows)
        if self.columns > 1:
            metadata["column_span"] = str(self.columns)
        if self.header:
            metadata["header"] = "true"
        return metadata


def by_column(sir: Sir, row: int) -> Iterator[tuple[int, int]]:
    """(column, cell) for the cells of a row; a cell over several columns stands in the first."""
    column = 0
    for cell in sir.nodes[row].children:
        metadata = sir.nodes[cell].metadata
        column = int(metadata.get("column", column))
        yield column, cell
        column += int(metadata.get("column_span", 1))
