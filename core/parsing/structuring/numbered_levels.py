"""Levels of headings by the numbers that enclose each other: 4.1 and 4.2 stand below 4.

Source: TopoChunker, section 3.1 (numbering patterns mapped to levels).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.structuring.headings import Heading
    from core.parsing.structuring.markers import Numbering

PATTERNS = ("decimal", "letter", "worded 1")
"""Patterns of numbers that hold each other: 4 of "Chapter 4" and 4.1, A and A.1."""

Parts = tuple[str, ...]
"""The parts of a number: 4 and 1 of "4.1", 4 of "Chapter 4"."""


@dataclass
class _Sections:
    """The levels of chapters by number, and of their sections by the number of the chapter."""

    chapters: dict[Parts, int] = field(default_factory=dict)
    sections: dict[Parts, int] = field(default_factory=dict)

    def place(self, parts: Parts, level: int) -> int:
        """The level of a section: that of the one before it in its chapter, or below this one."""
        holder = parts[:-1]
        own = self.sections.get(holder, max(level, self._above(holder) + 1)) if holder else level
        self.sections[holder] = own
        return own

    def open(self, parts: Parts, level: int) -> None:
        """Begins a chapter, whose sections are still to come."""
        self.chapters[parts] = level
        self.sections.pop(parts, None)

    def highest(self, holder: Parts) -> int:
        """The highest level between sections of a chapter: theirs where nothing opened it."""
        own = self.sections.get(holder, 1) if holder else 1
        return self.chapters.get(holder, own - 1) + 1

    def _above(self, holder: Parts) -> int:
        """The level of the innermost chapter with this number, or the beginning of it; 0."""
        while holder and holder not in self.chapters:
            holder = holder[:-1]
        return self.chapters.get(holder, 0)


def below_their_numbers(headings: Sequence[Heading], levels: Sequence[int]) -> list[int]:
    """Levels with the sections of one chapter beside each other, below the chapter.

    What stands below a section moves with it. What stands between two sections that follow each
    other stays below the chapter, whatever it looks like.
    """
    numbers = [_parts(heading.number) for heading in headings]
    numbered = [(index, parts) for index, parts in enumerate(numbers) if parts]
    opening = {index for (index, parts), (_, below) in pairwise(numbered) if _opens(parts, below)}
    holders = _holders(numbered)
    sections = _Sections()
    placed: list[int] = []
    moved = before = 0
    for index, (parts, level) in enumerate(zip(numbers, levels, strict=True)):
        if parts:
            own = sections.place(parts, level)
            moved, before = own - level, level
            if index in opening:
                sections.open(parts, own)
        else:
            own = level + moved if level > before else level
            own = max(own, sections.highest(holders.get(index, ())))
        placed.append(own)
    return placed


def _opens(parts: Parts, below: Parts) -> bool:
    """Whether a number is that of a chapter whose first section has the number behind it."""
    return below[:-1] == parts and below[-1] in ("0", "1")


def _parts(number: Numbering | None) -> Parts | None:
    """The parts of the number of a chapter or of what is below it; None of others."""
    if number is None or number.pattern not in PATTERNS:
        return None
    return tuple(number.number.upper().split("."))


def _holders(numbered: Sequence[tuple[int, Parts]]) -> dict[int, Parts]:
    """The number of the chapter that goes on behind each heading that stands between two of it."""
    return {
        index: chapter
        for (upper, first), (lower, second) in pairwise(numbered)
        if (chapter := _open_section(first, second))
        for index in range(upper + 1, lower)
    }


def _open_section(first: Parts, second: Parts) -> Parts:
    """The number of the section that holds both; empty if `second` is not soon after `first`."""
    pairs = zip(first, second, strict=False)
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    before = first[shared] if shared < len(first) else "0"
    if len(second) != shared + 1 or not (before + second[-1]).isdecimal():
        return ()
    return second[:shared] if int(second[-1]) - int(before) in (1, 2) else ()
