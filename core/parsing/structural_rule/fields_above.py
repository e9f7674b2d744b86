"""Fields whose labels stand in small type above their values, as in printed forms."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from core.parsing.structural_rule.labels import Field, is_label
from core.parsing.structural_rule.side_by_side import FEWEST
from core.parsing.structuring.key_rows import ALIGNED, DISTINCT
from core.reading.runs import runs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.reading.line import Line

SMALLER = 0.85
"""Size of the type of a label above its value, in times of that of the value, at most."""

CLOSE = 0.8
"""Space between the two, in times of the size of the value, at most."""

APART = 0.15
"""Times the size of the value by which a label is nearer to it than to what stands above."""

AROUND = 40
"""Pieces of a page, from the top down, among which the neighbours of one are."""


def fields_above(lines: Sequence[Line]) -> list[Field]:
    """Fields of one page; of several whose type has the same sizes, and none of fewer."""
    ordered = sorted(lines, key=attrgetter("top"))
    fields: list[Field] = []
    for at, label in enumerate(ordered):
        if not is_label(label):
            continue
        below = [line for line in ordered[at + 1 : at + AROUND] if _is_below(label, line)]
        above = ordered[max(at - AROUND, 0) : at]
        if below and not any(_is_tied(line, label, below[0]) for line in above):
            fields.append(Field([label], below[:1]))
    alike = runs(
        sorted(fields, key=lambda field: _sizes(field)),
        lambda run, field: _sizes(field) == _sizes(run[0]),
    )
    return [field for group in alike if _are_several(group) for field in group]


def _are_several(fields: Sequence[Field]) -> bool:
    names = {field.label[0].text for field in fields}
    return len(fields) >= FEWEST and len(names) >= DISTINCT * len(fields)


def _sizes(field: Field) -> tuple[int, int]:
    return round(field.label[0].type_size), round(field.value[0].type_size)


def _is_below(label: Line, line: Line) -> bool:
    size = max(line.type_size, 1.0)
    near = -0.5 * size < line.top - label.bottom < CLOSE * size and line.middle > label.bottom
    return (
        near and abs(line.left - label.left) < ALIGNED * size and label.type_size < SMALLER * size
    )


def _is_tied(above: Line, label: Line, value: Line) -> bool:
    """Whether a label stands as close below another line as above its value, as running text."""
    over = min(above.right, label.right) > max(above.left, label.left)
    gap = label.top - above.bottom
    return over and gap < value.top - label.bottom + APART * value.type_size
