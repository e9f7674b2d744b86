"""Where a cell of a table stands, as nodes of a tree say it."""

from __future__ import annotations

from typing import NamedTuple


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
