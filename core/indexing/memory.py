"""The index in memory, gone with the process: exact, for measuring and for sweeps."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from core.embedding.base import unit_rows
from core.indexing.bm25 import SparseValues, inverse_document_frequency
from core.indexing.hybrid import ModelRecord, Search, VectorStore
from core.indexing.points import IndexPoint, Scored

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


def memory_store() -> VectorStore:
    """A new, empty index that is kept nowhere."""
    return VectorStore(MemoryBackend())


class MemoryBackend:
    """Points in lists, and as arrays from the first search after a change.

    One thread may use it at a time.
    """

    def __init__(self) -> None:
        self._model: ModelRecord | None = None
        self._held: dict[str, tuple[str, list[IndexPoint]]] = {}
        self._table: _Table | None = None

    def model(self) -> ModelRecord | None:
        """See `Backend.model`."""
        return self._model

    def create(self, model: ModelRecord) -> None:
        """See `Backend.create`."""
        self._model = self._model or model

    def replace(self, document: str, revision: str, points: Sequence[IndexPoint]) -> None:
        """See `Backend.replace`."""
        self._held[document] = revision, list(points)
        self._table = None

    def delete(self, document: str) -> None:
        """See `Backend.delete`."""
        self._held.pop(document, None)
        self._table = None

    def counts(self) -> dict[str, int]:
        """See `Backend.counts`."""
        return {name: len(points) for name, (_, points) in self._held.items() if points}

    def count(self, document: str, revision: str) -> int:
        """See `Backend.count`."""
        known, points = self._held.get(document, ("", []))
        return len(points) if known == revision else 0

    def ranked(self, search: Search) -> list[Scored]:
        """See `Backend.ranked`."""
        if self._table is None:
            named = [(name, point) for name, (_, points) in self._held.items() for point in points]
            self._table = _Table([name for name, _ in named], [point for _, point in named])
        return self._table.ranked(search) if self._table.points else []

    def close(self) -> None:
        """See `Backend.close`; the points stay."""


@dataclass(frozen=True)
class _Table:
    """All points in one order, `documents` naming where each is from."""

    documents: list[str]
    points: list[IndexPoint]

    def ranked(self, search: Search) -> list[Scored]:
        """The points nearest to a vector, best first; equal ones in the table's order."""
        vector = search.vector
        scores = self._bm25(vector) if isinstance(vector, tuple) else self._cosines(vector)
        scores[~self._wanted(search)] = -np.inf
        order = np.argsort(-scores, kind="stable")[: search.limit]
        return [
            Scored(self.points[i].id, self.points[i].chunk_id, self.documents[i], float(scores[i]))
            for i in order.tolist()
            if scores[i] > -np.inf
        ]

    def _wanted(self, search: Search) -> NDArray[np.bool_]:
        """(points,) Which points a search is made among."""
        mask = np.ones(len(self.points), bool)
        if search.documents is not None:
            names = frozenset(search.documents)
            mask &= np.array([document in names for document in self.documents])
        if search.ids is not None:
            ids = frozenset(search.ids)
            mask &= np.array([point.id in ids for point in self.points])
        return mask

    def _cosines(self, vector: Sequence[float]) -> NDArray[np.float64]:
        """(points,) Cosine of the window of each point that is nearest to the vector."""
        windows, first = self._windows
        query = unit_rows(np.array([vector], np.float32))[0]
        return np.maximum.reduceat(windows @ query, first).astype(np.float64)

    def _bm25(self, query: SparseValues) -> NDArray[np.float64]:
        """(points,) Inner product of weights and IDF; -inf for points without any of the terms."""
        terms, owner, values = self._postings
        count = len(self.points)
        scores, met = np.zeros(count), np.zeros(count, bool)
        for term, weight in zip(*query, strict=True):
            low, high = np.searchsorted(terms, [term, term + 1])
            idf = inverse_document_frequency(high - low, count)
            scores[owner[low:high]] += weight * idf * values[low:high]
            met[owner[low:high]] = True
        return np.where(met, scores, -np.inf)

    @cached_property
    def _windows(self) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """(windows, dimension) of all points, and (points,) where those of each begin."""
        sizes = [len(point.windows) for point in self.points]
        rows = np.array([row for point in self.points for row in point.windows], np.float32)
        return unit_rows(rows), np.cumsum([0, *sizes[:-1]])

    @cached_property
    def _postings(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
        """Terms, ascending, with the point that each stands in and its weight there."""
        sizes = [len(point.sparse[0]) for point in self.points]
        terms = np.array([term for point in self.points for term in point.sparse[0]], np.int64)
        values = np.array([value for point in self.points for value in point.sparse[1]], float)
        owner = np.repeat(np.arange(len(self.points)), sizes)
        order = np.argsort(terms, kind="stable")
        return terms[order], owner[order], values[order]
