"""Ruled tables: cells from the rulings, filled with exactly the words inside them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from core.parsing.elements import SLANTED, Element
from core.parsing.structural_rule.grid import cells, rows_of
from core.parsing.structural_rule.layout import merge_pieces
from core.parsing.structural_rule.slots import Slot
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from core.parsing.content import PageContent
    from core.parsing.elements import Box, Line


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


def continue_tables(elements: Sequence[Element]) -> list[Element]:
    """Elements with the parts of a table that a page break cut made one.

    A header row that is repeated on the next page is set aside.
    """
    joined: list[Element] = []
    last: Element | None = None
    for element in elements:
        follows = last is not None and _continues(last, element)
        if follows and last is not None:
            repeated = _repeated_header(last, element)
            last.children += element.children[repeated:]
            joined += [
                Element(row.type, children=row.children, aside="repeated table header")
                for row in element.children[:repeated]
            ]
            continue
        joined.append(element)
        if not element.aside and element.type is not ElementType.FOOTNOTE:
            last = element if element.type is ElementType.TABLE else None
    return joined


def _continues(table: Element, other: Element) -> bool:
    if other.type is not ElementType.TABLE or "columns" not in other.metadata:
        return False
    lines, more = table.all_lines(), other.all_lines()
    if not lines or not more or more[0].page != max(line.page for line in lines) + 1:
        return False
    one, two = (
        [float(x) for x in element.metadata["columns"].split(",")] for element in (table, other)
    )
    return len(one) == len(two) and all(abs(a - b) < 0.03 for a, b in zip(one, two, strict=True))


def _repeated_header(table: Element, other: Element) -> int:
    """How many rows at the beginning of a continued table repeat those of its first part."""
    count = 0
    for one, two in zip(table.children, other.children, strict=False):
        if _row_text(one) != _row_text(two) or not _row_text(one) or count == 3:
            break
        count += 1
    return count


def _row_text(row: Element) -> str:
    return re.sub(r"\s+", " ", " | ".join(cell.text for cell in row.children)).strip(" |")
