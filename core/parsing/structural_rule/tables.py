"""Ruled tables: cells from the rulings, filled with exactly the words inside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.parsing.elements import Element
from core.parsing.structural_rule.grid import cells, rows_of
from core.parsing.structuring.rows import merge_pieces
from core.parsing.structuring.slots import Slot
from core.reading.line import SLANTED
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from core.reading.content import PageContent
    from core.reading.line import Box, Line


def ruled_tables(content: PageContent) -> list[Slot]:
    """A slot for each ruled table; the words inside are taken out of `content.lines`."""
    if not content.lines:
        return []
    found = [_slot(content, rows_of(table)) for table in cells(content) if len(table) > 1]
    return [slot for slot in found if slot is not None]


def _slot(content: PageContent, rows: list[list[Box]]) -> Slot | None:
    """The table of cells as a slot, or None for a frame around running text."""
    every = [cell for row in rows for cell in row]
    box = (
        min(cell[0] for cell in every),
        min(cell[1] for cell in every),
        max(cell[2] for cell in every),
        max(cell[3] for cell in every),
    )
    inside = [
        line
        for line in content.lines
        if not line.hidden and line.angle != SLANTED and _share(line, box) > 0.5
    ]
    if max(map(len, rows)) < 2 or not inside:
        return None
    grid = _fill(inside, rows)
    filled = [cell for row in grid for cell in row if cell.lines]
    if len(filled) < 2 or max(sum(len(c.lines) > 0 for c in row) for row in grid) < 2:
        return None
    taken = {id(line) for line in inside}
    content.lines = [line for line in content.lines if id(line) not in taken]
    children = [Element(ElementType.TABLE_ROW, children=row) for row in grid if row]
    columns = ",".join(f"{x / content.width:.2f}" for x in _edges(rows))
    table = Element(ElementType.TABLE, children=children, metadata={"columns": columns})
    return Slot.of(content.number, box, table)


def _edges(rows: list[list[Box]]) -> list[float]:
    return [cell[0] for cell in max(rows, key=len)]


def _share(line: Line, box: Box) -> float:
    across = min(line.right, box[2]) - max(line.left, box[0])
    down = min(line.bottom, box[3]) - max(line.top, box[1])
    area = line.width * line.height
    return max(across, 0.0) * max(down, 0.0) / area if area else 0.0


def _fill(lines: Sequence[Line], rows: list[list[Box]]) -> list[list[Element]]:
    """A cell element for each box, with exactly the words whose middle lies in it."""
    places = [(r, c) for r, row in enumerate(rows) for c in range(len(row))]
    nearest = iter(_nearest(lines, [box for row in rows for box in row]).tolist())
    held: dict[tuple[int, int], list[Line]] = {}
    for line in lines:
        by_cell: dict[int, list[int]] = {}
        for index in range(len(line.boxes)):
            by_cell.setdefault(next(nearest), []).append(index)
        for cell, indexes in by_cell.items():
            held.setdefault(places[cell], []).append(line.part(indexes))
    return [
        [
            Element(ElementType.TABLE_CELL, merge_pieces(held.get((r, c), ())))
            for c in range(len(row))
        ]
        for r, row in enumerate(rows)
    ]


def _nearest(lines: Sequence[Line], cells: Sequence[Box]) -> NDArray[np.intp]:
    """For each word of the lines, the index of the cell that its middle lies in or next to."""
    words = np.array([box for line in lines for box in line.boxes])
    left, top, right, bottom = np.array(cells).T
    x, y = ((words[:, i] + words[:, i + 2])[:, None] / 2 for i in (0, 1))
    across = np.maximum(np.maximum(left - x, x - right), 0.0)
    down = np.maximum(np.maximum(top - y, y - bottom), 0.0)
    return np.argmin(across + down, axis=1)
