"""Which settings no other one beats in both of two respects."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def pareto_front(costs: Sequence[float], gains: Sequence[float]) -> list[int]:
    """Places of the points that gain more than all that cost as much or less, by rising cost.

    Of points that are alike, the first.

    Raises:
        ValueError: the two are not of one length.
    """
    points = list(zip(costs, gains, strict=True))
    order = sorted(range(len(points)), key=lambda at: (points[at][0], -points[at][1], at))
    front: list[int] = []
    for at in order:
        if not front or points[at][1] > points[front[-1]][1]:
            front.append(at)
    return front
