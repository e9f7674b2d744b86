"""Text that a reader of the page cannot see."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.reading.boxes import area, holds
from core.sir import Location

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from core.reading.content import PageContent
    from core.reading.line import Box, Line

SMALLEST = 2.0
"""Points; smaller text is not meant to be read."""

WHITE = 0xF8
"""A colour whose three channels all reach this value counts as white."""

GROUND = 0xE0
"""Grey level of what surrounds white letters below which they can be read."""

WHITE_ON_WHITE = "white on white"

SCAN = 0.5
"""Share of the page that an image must cover for invisible text to be its OCR layer."""


def hide(content: PageContent) -> None:
    """Writes on each line of a page why it cannot be seen; leaves visible lines alone.

    Invisible text over a scanned page is its OCR layer and counts as visible; how well it lies
    over the picture is not known.
    """
    scans = _scans(content)
    for line in content.lines:
        if line.hidden and any(holds(box, line.box) for box in scans):
            line.hidden, content.ocr_layer = "", True
            line.location = Location.ALIGNED
        elif line.size < SMALLEST:
            line.hidden = "too small"
        elif not _on_page(line, content):
            line.hidden = "off page"
        elif is_white(line.colour) and not _on_dark(line, content):
            line.hidden = WHITE_ON_WHITE


def show_white(content: PageContent, picture: NDArray[np.uint8]) -> None:
    """Makes white lines visible again that stand on a ground which is not white.

    `picture` is the page as displayed, (height, width) grey levels, one pixel a point. Drawn
    areas are known without it; images, patterns and gradients are not.
    """
    for line in content.lines:
        if line.hidden == WHITE_ON_WHITE:
            rows = slice(max(int(line.top), 0), int(line.bottom) + 1)
            ground = picture[rows, max(int(line.left), 0) : int(line.right) + 1]
            if ground.size and np.median(ground) < GROUND:
                line.hidden = ""


def _scans(content: PageContent) -> list[Box]:
    """Images that are scanned text: they cover the page, or most of its text lies on them."""
    covering = SCAN * content.width * content.height
    if any(area(box) > covering for box in content.images):
        return [box for box in content.images if area(box) > covering]
    over = [
        line
        for line in content.lines
        if line.hidden and any(holds(box, line.box) for box in content.images)
    ]
    return content.images if len(over) > SCAN * len(content.lines) else []


def is_white(colour: int) -> bool:
    """Whether a colour 0xRRGGBB cannot be told from white paper."""
    return min(colour >> 16 & 255, colour >> 8 & 255, colour & 255) >= WHITE


def _on_page(line: Line, content: PageContent) -> bool:
    across = min(line.right, content.width) - max(line.left, 0.0)
    down = min(line.bottom, content.height) - max(line.top, 0.0)
    return across > 0 and down > 0


def _on_dark(line: Line, content: PageContent) -> bool:
    """Whether a coloured area is drawn where the line is."""
    return any(
        not vector.stroked and not is_white(vector.colour) and holds(vector.box, line.box)
        for vector in content.vectors
    )
