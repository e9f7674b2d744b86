"""What a page holds before it is structured: lines of words, drawings and images."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.reading.line import Box, Line


@dataclass(frozen=True, slots=True)
class Vector:
    """One drawn path: its box, whether only its outline is drawn, and its colour (0xRRGGBB)."""

    box: Box
    stroked: bool
    colour: int


@dataclass(slots=True)
class PageContent:
    """What stands on one page. `vectors` are drawings, `images` the boxes of images.

    `sharp` are the boxes of images stored without loss, as charts and screenshots are.
    `ocr_layer` says that text which a reader cannot see stands over a picture of it. `raised`
    are small characters above the base line, such as marks of footnotes, with their boxes.
    """

    number: int
    width: float
    height: float
    lines: list[Line]
    vectors: list[Vector] = field(default_factory=list)
    images: list[Box] = field(default_factory=list)
    sharp: list[Box] = field(default_factory=list)
    ocr_layer: bool = False
    raised: list[tuple[str, Box]] = field(default_factory=list)
