"""Soft hyphens as a reader sees them: nothing within a line, a break at its end.

Some fonts give that code to every hyphen. What takes room on the page is a hyphen, then; one that
shares its place with the next character was never drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.reading.characters import Char

SOFT = "\u00ad"

HYPHENS = "-\u2010"
"""What is drawn where a line ends at a soft hyphen."""


def with_hyphens_told_apart(chars: Sequence[Char], low: int, high: int) -> list[Char]:
    """The characters of a line without soft hyphens, but for one that its last word ends in.

    `low` and `high` are the edges of boxes along the line.
    """
    end = len("".join([char[0] for char in chars]).rstrip())
    known: list[Char] = []
    for place, char in enumerate(chars):
        before, after = chars[max(place - 1, 0)], chars[min(place + 1, len(chars) - 1)]
        if char[0] == SOFT and place + 1 < end:
            if not _share_place(char, after, low, high):
                known.append(("-", *char[1:]))
        elif char[0] in HYPHENS and before[0] == SOFT and _share_place(before, char, low, high):
            known.append((SOFT, *char[1:]))
        elif char[0] != SOFT or before[0] not in HYPHENS:
            known.append(char)
    return known


def _share_place(first: Char, second: Char, low: int, high: int) -> bool:
    """Whether two characters lie over each other by more than half of the narrower one."""
    a, b = first[1], second[1]
    narrower = min(a[high] - a[low], b[high] - b[low])
    return min(a[high], b[high]) - max(a[low], b[low]) > narrower / 2
