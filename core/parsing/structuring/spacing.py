"""How far the lines of a column stand from each other and from its edges."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from core.parsing.structuring.line_rows import gaps
from core.parsing.structuring.text_style import is_typewritten

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.reading.line import Line

COMMON = 0.25
"""Share of the steps from line to line that are as long within a paragraph, at least."""

ALIKE = 1.04
"""Times by which one such step may be longer than another."""

FEWEST = 3
"""Lines of text that show how far it reaches, at least."""

ALIGNED = 0.3
"""Times the font size by which two lines of one text may be off each other's edge."""


class Spacing(NamedTuple):
    """The left and right edge of a column, and how far its lines stand from each other.

    `usual` is the distance of most, `least` the least that many have, in times of the font size.
    They differ where most paragraphs have one line. Code, which may stick out, has no right edge
    where it stands between text; what is typewritten but for its letterhead has.
    """

    left: float
    right: float
    usual: float
    least: float


def spacing_of(column: Sequence[Line]) -> Spacing:
    """The spacing of the lines of a column, one at least, from the top down."""
    left = min(line.left for line in column)
    text = [line for line in column if not line.monospaced]
    is_text = len(text) >= FEWEST and not is_typewritten(column)
    right = max(line.right for line in (text if is_text else column))
    steps = [
        (line.bottom - before.bottom) / line.size
        for before, line in itertools.pairwise(column)
        if line.size and abs(line.size - before.size) < 0.5 and line.bottom > before.bottom
    ]
    close = sorted(step for step in steps if step < 2.2)
    usual = min(median(close), 1.9) if close else 1.25
    alike = (bisect_right(close, step * ALIKE) - at for at, step in enumerate(close))
    often = (step for step, count in zip(close, alike, strict=True) if count >= COMMON * len(close))
    return Spacing(left, right, usual, min(next(often, usual), usual))


def is_far(before: Line, line: Line, pitch: float) -> bool:
    """Whether two lines are too far from each other for one block of this pitch."""
    step = (line.bottom - before.bottom) / max(line.size, before.size, 1.0)
    return step > pitch * 1.28 + 0.05 or step < -0.5


def is_short(line: Line, right: float) -> bool:
    """Whether a line ends well before the right edge of its column."""
    return right - line.right > 4.0 * line.size


def is_full(line: Line, below: Line, right: float) -> bool:
    """Whether the first word below would not have fitted behind a line.

    It would where a gap parts the line from a label at its end, which rows of a table have too.
    """
    if gaps(line) and not gaps(below):
        return False
    word = below.boxes[0][2] - below.boxes[0][0]
    return right - line.right <= max(word + 0.3 * line.size, 4.0 * line.size)


def are_centred(before: Line, line: Line) -> bool:
    """Whether two lines have the same middle."""
    return abs(line.left + line.right - before.left - before.right) < 2 * line.size
