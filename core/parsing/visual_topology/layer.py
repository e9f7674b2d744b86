"""Whether the text layer of a page says what the page shows, by reading a few lines of it."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from core.reading.legibility import is_legible
from core.reading.ocr.rapid import recognise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.visual_topology.picture import PagePicture
    from core.reading.content import PageContent
    from core.reading.line import Line

SAMPLE = 6
"""Lines of a page that are compared."""

SHORTEST = 6
"""Letters that a line must have to be compared."""

ALIKE = 0.5
"""Share of letters that agree from which a line of the layer is right, apart from mistakes."""

CERTAIN = 0.75
"""Confidence from which what was read can prove a text layer wrong."""

READABLE = re.compile(r"[A-Za-z0-9\u00c0-\u024f\u3040-\u30ff\u4e00-\u9fff]")
"""Letters of the scripts that the recogniser knows: of others it cannot be the judge."""

LETTERS = re.compile(r"\W+|_")


def is_suspect(content: PageContent) -> bool:
    """Whether the text layer of a page may be wrong: made by OCR, or not legible."""
    return content.ocr_layer or not is_legible(_visible(content))


def fault(content: PageContent, picture: PagePicture) -> str:
    """Why the text layer cannot be used; empty if it can. Both must be upright."""
    lines, legible = _visible(content), is_legible(_visible(content))
    compared = [_agreement(line, picture) for line in _sample(lines, any_script=not legible)]
    shares = [share for share in compared if share is not None]
    wrong = sum(share < ALIKE for share in shares)
    if wrong * 2 > len(shares) and (wrong > 1 or not legible):
        return f"text layer disagrees with the picture in {wrong} of {len(shares)} lines read"
    return ""


def _visible(content: PageContent) -> list[Line]:
    return [line for line in content.lines if not line.hidden]


def _sample(lines: Sequence[Line], *, any_script: bool) -> list[Line]:
    """Long upright lines from all over the page."""
    chosen = [
        line
        for line in lines
        if line.angle == 0
        and len(line.text) >= SHORTEST
        and (any_script or len(READABLE.findall(line.text)) * 2 > len(line.text))
    ]
    step = max(len(chosen) // SAMPLE, 1)
    return chosen[step // 2 :: step][:SAMPLE]


def _agreement(line: Line, picture: PagePicture) -> float | None:
    """Share of letters that the layer and the picture agree on; None where it cannot be read."""
    edge = 0.15 * line.height
    box = (line.left - edge, line.top - edge, line.right + edge, line.bottom + edge)
    part = picture.part(box).grey
    if min(part.shape) < 8:
        return None
    letters, confidence = recognise(part)
    if letters.text and confidence < CERTAIN:
        return None
    one, other = (LETTERS.sub("", text.casefold()) for text in (line.text, letters.text))
    return SequenceMatcher(None, one, other, autojunk=False).ratio()
