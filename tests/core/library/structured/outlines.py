"""What stands in the blocks that a file gave."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.cell_place import CellPlace
    from core.library.structured import Block, StructuredText
    from core.sir import ElementType


def outline(text: StructuredText) -> list[tuple[str, str]]:
    return [(b.aside or b.type.value, b.text) for b in text.blocks if b.text]


def cells(table: Block) -> list[tuple[str, CellPlace | None]]:
    return [(cell.text, cell.place) for row in table.children for cell in row.children]


def of_type(text: StructuredText, kind: ElementType) -> list[Block]:
    return [block for block in text.blocks if block.type is kind]
