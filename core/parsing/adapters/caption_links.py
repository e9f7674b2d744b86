"""Which figure or table a caption belongs to, in an output that does not say so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.parsing.structuring.markers import described_class
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.adapters.native import NativeElement

_DESCRIBED = frozenset({ElementType.FIGURE, ElementType.TABLE})


def link_captions(elements: Sequence[NativeElement]) -> None:
    """Gives captions that have none the figure or table right beside them in reading order.

    Of two, it is the one that the caption names by its kind, else the one without a caption, else
    the one that is nearer, else the one before.
    """
    captioned = {element.caption_of for element in elements if element.caption_of}
    for at, element in enumerate(elements):
        if element.type is not ElementType.CAPTION or element.caption_of:
            continue
        beside = [*elements[max(at - 1, 0) : at], *elements[at + 1 : at + 2]]
        described = [other for other in beside if other.type in _DESCRIBED]
        if described:
            named = described_class(element.text.lstrip())
            element.caption_of = min(
                described,
                key=lambda other: (
                    named not in (None, other.type),
                    other in captioned,
                    _distance(element, other),
                ),
            )
            captioned.add(element.caption_of)


def _distance(element: NativeElement, other: NativeElement) -> float:
    """Fractions of the page between two elements, up or down; 1 where no page says it."""
    if not element.boxes or not other.boxes:
        return 1.0
    first, second = element.boxes[0], other.boxes[0]
    if first.page != second.page:
        return 1.0
    return max(second.top - first.bottom, first.top - second.bottom, 0.0)
