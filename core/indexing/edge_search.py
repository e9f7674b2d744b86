"""Searches in a shard of Qdrant Edge, and what is in it."""

from __future__ import annotations

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


def whole(shard: qe.EdgeShard, written: Mapping[str, Written]) -> dict[str, int]:
    """The documents of which all points are there that were written, with their numbers."""
    limit = max(shard.info().points_count, 1)
    hits = shard.facet(qe.FacetRequest("document", limit=limit, exact=True)).hits
    counts = {name: hit.count for hit in hits if (name := str(hit.value)) in written and hit.count}
    return {name: count for name, count in counts.items() if written[name].points == count}


def query(shard: qe.EdgeShard, search: Search) -> list[Scored]:
    """The points nearest to a vector, best first."""
    conditions: list[qe.FieldCondition | qe.HasIdCondition] = []
    if search.documents is not None:
        among = qe.MatchAny(sorted(search.documents))
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
