"""Text that is not upright: sideways, or slanted, as a watermark is."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from core.parsing.elements import Element
from core.reading.line import SLANTED
from core.sir import ElementType, Location

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.structuring.text_style import Style
    from core.reading.line import Line

WATERMARK = 1.6
"""Font size of a slanted line, in times of the running text, from which it is a watermark."""

FEW_WORDS = 40
"""Slanted words on a page up to which they cannot be its text, set at an angle."""


def text_at_an_angle(visible: Sequence[Line], body: Style) -> list[Element]:
    """Elements of the lines that are not upright; slanted ones in large type are watermarks."""
    size = _watermark_size(visible, body)
    return [_turned(line, size) for line in visible if line.angle != 0]


def _watermark_size(visible: Sequence[Line], body: Style) -> float:
    """The font size from which a slanted line is a watermark; none is on a skewed scan."""
    slanted = sum(len(line.words) for line in visible if line.angle == SLANTED)
    skewed = slanted * 2 > sum(len(line.words) for line in visible)
    return inf if skewed and slanted > FEW_WORDS else WATERMARK * body.size


def _turned(line: Line, watermark: float) -> Element:
    """The element of a line at an angle. Boxes of slanted words reach over their neighbours."""
    if line.angle != SLANTED:
        return Element(ElementType.PARAGRAPH, [line])
    kind = ElementType.WATERMARK if line.size >= watermark else ElementType.PARAGRAPH
    return Element(kind, [line], location=Location.APPROXIMATE)
