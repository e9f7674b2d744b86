"""Paragraphs and items that a column or page break cut, made whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.sir import SET_ASIDE, ElementType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.elements import Element

TEXT = frozenset({ElementType.PARAGRAPH, ElementType.LIST_ITEM})

PASSED_OVER = SET_ASIDE | {
    ElementType.FOOTNOTE,
    ElementType.FIGURE,
    ElementType.CAPTION,
    ElementType.TABLE,
}
"""Elements that may stand between the two parts of a paragraph."""


def continue_text(columns: Sequence[Sequence[Element]]) -> list[Element]:
    """All elements in order, the first text of a column joined to what it continues."""
    joined: list[Element] = []
    for column in columns:
        rest = list(column)
        place = next((i for i, e in enumerate(rest) if e.type not in PASSED_OVER), None)
        before = next((e for e in reversed(joined) if e.type not in PASSED_OVER), None)
        if place is not None and before is not None and _continues(before, rest[place]):
            before.lines += rest.pop(place).lines
        joined += rest
    return joined


def _continues(before: Element, element: Element) -> bool:
    """Whether `element` goes on with the sentence that `before` leaves open."""
    if before.type not in TEXT or element.type is not ElementType.PARAGRAPH:
        return False
    last, first = before.lines[-1], element.lines[0]
    near = first.page - last.page in (0, 1) and element.location == before.location
    if not near or abs(first.size - last.size) > 0.12 * last.size or first.bold != last.bold:
        return False
    start = next((char for char in element.text if char.isalnum()), "")
    end = before.text[-1]
    if end in "-\u00ad\u2010,":
        return start.islower() or start.isdigit() or end == ","
    if end in ".!?:;\u201d\u00bb":
        return False
    return start.islower() or (first.angle == last.angle and len(before.lines) > 1)
