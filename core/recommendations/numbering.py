"""Which of several texts with a number are the recommendation of that number."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Numbered:
    """A label, None without one, and whether more than the label shows a recommendation."""

    label: tuple[str, str] | None
    sure: bool


def stated_once(numbered: Sequence[Numbered]) -> list[int]:
    """Places of those that count: of one label all that are sure, else only the first.

    A later text with the same label and nothing else mostly speaks about the recommendation.
    """
    sure = {each.label for each in numbered if each.sure}
    seen: set[tuple[str, str]] = set()
    places: list[int] = []
    for place, each in enumerate(numbered):
        if each.sure or each.label is None:
            places.append(place)
        elif each.label not in sure and each.label not in seen:
            places.append(place)
            seen.add(each.label)
    return places


def in_order(numbers: Sequence[tuple[int, ...]]) -> list[int]:
    """Places of the longest rising series of numbers that have as many parts as most have."""
    if not numbers:
        return []
    depth = Counter(map(len, numbers)).most_common(1)[0][0]
    best: list[list[int]] = []
    for place, number in enumerate(numbers):
        before = [series for series in best if numbers[series[-1]] < number]
        series = [*max(before, key=len, default=[]), place] if len(number) == depth else []
        best += [series] if series else []
    return max(best, key=len, default=[])
