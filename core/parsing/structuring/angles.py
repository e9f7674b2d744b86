"""Text that is not upright: sideways, or slanted, as a watermark is."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from core.parsing.elements import Element
from core.reading.line import SLANTED, count_words
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
    """Elements of the lines that are not upright; slanted ones in large type are watermarks.

    There is none on a skewed scan.
    """
    slanted = [line for line in visible if line.angle == SLANTED]
    few = count_words(slanted) <= FEW_WORDS or not _is_skewed(visible)
    size = WATERMARK * body.size if few else inf
    return [_turned(line, size) for line in visible if line.angle != 0]


def _is_skewed(lines: Sequence[Line]) -> bool:
    """Whether most of the text is slanted, as on a scan that was laid down askew."""
    slanted = count_words(line for line in lines if line.angle == SLANTED)
    return slanted * 2 > count_words(lines)


def _turned(line: Line, watermark: float) -> Element:
    """The element of a line at an angle. Boxes of slanted words reach over their neighbours."""
    if line.angle != SLANTED:
        return Element(ElementType.PARAGRAPH, [line])
    kind = ElementType.WATERMARK if line.size >= watermark else ElementType.PARAGRAPH
    return Element(kind, [line], location=Location.APPROXIMATE)
