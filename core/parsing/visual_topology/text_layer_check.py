"""Whether the text layer of a page says what the page shows, by reading a few lines of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.reading.legibility import is_legible
from core.reading.ocr.agreement import ALIKE, agreement, is_readable, spread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.visual_topology.page_picture import PagePicture
    from core.reading.line import Line
    from core.reading.page_content import PageContent

SAMPLE = 6
"""Lines of a page that are compared."""

SHORTEST = 6
"""Letters that a line must have to be compared."""


def is_suspect(content: PageContent) -> bool:
    """Whether the text layer of a page may be wrong: made by OCR, or not legible."""
    return content.ocr_layer or not is_legible(content.visible)


def fault(content: PageContent, picture: PagePicture) -> str:
    """Why the text layer cannot be used; empty if it can. Both must be upright."""
    lines, legible = content.visible, is_legible(content.visible)
    compared = [_agreement(line, picture) for line in _sample(lines, any_script=not legible)]
    shares = [share for share in compared if share is not None]
    wrong = sum(share < ALIKE for share in shares)
    if wrong * 2 > len(shares) and (wrong > 1 or not legible):
        return f"text layer disagrees with the picture in {wrong} of {len(shares)} lines read"
    return ""


def _sample(lines: Sequence[Line], *, any_script: bool) -> list[Line]:
    """Long upright lines from all over the page."""
    chosen = [
        line
        for line in lines
        if line.angle == 0 and len(line.text) >= SHORTEST and (any_script or is_readable(line.text))
    ]
    return list(spread(chosen, SAMPLE))


def _agreement(line: Line, picture: PagePicture) -> float | None:
    """Share of letters that the layer and the picture agree on; None where it cannot be read."""
    edge = 0.15 * line.height
    box = (line.left - edge, line.top - edge, line.right + edge, line.bottom + edge)
    part = picture.part(box).grey
    if min(part.shape) < 8:
        return None
    return agreement(line.text, part)
