"""The index on disk, in this process: Qdrant Edge."""

from __future__ import annotations

import json
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING

import qdrant_edge as qe

from core.errors import StoreUnavailable
from core.files import write_synced, writing
from core.indexing.handover import HandoverLock
from core.indexing.hybrid import HybridStore, ModelRecord
from core.indexing.points import BM25, DENSE, Scored
from core.indexing.variants import folder_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
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


def edge_stores(folder: Path) -> list[HybridStore]:
    """The indexes of all variants below `folder`."""
    return [HybridStore(EdgeBackend(path.parent)) for path in sorted(folder.glob("*/store.json"))]


class EdgeBackend:
    """One shard in a folder, with a small file beside it that names the model.

    Only one process has the shard open at a time, so no search can see a document half written.
    While a document is written a second file names it. If that file is there when the shard is
    opened, a crash came between, and what was written is removed.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._record = folder / "store.json"
        self._writing = folder / "writing.json"
        self._shard: qe.EdgeShard | None = None
        self._lock = HandoverLock(folder / "store.lock", self._close_shard)

    def model(self) -> ModelRecord | None:
        """See `Backend.model`."""
        try:
            record = json.loads(self._record.read_text("utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except ValueError as error:
            raise self._unusable() from error
        if record.get("format") != _FORMAT:
            raise self._unusable()
        return ModelRecord(record["model"], record["dimension"])

    def create(self, model: ModelRecord) -> None:
        """See `Backend.create`. The record is written last: without it there is no index."""
        shard = self._folder / "shard"
        with self._lock, self._translated():
            if self._record.exists():
                return
            shutil.rmtree(shard, ignore_errors=True)
            shard.mkdir(parents=True)
            self._shard = qe.EdgeShard.create(str(shard), _config(model))
            for field in ("document", "revision"):
                keyword = qe.PayloadSchemaType.Keyword
                self._shard.update(qe.UpdateOperation.create_field_index(field, keyword))
            self._shard.flush()
            record = {"format": _FORMAT, "model": model.name, "dimension": model.dimension}
            _write_json(self._record, record)

    def replace(self, document: str, revision: str, points: Sequence[IndexPoint]) -> None:
        """See `Backend.replace`."""
        payload = {"document": document, "revision": revision}
        old = qe.Filter(must=_conditions(document=document), must_not=[_equals(**payload)])
        with self._opened() as shard:
            _write_json(self._writing, payload)
            try:
                for start in range(0, len(points), _BATCH_POINTS):
                    batch = points[start : start + _BATCH_POINTS]
                    rows = [_point(point, payload) for point in batch]
                    shard.update(qe.UpdateOperation.upsert_points(rows))
                shard.update(qe.UpdateOperation.delete_points_by_filter(old))
                shard.optimize()
                shard.flush()
            except BaseException:
                self._undo(shard)
                raise
            self._writing.unlink()

    def delete(self, document: str) -> None:
        """See `Backend.delete`."""
        with self._opened() as shard:
            shard.update(qe.UpdateOperation.delete_points_by_filter(_equals(document=document)))
            shard.optimize()
            shard.flush()

    def counts(self) -> dict[str, int]:
        """See `Backend.counts`."""
        with self._opened() as shard:
            limit = max(shard.info().points_count, 1)
            hits = shard.facet(qe.FacetRequest("document", limit=limit, exact=True)).hits
        return {str(hit.value): hit.count for hit in hits if hit.count}

    def count(self, document: str, revision: str) -> int:
        """See `Backend.count`."""
        within = _equals(document=document, revision=revision)
        with self._opened() as shard:
            return shard.count(qe.CountRequest(filter=within, exact=True))

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
        with self._opened() as shard:
            return [_scored(point) for point in shard.query(request)]

    def close(self) -> None:
        """See `Backend.close`."""
        self._lock.close()

    @contextmanager
    def _opened(self) -> Iterator[qe.EdgeShard]:
        """The shard, opened if need be, with the lock on it."""
        with self._lock, self._translated():
            if self._shard is None:
                self._shard = qe.EdgeShard.load(str(self._folder / "shard"))
                if self._writing.exists():
                    self._undo(self._shard)
            yield self._shard

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Turns errors of Edge and of the file system into sentences."""
        try:
            with writing(self._folder):
                yield
        except Exception as error:
            # Edge raises bare exceptions; any subclass comes from somewhere else.
            if type(error) is not Exception:
                raise
            raise self._unusable() from error

    def _undo(self, shard: qe.EdgeShard) -> None:
        """Removes what was written of a document before it came to an end."""
        written = _equals(**json.loads(self._writing.read_text("utf-8")))
        shard.update(qe.UpdateOperation.delete_points_by_filter(written))
        shard.flush()
        self._writing.unlink()

    def _close_shard(self) -> None:
        if self._shard is not None:
            self._shard.close()
            self._shard = None

    def _unusable(self) -> StoreUnavailable:
        return StoreUnavailable(
            f"The index in {self._folder} is damaged, was made by another version, or its disk is "
            "full. Delete that folder and index the documents anew; they are not touched by it."
        )


def _write_json(path: Path, content: Mapping[str, object]) -> None:
    """Writes a file as a whole or not at all."""
    partial = path.with_suffix(".partial")
    write_synced(partial, json.dumps(content).encode())
    partial.replace(path)


def _config(model: ModelRecord) -> qe.EdgeConfig:
    windows = qe.MultiVectorConfig(qe.MultiVectorComparator.MaxSim)
    dense = qe.EdgeVectorParams(model.dimension, qe.Distance.Cosine, multivector_config=windows)
    return qe.EdgeConfig(
        vectors={DENSE: dense},
        sparse_vectors={BM25: qe.EdgeSparseVectorParams(modifier=qe.Modifier.Idf)},
        optimizers=qe.EdgeOptimizersConfig(indexing_threshold=_EXACT_UP_TO_KB),
    )


def _point(point: IndexPoint, payload: Mapping[str, str]) -> qe.Point:
    vectors = {DENSE: point.windows, BM25: qe.SparseVector(*point.sparse)}
    return qe.Point(point.id, vectors, {**payload, "chunk": point.chunk_id})


def _scored(point: qe.ScoredPoint) -> Scored:
    payload = point.payload or {}
    return Scored(str(point.id), payload["chunk"], payload["document"], point.score)


def _conditions(**fields: str) -> list[qe.ConditionType]:
    return [qe.FieldCondition(key, match=qe.MatchValue(value)) for key, value in fields.items()]


def _equals(**fields: str) -> qe.Filter:
    return qe.Filter(must=_conditions(**fields))
