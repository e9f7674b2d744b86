"""What stands at a height of a page, found without looking at all that stands on it."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

STRIP = 16.0
"""Height in points of the strips that a page is looked at in."""

Placed = TypeVar("Placed")


def by_strip(placed: Iterable[tuple[float, float, Placed]]) -> defaultdict[int, list[Placed]]:
    """What stands in each strip of a page, by its top and bottom in points.

    Leave out what is too high to matter: it stands in as many strips as it is high.
    """
    strips: defaultdict[int, list[Placed]] = defaultdict(list)
    for top, bottom, each in placed:
        for strip in range(int(top // STRIP), int(bottom // STRIP) + 1):
            strips[strip].append(each)
    return strips
