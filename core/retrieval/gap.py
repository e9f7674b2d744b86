"""Where a list of results ends because the next one is far worse."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def before_gap(scores: Sequence[float], gap: float) -> int:
    """How many of `scores`, best first, come before the first drop of `gap` times the best.

    A drop is from one score to the next. All of them where there is no such drop, where `gap`
    is 0, or where the best score is not above 0; at least one where there is any.
    """
    if gap <= 0 or not scores or scores[0] <= 0:
        return len(scores)
    for place in range(1, len(scores)):
        if scores[place - 1] - scores[place] >= gap * scores[0]:
            return place
    return len(scores)
