"""Tables of a page by rule, as slots that hold their words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.parsing.structuring.slots import Slot
from core.parsing.tables.filling import table_element
from core.parsing.tables.ruled import ruled_grids
from core.parsing.tables.unruled import aligned_grids, words_inside

if TYPE_CHECKING:
    from core.parsing.read_pages import TableGrid
    from core.reading.line import Line
    from core.reading.page_content import PageContent


def tables_by_rule(content: PageContent) -> list[Slot]:
    """A slot for each table; the words inside are taken out of `content.lines`."""
    slots: list[Slot] = []
    for grid, inside in ruled_grids(content):
        taken = {id(line) for line in inside}
        content.lines = [line for line in content.lines if id(line) not in taken]
        slots.append(_slot(content, grid, inside))
    plain = [line for line in content.lines if not line.hidden and line.angle == 0]
    for grid in aligned_grids(content, plain):
        inside, content.lines = words_inside(content.lines, grid.box)
        slots.append(_slot(content, grid, inside))
    return slots


def _slot(content: PageContent, grid: TableGrid, inside: list[Line]) -> Slot:
    return Slot.of(content.number, grid.box, table_element(grid, inside, content.width))
