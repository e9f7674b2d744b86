"""Tables with cells over several rows and columns, set on pages."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

from core.cell_place import CellPlace
from core.library.typesetting.measuring import BOLD, REGULAR, Row, Ruler
from core.library.typesetting.page_layout import LEADING, MARGIN, PageLayout
from core.library.typesetting.table_columns import PADDING, fitted_widths, left_edges
from core.library.typesetting.word_places import PlacedBlock, TextLine
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.library.structured import Block

SIZE = 8.5
"""Of the letters, in points."""
_ABOVE = 2.0
"""Points between a rule and the text above and below it."""


@dataclass(slots=True)
class _Cell:
    """A cell with its rows of words; `lines` are filled when it is set."""

    place: CellPlace
    rows: list[Row]
    ruler: Ruler
    lines: list[TextLine]
    block: Block


class TableSetter:
    """Sets tables on the pages of a layout."""

    def __init__(self, layout: PageLayout) -> None:
        """`layout` is where they go, one below the other."""
        self._layout = layout
        self._plain, self._bold = Ruler(SIZE, REGULAR), Ruler(SIZE, BOLD)
        self._height = SIZE * LEADING

    def set(self, table: Block, left: float, room: float) -> PlacedBlock:
        """A table from `left` on, at most `room` wide."""
        cells = [cell for row in table.children for cell in row.children]
        edges = left_edges(fitted_widths(cells, self._bold, room), left)
        placed: list[list[_Cell]] = [
            [self._cell(cell, edges) for cell in row.children] for row in table.children
        ]
        for band in _bands(placed):
            self._band(band, edges)
        width = self._layout.size[0]
        columns = ",".join(f"{edge / width:.2f}" for edge in edges[:-1])
        rows = tuple(
            PlacedBlock(type=ElementType.TABLE_ROW, children=tuple(map(_placed, row)))
            for row in placed
            if row
        )
        metadata = {**table.metadata, "columns": columns}
        return PlacedBlock(type=ElementType.TABLE, children=rows, metadata=metadata)

    def _cell(self, cell: Block, edges: Sequence[float]) -> _Cell:
        place = cell.place or CellPlace(0, 0)
        ruler = self._bold if place.header else self._plain
        room = edges[place.column + place.columns] - edges[place.column] - 2 * PADDING
        return _Cell(place, list(ruler.rows(cell.text.splitlines(), room)), ruler, [], cell)

    def _band(self, band: list[list[_Cell]], edges: Sequence[float]) -> None:
        """Rows that cells tie to each other, on one page if it has room for them."""
        heights = self._heights(band)
        whole = self._layout.bottom - MARGIN
        if sum(heights) <= whole:
            self._layout.need(sum(heights))
            self._whole(band, heights, edges)
            return
        for row in band:
            self._tall(row, edges)

    def _heights(self, band: list[list[_Cell]]) -> list[float]:
        """Of each row; the last row of a cell over several makes up what they lack."""
        first = min((cell.place.row for row in band for cell in row), default=0)
        heights = [self._height + 2 * _ABOVE] * len(band)
        for tall in (False, True):
            for row in band:
                for cell in row:
                    if (cell.place.rows > 1) is tall:
                        begin = cell.place.row - first
                        end = begin + cell.place.rows
                        lack = len(cell.rows) * self._height + 2 * _ABOVE - sum(heights[begin:end])
                        heights[end - 1] += max(lack, 0.0)
        return heights

    def _whole(
        self, band: list[list[_Cell]], heights: Sequence[float], edges: Sequence[float]
    ) -> None:
        top = self._layout.top
        first = min((cell.place.row for row in band for cell in row), default=0)
        tops = left_edges(heights, top)
        for row in band:
            for cell in row:
                begin = cell.place.row - first
                self._frame(cell, edges, tops[begin], tops[begin + cell.place.rows])
                self._layout.top = tops[begin] + _ABOVE
                for line in cell.rows:
                    self._line(cell, line, edges)
                    self._layout.top += self._height
        self._layout.top = tops[-1]

    def _tall(self, row: list[_Cell], edges: Sequence[float]) -> None:
        self._layout.need(self._height + 2 * _ABOVE)
        self._layout.stroke((edges[0], self._layout.top, edges[-1], self._layout.top))
        self._layout.top += _ABOVE
        for lines in zip_longest(*(cell.rows for cell in row)):
            self._layout.need(self._height)
            for cell, line in zip(row, lines, strict=True):
                if line:
                    self._line(cell, line, edges)
            self._layout.top += self._height
        self._layout.top += _ABOVE
        self._layout.stroke((edges[0], self._layout.top, edges[-1], self._layout.top))

    def _line(self, cell: _Cell, line: Row, edges: Sequence[float]) -> None:
        left = edges[cell.place.column] + PADDING
        cell.lines.append(self._layout.line(line, left, cell.ruler))

    def _frame(self, cell: _Cell, edges: Sequence[float], top: float, bottom: float) -> None:
        left = edges[cell.place.column]
        right = edges[cell.place.column + cell.place.columns]
        if cell.place.header:
            self._layout.fill((left, top, right, bottom))
        for ends in (
            (left, top, right, top),
            (left, bottom, right, bottom),
            (left, top, left, bottom),
            (right, top, right, bottom),
        ):
            self._layout.stroke(ends)


def _bands(rows: Sequence[list[_Cell]]) -> Iterator[list[list[_Cell]]]:
    """Rows that have to be set together: those that one cell covers, and the others alone."""
    band: list[list[_Cell]] = []
    until = 0
    for at, row in enumerate(rows):
        band.append(row)
        until = max([until, *(at + cell.place.rows for cell in row)])
        if at + 1 >= until:
            yield band
            band = []
    if band:
        yield band


def _placed(cell: _Cell) -> PlacedBlock:
    metadata = {**cell.block.metadata, **cell.place.metadata}
    return PlacedBlock(type=ElementType.TABLE_CELL, lines=tuple(cell.lines), metadata=metadata)
