"""Searches in many documents, of which a filter would be slow."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from collections.abc import Set as AbstractSet

    from core.indexing.hybrid import Search
    from core.indexing.points import Scored

_MANY = 1000
"""Documents that a filter takes longer to look for than a search among all for the places of
points that are left out."""
_SPARE = 1.5
"""Times as many points are asked for as would do if those of all documents were mixed evenly."""
_MOST = 5000
"""Points of a search among all, at most: more take longer than a filter."""


def searched(
    search: Search,
    points: Callable[[], Mapping[str, int]],
    query: Callable[[Search], list[Scored]],
) -> list[Scored]:
    """The points nearest to a vector, best first.

    `points` gives how many there are of each document there is; `query` searches with a filter
    for documents. Of many documents, those found among all are taken, the others left out; where
    that leaves too few, as when `points` are no longer true, the filter decides after all.
    """
    if search.documents is None or len(search.documents) < _MANY:
        return query(search)
    documents = frozenset(search.documents)
    limit = _limit(documents, search.limit, points())
    if not limit:
        return query(search)
    found = query(replace(search, documents=None, limit=limit))
    within = [point for point in found if point.document in documents]
    if len(within) < search.limit and len(found) == limit:
        return query(search)
    return within[: search.limit]


def _limit(documents: AbstractSet[str], wanted: int, points: Mapping[str, int]) -> int:
    """Points to be found among all for `wanted` to be of the documents; 0 if those are too many."""
    if points.keys() <= documents:
        return wanted
    share = sum(points.get(name, 0) for name in documents) / sum(points.values())
    limit = math.ceil(_SPARE * wanted / share) if share else 0
    return limit if limit <= _MOST else 0
