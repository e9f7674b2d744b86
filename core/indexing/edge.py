"""The index on disk, in this process: Qdrant Edge."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import qdrant_edge as qe

from core.errors import StoreUnavailable
from core.indexing.handover import HandoverLock
from core.indexing.hybrid import HybridStore, ModelRecord
from core.indexing.points import BM25, DENSE, Scored
from core.indexing.variants import folder_name

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from core.indexing.hybrid import Search
    from core.indexing.points import IndexPoint

_FORMAT = 1
"""Raised when vectors or payload change, so that an older index is made anew."""
_BATCH_POINTS = 500
_EXACT_UP_TO_KB = 300_000
"""Kilobytes of vectors (about 200,000 windows of 384 numbers) that are searched one by one, which
is exact and takes 4 ms for 50,000. Beyond, `optimize` builds an HNSW graph."""


def edge_store(folder: Path, variant: str) -> HybridStore:
    """The index of `variant` below `folder`, made when something is added.

    Any number of processes may have it; they hand it to each other (see `HandoverLock`).
    """
    return HybridStore(EdgeBackend(folder / folder_name(variant)))


class EdgeBackend:
    """One shard in a folder, with a small file beside it that names the model.

    Only one process has the shard open at a time, so no search can see a document half written.
    Points are marked as pending until all of a document are there. What a crash leaves pending
    is removed when the shard is opened again.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._record = folder / "store.json"
        self._shard: qe.EdgeShard | None = None
        self._lock = HandoverLock(folder / "store.lock", self._close_shard)

    def model(self) -> ModelRecord | None:
        """See `Backend.model`."""
        try:
            record = json.loads(self._record.read_text("utf-8"))
        except FileNotFoundError:
            return None
        except ValueError as error:
            raise self._unusable() from error
        if record.get("format") != _FORMAT:
            raise self._unusable()
        return ModelRecord(record["model"], record["dimension"])

    def create(self, model: ModelRecord) -> None:
        """See `Backend.create`. The record is written last: without it there is no index."""
        with self._lock:
            if self._record.exists():
                return
            shutil.rmtree(self._folder / "shard", ignore_errors=True)
            (self._folder / "shard").mkdir(parents=True)
            self._shard = qe.EdgeShard.create(str(self._folder / "shard"), _config(model))
            for field, schema in (
                ("document", qe.PayloadSchemaType.Keyword),
                ("revision", qe.PayloadSchemaType.Keyword),
                ("pending", qe.PayloadSchemaType.Bool),
            ):
                self._shard.update(qe.UpdateOperation.create_field_index(field, schema))
            self._shard.flush()
            record = {"format": _FORMAT, "model": model.name, "dimension": model.dimension}
            partial = self._record.with_suffix(".partial")
            partial.write_text(json.dumps(record), "utf-8")
            partial.replace(self._record)

    def replace(self, document: str, revision: str, points: Sequence[IndexPoint]) -> None:
        """See `Backend.replace`."""
        payload = {"document": document, "revision": revision, "pending": True}
        mine = _equals(document=document, revision=revision)
        old = qe.Filter(must=_conditions(document=document), must_not=[mine])
        with self._lock:
            shard = self._opened()
            for start in range(0, len(points), _BATCH_POINTS):
                batch = [_point(point, payload) for point in points[start : start + _BATCH_POINTS]]
                shard.update(qe.UpdateOperation.upsert_points(batch))
            shard.update(qe.UpdateOperation.delete_points_by_filter(old))
            shard.update(qe.UpdateOperation.delete_payload_by_filter(mine, ["pending"]))
            shard.optimize()
            shard.flush()

    def delete(self, document: str) -> None:
        """See `Backend.delete`."""
        with self._lock:
            shard = self._opened()
            shard.update(qe.UpdateOperation.delete_points_by_filter(_equals(document=document)))
            shard.optimize()
            shard.flush()

    def counts(self) -> dict[str, int]:
        """See `Backend.counts`."""
        with self._lock:
            shard = self._opened()
            limit = max(shard.info().points_count, 1)
            hits = shard.facet(qe.FacetRequest("document", limit=limit, exact=True)).hits
        return {str(hit.value): hit.count for hit in hits if hit.count}

    def count(self, document: str, revision: str) -> int:
        """See `Backend.count`."""
        within = _equals(document=document, revision=revision)
        with self._lock:
            return self._opened().count(qe.CountRequest(filter=within, exact=True))

    def ranked(self, search: Search) -> list[Scored]:
        """See `Backend.ranked`."""
        conditions: list[qe.FieldCondition | qe.HasIdCondition] = []
        if search.documents is not None:
            among = qe.MatchAny(list(search.documents))
            conditions.append(qe.FieldCondition("document", match=among))
        if search.ids is not None:
            conditions.append(qe.HasIdCondition(set(search.ids)))
        vector = search.vector
        nearest = qe.SparseVector(*vector) if isinstance(vector, tuple) else [vector]
        request = qe.QueryRequest(
            search.limit,
            query=qe.Query.Nearest(nearest, using=search.using),
            filter=qe.Filter(must=list(conditions)) if conditions else None,
            with_payload=True,
        )
        with self._lock:
            found = self._opened().query(request)
        return [_scored(point) for point in found]

    def close(self) -> None:
        """See `Backend.close`."""
        self._lock.close()

    def _opened(self) -> qe.EdgeShard:
        """The shard, opened if need be; the lock is held."""
        if self._shard is None:
            try:
                self._shard = qe.EdgeShard.load(str(self._folder / "shard"))
            except Exception as error:  # Edge raises nothing more specific.
                raise self._unusable() from error
            pending = qe.UpdateOperation.delete_points_by_filter(_equals(pending=True))
            self._shard.update(pending)
        return self._shard

    def _close_shard(self) -> None:
        if self._shard is not None:
            self._shard.close()
            self._shard = None

    def _unusable(self) -> StoreUnavailable:
        return StoreUnavailable(
            f"The index in {self._folder} is damaged or was made by another version. "
            "Delete that folder and index the documents anew; the documents are not touched."
        )


def _config(model: ModelRecord) -> qe.EdgeConfig:
    windows = qe.MultiVectorConfig(qe.MultiVectorComparator.MaxSim)
    dense = qe.EdgeVectorParams(model.dimension, qe.Distance.Cosine, multivector_config=windows)
    return qe.EdgeConfig(
        vectors={DENSE: dense},
        sparse_vectors={BM25: qe.EdgeSparseVectorParams(modifier=qe.Modifier.Idf)},
        optimizers=qe.EdgeOptimizersConfig(indexing_threshold=_EXACT_UP_TO_KB),
    )


def _point(point: IndexPoint, payload: dict[str, object]) -> qe.Point:
    vectors = {DENSE: point.windows, BM25: qe.SparseVector(*point.sparse)}
    return qe.Point(point.id, vectors, {**payload, "chunk": point.chunk_id})


def _scored(point: qe.ScoredPoint) -> Scored:
    payload = point.payload or {}
    return Scored(str(point.id), payload["chunk"], payload["document"], point.score)


def _conditions(**fields: str | bool) -> list[qe.ConditionType]:
    return [qe.FieldCondition(key, match=qe.MatchValue(value)) for key, value in fields.items()]


def _equals(**fields: str | bool) -> qe.Filter:
    return qe.Filter(must=_conditions(**fields))
