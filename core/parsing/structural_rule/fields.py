"""Fields of forms: a label, and its value beside it or below it, wherever on the page they stand.

They are found before the page is cut into columns, which would part labels from their values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.geometry import bounds, contains_centre
from core.parsing.elements import Element
from core.parsing.structural_rule.fields_above import fields_above
from core.parsing.structural_rule.fields_beside import STRETCHED, fields_beside, level_rows
from core.parsing.structuring.line_rows import join_row
from core.parsing.structuring.slots import Slot
from core.parsing.tables.phrases import GAP
from core.reading.runs import runs
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.geometry import Box
    from core.parsing.structural_rule.labels import Field
    from core.reading.line import Line


def with_fields(pieces: Sequence[Line]) -> list[Line]:
    """Pieces of a page, with fields next to each other made one: an area of pairs."""
    phrases = _phrases([p for p in pieces if not isinstance(p, Slot) and not p.rtl])
    fields = fields_above(list(phrases))
    taken = {line for field in fields for line in field.lines}
    fields += fields_beside([line for line in phrases if line not in taken])
    taken = {piece for field in fields for line in field.lines for piece in phrases[line]}
    rest = [piece for piece in pieces if piece not in taken]
    fields.sort(key=lambda field: (field.label[0].bottom, field.label[0].left))
    return [*rest, *map(_area, _neighbours(fields, rest))]


def _neighbours(fields: Sequence[Field], rest: Sequence[Line]) -> list[list[Field]]:
    """Fields from the top down, together where nothing of the rest stands between them."""
    groups: list[list[Field]] = []
    around: list[Box] = []
    for field in fields:
        own = bounds(line.box for line in field.lines)
        box = bounds([*around[-1:], own])
        if groups and not any(contains_centre(box, piece.box) for piece in rest):
            groups[-1].append(field)
            around[-1] = box
        else:
            groups.append([field])
            around.append(own)
    return groups


def _phrases(pieces: Sequence[Line]) -> dict[Line, list[Line]]:
    """Pieces close to each other in a row made one line, with what each line is made of.

    A change of type or of the width of blanks parts a value, or a label, into several pieces.
    """

    def is_near(run: list[Line], piece: Line) -> bool:
        widest = GAP if run[0] in first else STRETCHED
        return piece.left - run[-1].right <= widest * max(piece.type_size, run[-1].type_size)

    rows = level_rows(pieces)
    first = {row[0] for row in rows}
    return {_joined(run): run for row in rows for run in runs(row, is_near)}


def _joined(run: Sequence[Line]) -> Line:
    """One line in the size of its largest piece: names in a text are often set smaller."""
    line = join_row(run)
    line.size = max(piece.size for piece in run)
    return line


def _area(fields: Sequence[Field]) -> Slot:
    children = [Element(ElementType.KEY_VALUE, field.lines) for field in fields]
    lines = [line for field in fields for line in field.lines]
    area = Element(ElementType.KEY_VALUE_AREA, children=children)
    return Slot.of(lines[0].page, bounds(line.box for line in lines), area)
