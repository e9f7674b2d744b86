"""Captions of flat outputs, which do not say what they describe."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.adapters.native import NativeElement

_DESCRIBED = (ElementType.FIGURE, ElementType.TABLE)
_OF_TABLE = re.compile(r"tab(?:le|elle|\.)", re.IGNORECASE)


def link_captions(elements: Sequence[NativeElement]) -> None:
    """Gives captions the figure or table right beside them, that of their own kind first."""
    for index, element in enumerate(elements):
        if element.type is not ElementType.CAPTION or element.caption_of:
            continue
        beside = [*elements[max(index - 1, 0) : index], *elements[index + 1 : index + 2]]
        described = [other for other in beside if other.type in _DESCRIBED]
        own = ElementType.TABLE if _OF_TABLE.match(element.text) else ElementType.FIGURE
        described.sort(key=lambda other: other.type is not own)
        element.caption_of = next(iter(described), None)
