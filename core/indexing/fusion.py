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


def reciprocal_rank_fusion(rankings: Sequence[Sequence[Key]]) -> list[tuple[Key, float]]:
    """Keys with the sums of their reciprocal ranks, best first.

    A key scores `1 / (K + rank)` in each ranking that holds it, ranks being 1-based; the sum
    counts. Equal scores keep the order in which the keys were first met, so that the result depends
    on nothing but the rankings.

    Source: Cormack, Clarke and Buettcher 2009, section 2.
    """
    scores: dict[Key, float] = {}
    for ranking in rankings:
        for rank, key in enumerate(ranking, start=1):
            scores[key] = scores.get(key, 0.0) + 1.0 / (K + rank)
    return sorted(scores.items(), key=lambda pair: -pair[1])
