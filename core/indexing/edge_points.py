"""Chunks as points of Qdrant Edge, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import qdrant_edge as qe

from core.indexing.points import BM25, DENSE, IndexPoint, Scored

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.indexing.hybrid import ModelRecord

_EXACT_UP_TO_KB = 60_000
"""Kilobytes of vectors (about 40,000 windows of 384 numbers) in a part of a shard that are
compared one by one as they are; beyond, `optimize` keeps them in four bits a number as well."""
_PART_KB = 300_000
"""Kilobytes of vectors in the largest part of a shard; parts are searched by several threads."""
_NO_GRAPH = qe.HnswIndexConfig(m=0, ef_construct=100, full_scan_threshold=10_000)
"""All vectors are compared: a graph of 10^5 takes 48 s to build instead of 2, and finds 80 % of the
100 nearest of random vectors in 4 ms, where the whole takes 4 ms and finds all."""
_IN_FOUR_BITS = qe.TurboQuantQuantizationConfig(bits=qe.TurboQuantBitSize.Bits4)
"""200,000 vectors take 8 ms, in int8 13 ms; both find all of the 100 nearest. In two bits it takes
7 ms and finds 97 % of them; one and two bits of the binary kind, 21 and 36 ms, find 85 and 93 %.

Source: Zandieh et al. 2025, "TurboQuant: Online Vector Quantization with Near-optimal Distortion
Rate".
"""
_PAYLOAD_BYTES = 1000
"""A point's ids and document, in the segment and in two indexes over them."""


def bytes_of(points: Sequence[IndexPoint]) -> int:
    """About what points take on the disk, each number 4 bytes, before they are copied."""
    numbers = sum(sum(map(len, point.windows)) + 2 * len(point.sparse[0]) for point in points)
    return 4 * numbers + _PAYLOAD_BYTES * len(points)


def shard_config(model: ModelRecord) -> qe.EdgeConfig:
    """A shard for multivectors of this model, and for sparse vectors weighed by IDF."""
    windows = qe.MultiVectorConfig(qe.MultiVectorComparator.MaxSim)
    dense = qe.EdgeVectorParams(
        model.dimension,
        qe.Distance.Cosine,
        multivector_config=windows,
        hnsw_config=_NO_GRAPH,
        quantization_config=_IN_FOUR_BITS,
    )
    return qe.EdgeConfig(
        vectors={DENSE: dense},
        sparse_vectors={BM25: qe.EdgeSparseVectorParams(modifier=qe.Modifier.Idf)},
        optimizers=qe.EdgeOptimizersConfig(
            indexing_threshold=_EXACT_UP_TO_KB, max_segment_size=_PART_KB
        ),
    )


def edge_point(point: IndexPoint, payload: Mapping[str, str]) -> qe.Point:
    """A point with the payload of its document."""
    vectors: dict[str, Any] = {DENSE: point.windows, BM25: qe.SparseVector(*point.sparse)}
    return qe.Point(point.id, vectors, {**payload, "chunk": point.chunk_id})


def scored(point: qe.ScoredPoint) -> Scored:
    """A point that was found, as a search returns it."""
    payload = point.payload or {}
    return Scored(str(point.id), payload["chunk"], payload["document"], point.score)


def conditions(**fields: str) -> list[qe.ConditionType]:
    """One condition for each field of the payload."""
    return [qe.FieldCondition(key, match=qe.MatchValue(value)) for key, value in fields.items()]


def equals(**fields: str) -> qe.Filter:
    """A filter for points whose payload has all of these values."""
    return qe.Filter(must=conditions(**fields))
