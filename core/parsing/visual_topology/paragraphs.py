"""The paragraphs of a region of text, and regions that are one paragraph made one."""

from __future__ import annotations

from itertools import pairwise
from operator import attrgetter
from statistics import median
from typing import TYPE_CHECKING

from core.geometry import gaps
from core.parsing.structuring.blocks import blocks
from core.parsing.structuring.line_rows import gaps as gaps_within
from core.parsing.structuring.markers import CAPTION, list_marker
from core.parsing.structuring.sentence_ends import ends_sentence
from core.reading.line import around, text_of
from core.reading.runs import runs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.structuring.blocks import Block
    from core.parsing.visual_topology.word_assignment import Placed
    from core.reading.line import Line

SHORT = 4.0
"""Distance from the right edge, in times of the font size, at which a line ends early."""

UNLIKE = 0.3
"""Difference of two font sizes, as a share of the first, from which lines are of two blocks."""

LIKE = 0.12
"""The same up to which they are one font size."""

INDENT = 0.8
"""Distance from the left edge, in times of the font size, from which a line is indented."""

PITCH = 1.9
"""Usual step from line to line, in times of the font size, at most."""

WIDER = 1.3
"""Step from line to line, in times of the usual one, from which a gap is between paragraphs."""

JOINED = {("text", "text"), ("caption", "text"), ("list-item", "list-item")}
"""Classes of regions that may be one paragraph."""

LEADING = 0.7
"""Distance of two regions, in times of the font size, up to which they may be one paragraph."""


def paragraphs(lines: Sequence[Line]) -> list[Block]:
    """The lines of one region, cut where a paragraph ends: bold words do not end one."""
    left, _, right, _ = around(lines)
    steps = [line.bottom - before.bottom for before, line in pairwise(lines)]
    pitch = PITCH * median(line.size for line in lines)
    usual = min(pitch, median(steps)) if steps else pitch
    whole = runs(
        blocks(lines), lambda run, block: _goes_on(run[-1][-1], block[0], left, right, usual)
    )
    return [[line for block in run for line in block] for run in whole]


def joined(parts: Sequence[Placed]) -> list[Placed]:
    """Regions of one column, those made one that the layout model cut inside of a sentence.

    A label such as "Figure 7." is made one with the text below it.
    """
    whole: list[Placed] = []
    for region, lines in parts:
        if whole and _same_paragraph(whole[-1], (region, lines)):
            whole[-1] = (whole[-1][0], [*whole[-1][1], *lines])
        else:
            whole.append((region, lines))
    return whole


def _goes_on(last: Line, first: Line, left: float, right: float, usual: float) -> bool:
    """Whether a line goes on with the paragraph that another one seems to end.

    Sizes differ within a line where words are raised, and from line to line where OCR read them.
    """
    if list_marker(first.text) is not None or abs(first.size - last.size) > UNLIKE * last.size:
        return False
    if next((char for char in first.text if char.isalnum()), "").islower():
        return True
    if right - last.right > SHORT * last.size or gaps_within(last):
        return False
    if not ends_sentence(last.text):
        return True
    if last.bold != first.bold or _sizes_differ(last, first):
        return False
    flush = first.left - left <= INDENT * first.size
    return flush and first.bottom - last.bottom <= WIDER * usual


def _sizes_differ(last: Line, first: Line) -> bool:
    """Whether two lines of the text layer are set in two sizes; OCR only guesses sizes."""
    written = last.confidence == first.confidence == 1.0
    return written and abs(first.size - last.size) > LIKE * last.size


def _same_paragraph(upper: Placed, lower: Placed) -> bool:
    (first, above), (second, below) = upper, lower
    if (first.kind, second.kind) not in JOINED or not above or not below:
        return False
    last, line = max(above, key=attrgetter("bottom")), min(below, key=attrgetter("top"))
    apart = gaps(around(above), line.box)[0] >= 0
    if apart or not -last.size < line.top - last.bottom <= LEADING * last.size:
        return False
    text = text_of(above)
    label = CAPTION.match(text)
    if label and label.end() >= len(text.rstrip()):
        return True
    alike = abs(line.size - last.size) <= LIKE * last.size and line.bold == last.bold
    if not alike or ends_sentence(text) or list_marker(line.text) is not None:
        return False
    return second.kind == "text" or _is_rest_of_item(above, below)


def _is_rest_of_item(above: Sequence[Line], below: Sequence[Line]) -> bool:
    """Whether lines are set in below an item with a mark, whose last line is a full one."""
    last, line = max(above, key=attrgetter("bottom")), min(below, key=attrgetter("top"))
    marked = list_marker(text_of(above)) is not None and line.left > around(above)[0] + line.size
    return marked and max(line.right for line in below) - last.right <= SHORT * last.size
