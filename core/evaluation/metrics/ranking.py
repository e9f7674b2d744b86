"""Ranked lists beside what is relevant.

Lists are ordered, the best first, and items are compared as they are: names of chunks, or numbers
of pages. An item that is ranked twice counts once, at its first place, and the places of the
others are not moved up. Without anything relevant every metric is None; a list that ends before k
has nothing at the places that are left. A k below 1 is a ValueError.
"""

from __future__ import annotations

from math import log2
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Mapping, Sequence

Item = TypeVar("Item", bound="Hashable")


def recall_at(ranked: Sequence[Item], relevant: Collection[Item], k: int) -> float | None:
    """Recall@k: share of what is relevant among the first k. Source: TopoChunker, section 4.1."""
    targets = set(relevant)
    return len(targets & set(_first(ranked, k))) / len(targets) if targets else None


def hit_at(ranked: Sequence[Item], relevant: Collection[Item], k: int) -> float | None:
    """1 if anything relevant is among the first k, else 0: page hit@k where items are pages."""
    return float(not set(relevant).isdisjoint(_first(ranked, k))) if relevant else None


def reciprocal_rank(ranked: Sequence[Item], relevant: Collection[Item]) -> float | None:
    """1 / place of the first relevant item, 0 if none is; its mean over questions is the MRR.

    Source: Voorhees, The TREC-8 Question Answering Track Report (1999).
    """
    if not relevant:
        return None
    targets = set(relevant)
    return next((1 / place for place, item in enumerate(ranked, 1) if item in targets), 0.0)


def dcg_at(ranked: Sequence[Item], gains: Mapping[Item, float], k: int) -> float | None:
    """DCG@k: gains of the first k, each divided by log2(place + 1).

    `gains` holds that of each relevant item, above 0; `dict.fromkeys(relevant, 1.0)` where an
    item is relevant or not.

    Source: Järvelin and Kekäläinen, Cumulated gain-based evaluation of IR techniques (2002), with
    the discount that LumberChunker and TopoChunker (section 4.1) use, from the first place on.
    """
    if not gains:
        return None
    first_place = {item: place for place, item in reversed([*enumerate(_first(ranked, k), 1)])}
    return sum(gains.get(item, 0.0) / log2(place + 1) for item, place in first_place.items())


def ndcg_at(ranked: Sequence[Item], gains: Mapping[Item, float], k: int) -> float | None:
    """nDCG@k, 0 to 1: DCG@k over that of the best order of all that has a gain.

    `gains` as for `dcg_at`; they may be graded. Source: Järvelin and Kekäläinen (2002).
    """
    best = dcg_at(sorted(gains, key=lambda item: -gains[item]), gains, k)
    return (dcg_at(ranked, gains, k) or 0.0) / best if best else None


def _first(ranked: Sequence[Item], k: int) -> Sequence[Item]:
    if k < 1:
        raise ValueError(f"k is {k}; a ranked list is read from its first item on")
    return ranked[:k]
