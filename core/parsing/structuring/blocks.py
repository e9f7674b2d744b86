"""Lines of a column to blocks: what a reader takes for one paragraph, heading or item."""

from __future__ import annotations

import itertools
from statistics import median
from typing import TYPE_CHECKING

from core.parsing.structuring.markers import BULLET, CAPTION, list_marker
from core.parsing.structuring.slots import Slot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.reading.line import Line

Block = list["Line"]

ENDINGS = ".:;!?\u201d\u00bb)"
"""Characters after which a new paragraph may begin."""


def blocks(column: Sequence[Line]) -> list[Block]:
    """The lines of one column, cut where a new paragraph, heading or item begins."""
    if not column:
        return []
    pitch = _pitch(column)
    left, right = min(line.left for line in column), max(line.right for line in column)
    cut: list[Block] = [[column[0]]]
    for before, line in itertools.pairwise(column):
        if _begins(cut[-1], before, line, pitch, left, right):
            cut.append([])
        cut[-1].append(line)
    return cut


def _pitch(column: Sequence[Line]) -> float:
    """The usual distance of two lines, in times of the font size."""
    steps = [
        (line.bottom - before.bottom) / line.size
        for before, line in itertools.pairwise(column)
        if line.size and abs(line.size - before.size) < 0.5 and line.bottom > before.bottom
    ]
    close = [step for step in steps if step < 2.2]
    return min(median(close), 1.9) if close else 1.25


def _begins(
    block: Block, before: Line, line: Line, pitch: float, left: float, right: float
) -> bool:
    """Whether a new block begins with `line`."""
    if isinstance(line, Slot) or isinstance(before, Slot):
        return True
    size = max(line.size, before.size, 1.0)
    step = (line.bottom - before.bottom) / size
    if step > pitch * 1.28 + 0.05 or step < -0.5:
        return True
    if abs(line.size - before.size) > 0.12 * size and not _is_inline(before, line):
        return True
    if before.text.count("(") > before.text.count(")") and ")" in line.text:
        return False
    if line.bold != before.bold and (line.bold or len(block) == 1 or _is_short(before, right)):
        return True
    ended = before.text[-1] in ENDINGS or _is_short(before, right)
    if list_marker(line.text) is not None:
        return ended or bool(BULLET.match(line.text)) or line.left < before.left - size
    if line.rtl:
        return False
    if ended and CAPTION.match(line.text):
        return True
    indent = line.left - (block[1].left if len(block) > 1 else left)
    ended = before.text.rstrip()[-1:] in '.:!?\u201d"'
    if line.words[0][0].islower() and line.left - before.left <= 0.8 * size:
        return False
    return ended and (_is_short(before, right) or indent > 0.8 * size) and len(line.words) > 1


def _is_inline(before: Line, line: Line) -> bool:
    """Whether two sizes stand in one paragraph: a few characters are raised or lowered."""
    return (
        abs(line.size - before.size) < 0.35 * before.size
        and min(len(line.words), len(before.words)) <= 1
        and line.bottom - before.bottom < 0.6 * before.size
    )


def _is_short(line: Line, right: float) -> bool:
    return right - line.right > 4.0 * line.size
