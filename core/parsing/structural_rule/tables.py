"""Tables of a page by rule, as slots that hold their words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.parsing.structuring.slots import Slot
from core.parsing.tables.fill import table_element
from core.parsing.tables.ruled import ruled_grids

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.pages import TableGrid
    from core.reading.content import PageContent
    from core.reading.line import Line


def tables_by_rule(content: PageContent) -> list[Slot]:
    """A slot for each table; the words inside are taken out of `content.lines`."""
    return [_slot(content, grid, inside) for grid, inside in ruled_grids(content)]


def _slot(content: PageContent, grid: TableGrid, inside: Sequence[Line]) -> Slot:
    taken = {id(line) for line in inside}
    content.lines = [line for line in content.lines if id(line) not in taken]
    return Slot.of(content.number, grid.box, table_element(grid, inside, content.width))
