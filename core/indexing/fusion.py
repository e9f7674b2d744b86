"""Several rankings made into one."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

K = 60
"""Dampens the lead of the first places.

Source: Cormack, Clarke and Buettcher 2009, "Reciprocal Rank Fusion outperforms Condorcet and
individual rank learning methods", section 2.
"""

Key = TypeVar("Key", bound="Hashable")


def reciprocal_rank_fusion(
    rankings: Sequence[Sequence[Key]], weights: Sequence[float] | None = None, k: float = K
) -> list[tuple[Key, float]]:
    """Keys with the sums of their reciprocal ranks, best first.

    A key scores `weight / (k + rank)` in each ranking that holds it, ranks being 1-based; the
    sum counts. Equal scores keep the order in which the keys were first met, so that the result
    depends on nothing but the rankings. `weights` are 1 by default.

    Source: Cormack, Clarke and Buettcher 2009, section 2.

    Raises:
        ValueError: there are not as many weights as rankings.
    """
    scores: dict[Key, float] = {}
    for ranking, weight in zip(rankings, weights or [1.0] * len(rankings), strict=True):
        for rank, key in enumerate(ranking, start=1):
            scores[key] = scores.get(key, 0.0) + weight / (k + rank)
    return sorted(scores.items(), key=lambda pair: -pair[1])
