"""Fields of forms: a label, and its value beside it or below it, wherever on the page they stand.

They are found before the page is cut into columns, which would part labels from their values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.geometry import bounds, contains_centre
from core.parsing.elements import Element
from core.parsing.structural_rule.fields_above import fields_above
from core.parsing.structural_rule.fields_beside import fields_beside
from core.parsing.structuring.slots import Slot
from core.reading.runs import runs
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.structural_rule.labels import Field
    from core.reading.line import Line


def with_fields(pieces: Sequence[Line]) -> list[Line]:
    """Pieces of a page, with fields next to each other made one: an area of pairs."""
    lines = [piece for piece in pieces if not isinstance(piece, Slot) and not piece.rtl]
    fields = fields_above(lines)
    taken = {id(line) for field in fields for line in field.lines}
    fields += fields_beside([line for line in lines if id(line) not in taken])
    taken = {id(line) for field in fields for line in field.lines}
    rest = [piece for piece in pieces if id(piece) not in taken]
    fields.sort(key=lambda field: (field.label[0].bottom, field.label[0].left))

    def are_neighbours(run: list[Field], field: Field) -> bool:
        box = bounds(line.box for each in (*run, field) for line in each.lines)
        return not any(contains_centre(box, piece.box) for piece in rest)

    return [*rest, *map(_area, runs(fields, are_neighbours))]


def _area(fields: Sequence[Field]) -> Slot:
    children = [Element(ElementType.KEY_VALUE, field.lines) for field in fields]
    lines = [line for field in fields for line in field.lines]
    area = Element(ElementType.KEY_VALUE_AREA, children=children)
    return Slot.of(lines[0].page, bounds(line.box for line in lines), area)
