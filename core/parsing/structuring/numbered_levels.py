"""Levels of headings by the numbers that enclose each other: 4.1 and 4.2 stand below 4.

Source: TopoChunker, section 3.1 (numbering patterns mapped to levels).
"""

from __future__ import annotations

from itertools import pairwise, takewhile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.parsing.structuring.headings import Heading
    from core.parsing.structuring.markers import Numbering

PATTERNS = ("decimal", "letter", "worded 1")
"""Patterns of numbers that hold each other: 4 of "Chapter 4" and 4.1, A and A.1."""

Parts = tuple[str, ...]
"""The parts of a number: 4 and 1 of "4.1", 4 of "Chapter 4"."""


def below_their_numbers(headings: Sequence[Heading], levels: Sequence[int]) -> list[int]:
    """Levels with the sections of one chapter beside each other, below the chapter.

    What stands below a section moves with it. What stands between two sections that follow each
    other stays below the chapter, whatever it looks like.
    """
    numbers = [parts_of(heading.number) for heading in headings]
    numbered = [(index, parts) for index, parts in enumerate(numbers) if parts]
    holders = _holders(numbered, len(numbers))
    opening = {index for (index, parts), (_, below) in pairwise(numbered) if _opens(parts, below)}
    placed: list[int] = []
    chapters: dict[Parts, int] = {}
    sections: dict[Parts, int] = {}
    before = 0
    for index, (parts, level) in enumerate(zip(numbers, levels, strict=True)):
        if parts:
            own = _section_level(parts, level, chapters, sections)
            sections[parts[:-1]] = own
            if index in opening:
                chapters[parts] = own
                sections.pop(parts, None)
            before = index
        else:
            below = bool(placed) and level > levels[before]
            own = level + placed[before] - levels[before] if below else level
            own = max(own, chapters.get(holders[index], 0) + 1) if holders[index] else own
        placed.append(own)
    return placed


def _opens(parts: Parts, below: Parts) -> bool:
    """Whether a number is that of a chapter whose first section has the number behind it."""
    return below[:-1] == parts and below[-1] in ("0", "1")


def _section_level(
    parts: Parts, level: int, chapters: Mapping[Parts, int], sections: Mapping[Parts, int]
) -> int:
    """The level of a section: that of the one before it in its chapter, else below the chapter."""
    holder = parts[:-1]
    if holder in sections:
        return sections[holder] if holder else level
    while holder and holder not in chapters:
        holder = holder[:-1]
    return max(level, chapters[holder] + 1) if holder else level


def parts_of(number: Numbering | None) -> Parts | None:
    """The parts of the number of a chapter or of what is below it; None of others."""
    if number is None or number.pattern not in PATTERNS:
        return None
    return tuple(number.number.upper().split("."))


def _holders(numbered: Sequence[tuple[int, Parts]], count: int) -> list[Parts]:
    """For each of so many headings the number of the section that goes on behind it; or none."""
    holders: list[Parts] = [()] * count
    for (upper, first), (lower, second) in pairwise(numbered):
        shared = _open_section(first, second)
        holders[upper + 1 : lower] = [shared] * (lower - upper - 1)
    return holders


def _open_section(first: Parts, second: Parts) -> Parts:
    """The number of the section that holds both; empty if `second` is not soon after `first`."""
    pairs = zip(first, second, strict=False)
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    before = first[shared] if shared < len(first) else "0"
    if len(second) != shared + 1 or not (before + second[-1]).isdecimal():
        return ()
    return second[:shared] if int(second[-1]) - int(before) in (1, 2) else ()
