"""Tables in OTSL, the table language of DocTags: a token for each square of the grid.

Source: Optimized Table Tokenization for Table Structure Recognition (arXiv 2305.03393), section 4.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.parsing.adapters.structure import with_corners
from core.parsing.adapters.tables import MOST_SPANNED, NativeCell

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.geometry import BoundingBox
    from core.parsing.adapters.native import NativeElement

NEW_LINE = "nl"
_HEADERS = frozenset({"ched", "rhed"})
_LEFT, _UP, _CROSS = "lcel", "ucel", "xcel"
SQUARES = frozenset({"fcel", "ecel", "srow", *_HEADERS, _LEFT, _UP, _CROSS})
"""Tokens that begin a square: a cell, or a part of the cell to the left of it, above it or both."""


@dataclass(slots=True)
class Square:
    """One square of the grid with what stands behind its token: text, places, and elements."""

    token: str
    texts: list[str] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    blocks: list[NativeElement] = field(default_factory=list)


def cells_of(
    rows: Sequence[Sequence[Square]], boxes: Callable[[list[int]], tuple[BoundingBox, ...]]
) -> list[NativeCell]:
    """The cells of a grid; a square that goes on a cell which is not there is one by itself.

    `boxes` makes boxes of places.
    """
    owners: list[list[NativeCell]] = []
    cells: list[NativeCell] = []
    texts: dict[int, list[str]] = {}
    for row, squares in enumerate(rows):
        owners.append([])
        for column, square in enumerate(squares):
            cell = _owner(square.token, owners, column)
            if cell is None or not _grow(cell, row, column):
                cell = NativeCell(row, column, "", header=square.token in _HEADERS)
                cells.append(cell)
                texts[id(cell)] = []
            texts[id(cell)] += square.texts
            cell.boxes += boxes(square.places)
            cell.children += square.blocks
            owners[-1].append(cell)
    for cell in cells:
        cell.text = " ".join(" ".join(texts[id(cell)]).split())
    return with_corners(cells)


def _owner(token: str, owners: list[list[NativeCell]], column: int) -> NativeCell | None:
    """The cell that a square goes on, None for one that begins a cell."""
    left = owners[-1][column - 1] if column else None
    upper = owners[-2] if len(owners) > 1 else []
    above = upper[column] if column < len(upper) else None
    if token == _LEFT:
        return left
    if token == _UP:
        return above
    if token != _CROSS:
        return None
    # Docling writes a cross also in the first row and the first column of a cell over both.
    return above if above and (above is left or above.columns > 1) else left


def _grow(cell: NativeCell, row: int, column: int) -> bool:
    """Lets a cell reach to a square; whether it can."""
    rows, columns = row - cell.row + 1, column - cell.column + 1
    if columns < 1 or max(rows, columns) > MOST_SPANNED:
        return False
    cell.rows, cell.columns = max(cell.rows, rows), max(cell.columns, columns)
    return True
