"""Searches in a shard of Qdrant Edge, and what is in it."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import qdrant_edge as qe

from core.indexing.edge_points import scored

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.indexing.folder import Written
    from core.indexing.hybrid import Search
    from core.indexing.points import Scored

_OVERSAMPLING = 2.0
"""Times as many points are found in four bits as are asked for; exact cosines order them."""
_MANY = 1000
"""Documents that a filter takes longer to look for than a search among all for the places of
points that are left out."""
_SPARE = 1.5
"""Times as many points as are needed if those of all documents are mixed evenly."""


def whole(shard: qe.EdgeShard, written: Mapping[str, Written]) -> dict[str, int]:
    """The documents of which all points are there that were written, with their numbers."""
    limit = max(shard.info().points_count, 1)
    hits = shard.facet(qe.FacetRequest("document", limit=limit, exact=True)).hits
    counts = {name: hit.count for hit in hits if (name := str(hit.value)) in written and hit.count}
    return {name: count for name, count in counts.items() if written[name].points == count}


def ranked(shard: qe.EdgeShard, search: Search, points: Mapping[str, int]) -> list[Scored]:
    """The points nearest to a vector, best first; `points` are those of each document there is.

    Of many documents, those found among all, the others left out; by a filter after all where
    that leaves too few.
    """
    if search.documents is None or len(search.documents) < _MANY:
        return _query(shard, search)
    among_all, documents = replace(search, documents=None), frozenset(search.documents)
    if documents.issuperset(points):
        return _query(shard, among_all)
    share = sum(points.get(name, 0) for name in documents) / sum(points.values())
    limit = math.ceil(_SPARE * search.limit / share) if share else 0
    found = _query(shard, replace(among_all, limit=limit)) if limit else []
    within = [point for point in found if point.document in documents]
    if len(within) < search.limit and len(found) == limit:
        return _query(shard, search)
    return within[: search.limit]


def _query(shard: qe.EdgeShard, search: Search) -> list[Scored]:
    conditions: list[qe.FieldCondition | qe.HasIdCondition] = []
    if search.documents is not None:
        among = qe.MatchAny(list(search.documents))
        conditions.append(qe.FieldCondition("document", match=among))
    if search.ids is not None:
        conditions.append(qe.HasIdCondition(set(search.ids)))
    vector = search.vector
    nearest = qe.SparseVector(*vector) if isinstance(vector, tuple) else [vector]
    exactly = qe.QuantizationSearchParams(rescore=True, oversampling=_OVERSAMPLING)
    request = qe.QueryRequest(
        search.limit,
        query=qe.Query.Nearest(nearest, using=search.using),
        filter=qe.Filter(must=list(conditions)) if conditions else None,
        with_payload=True,
        params=qe.SearchParams(quantization=exactly),
    )
    return [scored(point) for point in shard.query(request)]
