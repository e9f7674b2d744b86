"""The paragraphs of a region of text, and regions that are one paragraph made one."""

from __future__ import annotations

from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

from core.parsing.structuring.blocks import blocks
from core.parsing.structuring.markers import CAPTION, list_marker
from core.parsing.visual_topology.word_assignment import around

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.structuring.blocks import Block
    from core.parsing.visual_topology.word_assignment import Placed
    from core.reading.line import Line

CLOSING = "\"'\u201d\u2019\u00bb)]"
"""Characters that may stand behind the end of a sentence."""

SHORT = 4.0
"""Distance from the right edge, in times of the font size, at which a line ends early."""

UNLIKE = 0.3
"""Difference of two font sizes, as a share of the first, from which lines are of two blocks."""

INDENT = 0.8
"""Distance from the left edge, in times of the font size, from which a line is indented."""

PITCH = 1.9
"""Usual step from line to line, in times of the font size, at most."""

WIDER = 1.3
"""Step from line to line, in times of the usual one, from which a gap is between paragraphs."""

LEADING = 0.7
"""Distance of two regions, in times of the font size, up to which they may be one paragraph."""


def paragraphs(lines: Sequence[Line]) -> list[Block]:
    """The lines of one region, cut where a paragraph ends: bold words do not end one."""
    left, right = min(line.left for line in lines), max(line.right for line in lines)
    steps = [line.bottom - before.bottom for before, line in pairwise(lines)]
    pitch = PITCH * median(line.size for line in lines)
    usual = min(pitch, median(steps)) if steps else pitch
    found: list[Block] = []
    for block in blocks(lines):
        if found and _goes_on(found[-1][-1], block[0], left, right, usual):
            found[-1] += block
        else:
            found.append(list(block))
    return found


def joined(parts: Sequence[Placed]) -> list[Placed]:
    """Regions of one column, those made one that the layout model cut inside of a sentence.

    A label such as "Figure 7." is made one with the text below it.
    """
    found: list[Placed] = []
    for region, lines in parts:
        if found and _same_paragraph(found[-1], (region, lines)):
            found[-1] = (found[-1][0], [*found[-1][1], *lines])
        else:
            found.append((region, lines))
    return found


def ends_sentence(text: str) -> bool:
    """Whether a text ends as a sentence does, or announces what follows."""
    return text.rstrip(CLOSING)[-1:] in ".!?:;"


def _goes_on(last: Line, first: Line, left: float, right: float, usual: float) -> bool:
    """Whether a line goes on with the paragraph that another one seems to end.

    Sizes differ within a line where words are raised, and from line to line where OCR read them.
    """
    if list_marker(first.text) is not None or abs(first.size - last.size) > UNLIKE * last.size:
        return False
    if next((char for char in first.text if char.isalnum()), "").islower():
        return True
    if right - last.right > SHORT * last.size:
        return False
    if not ends_sentence(last.text):
        return True
    flush = first.left - left <= INDENT * first.size
    return flush and first.bottom - last.bottom <= WIDER * usual


def _same_paragraph(one: Placed, other: Placed) -> bool:
    (first, above), (second, below) = one, other
    if first.kind not in ("text", "caption") or second.kind != "text" or not above or not below:
        return False
    last, line = max(above, key=_bottom), min(below, key=_top)
    across = min(around(above)[2], line.right) - max(around(above)[0], line.left)
    if across <= 0 or not -last.size < line.top - last.bottom <= LEADING * last.size:
        return False
    text = " ".join(piece.text for piece in above)
    label = CAPTION.match(text)
    if label and label.end() >= len(text.rstrip()):
        return True
    alike = abs(line.size - last.size) <= 0.12 * last.size and line.bold == last.bold
    return alike and not ends_sentence(text) and list_marker(line.text) is None


def _bottom(line: Line) -> float:
    return line.bottom


def _top(line: Line) -> float:
    return line.top
