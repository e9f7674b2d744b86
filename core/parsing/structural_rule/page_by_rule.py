"""One page by rule: its tables by their rulings, its columns in reading order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.parsing.structural_rule.gutter_cut import reading_order
from core.parsing.structuring.angles import text_at_an_angle
from core.parsing.structuring.blocks import blocks
from core.parsing.structuring.slots import Slot, figures, frames
from core.parsing.tables.filling import table_element
from core.parsing.tables.ruled import ruled_grids
from core.parsing.tables.unruled import aligned_grids, words_inside

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.elements import Element
    from core.parsing.read_pages import TableGrid
    from core.parsing.structuring.classify import Classifier
    from core.reading.line import Line
    from core.reading.page_content import PageContent


def tables_by_rule(content: PageContent) -> list[Slot]:
    """A slot for each table; the words inside are taken out of `content.lines`."""
    slots: list[Slot] = []
    for grid, inside in ruled_grids(content):
        taken = {id(line) for line in inside}
        content.lines = [line for line in content.lines if id(line) not in taken]
        slots.append(_slot(content, grid, inside))
    for grid in aligned_grids(content, content.upright):
        inside, content.lines = words_inside(content.lines, grid.box)
        slots.append(_slot(content, grid, inside))
    return slots


def _slot(content: PageContent, grid: TableGrid, inside: list[Line]) -> Slot:
    return Slot.of(content.number, grid.box, table_element(grid, inside, content.width))


def columns_by_rule(
    content: PageContent, tables: Sequence[Slot], classifier: Classifier
) -> list[list[Element]]:
    """The elements of each column of a page in reading order; text at an angle comes last."""
    slots, boxes = [*tables, *figures(content)], frames(content)
    columns = [
        classifier.column(blocks(column), content.height, boxes)
        for column in reading_order([*content.upright, *slots])
    ]
    return [*columns, text_at_an_angle(content.visible, classifier.body)]
