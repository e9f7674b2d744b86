"""Initials that reach over several lines: each belongs before the first of these."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from core.parsing.structuring.slots import Slot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.reading.line import Line

LARGER = 1.7
"""Size of an initial, in times of that of the lines beside it, at least."""

FEWEST = 2
"""Lines beside an initial, at least."""

NEAR = 1.5
"""Times their font size by which these begin behind it, at most."""

WORDS = ("A", "I", "O")
"""Letters that may be words by themselves."""

SPACE = 0.6
"""Times the font size behind such a word, at least."""


def drop_caps(pieces: Sequence[Line]) -> dict[Line, Line]:
    """The initials among pieces of text, by the lines that they begin.

    What stands behind each (`Line.after`) is set: most are a part of the first word there.
    """
    caps: dict[Line, Line] = {}
    for cap in filter(_may_be_initial, pieces):
        beside = sorted((line for line in pieces if _is_beside(cap, line)), key=attrgetter("top"))
        if len(beside) >= FEWEST and beside[0].words[0][0].isalpha():
            gap = beside[0].left - cap.right
            is_word = cap.words[0] in WORDS and gap > SPACE * beside[0].size
            cap.after = " " if is_word else ""
            caps[beside[0]] = cap
    return caps


def is_drop_cap(line: Line) -> bool:
    """Whether a line is an initial that was put before the line that it begins."""
    return line.after is not None and _may_be_initial(line)


def _may_be_initial(line: Line) -> bool:
    letters = "".join(filter(str.isalpha, line.words[0]))
    return (
        len(line.words) == 1 and len(line.words[0]) <= 2 and len(letters) == 1 and letters.isupper()
    )


def _is_beside(cap: Line, line: Line) -> bool:
    """Whether a line begins right behind an initial, at its height and in far smaller type."""
    near = -0.1 * line.size <= line.left - cap.right <= NEAR * line.size
    small = cap.size >= LARGER * line.size and not isinstance(line, Slot)
    return near and small and cap.top - line.size / 2 < line.middle < cap.bottom
