"""Hybrid search over a backend that can store points and rank them by one vector at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from core.embedding.neighbour_vectors import mixed
from core.errors import StoreUnavailable
from core.indexing.base import ChunkMatch, IndexItem
from core.indexing.bm25 import SparseValues, query_vector
from core.indexing.fusion import reciprocal_rank_fusion
from core.indexing.points import BM25, DENSE, IndexPoint, Scored, points_of, revision_of
from core.progress import Progress, part

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from core.embedding.base import Encoder

_CANDIDATES = 100
"""Places of each ranking that are chosen from; more for a search that asks for more."""


@dataclass(frozen=True, slots=True)
class ModelRecord:
    """The embedding model an index was made with."""

    name: str
    dimension: int


class Backend(Protocol):
    """Where the points of one variant are kept."""

    def model(self) -> ModelRecord | None:
        """The model the index was made with; None if there is no index yet."""
        ...

    def create(self, model: ModelRecord) -> None:
        """Makes an empty index."""
        ...

    def replace(self, document: str, revision: str, points: Sequence[IndexPoint]) -> None:
        """Puts these points in the place of all that the document had, at once."""
        ...

    def delete(self, document: str) -> None:
        """Removes all points of a document."""
        ...

    def counts(self) -> dict[str, int]:
        """Documents and their number of points."""
        ...

    def count(self, document: str, revision: str) -> int:
        """Number of points a document has of that revision."""
        ...

    def ranked(self, search: Search) -> list[Scored]:
        """The points nearest to a vector, best first."""
        ...

    def close(self) -> None:
        """Lets go of files and connections."""
        ...


@dataclass(frozen=True, slots=True)
class Search:
    """A search by one vector, among all points or those of `documents`, or with one of `ids`."""

    using: str
    vector: list[float] | SparseValues
    limit: int
    documents: Collection[str] | None = None
    ids: Sequence[str] | None = None


class VectorStore:
    """An index of one variant, that is of one embedding model and one way to chunk.

    A document's chunks are all there or none of them is. Every method raises `StoreUnavailable`
    if the index cannot be reached, or was made by another embedding model.
    """

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    def add(
        self,
        items: Sequence[IndexItem],
        encoder: Encoder,
        progress: Progress | None = None,
        neighbourhood: float = 0.0,
    ) -> None:
        """Embeds and writes the items, document by document, each document's in reading order.

        `neighbourhood` is the weight of neighbours in each vector (`neighbour_vectors`);
        an index is made with one weight only.
        The items replace what a document had before; a document that is there with the very same
        items is left as it is. Vectors are made before anything of a document is written, so work
        that is stopped leaves the documents that were finished, and of the others what they had
        before. `progress` counts items.
        """
        if items and not self._made_with(encoder):
            self._backend.create(ModelRecord(encoder.name, encoder.dimension))
        by_document: dict[str, list[IndexItem]] = {}
        for item in items:
            by_document.setdefault(item.document, []).append(item)
        done = 0
        for document, group in by_document.items():
            revision = revision_of(group)
            if self._backend.count(document, revision) != len(group):
                texts = [item.text for item in group]
                windows = encoder.encode_windows(texts, part(progress, done, len(items)))
                known = mixed(windows, neighbourhood)
                points = points_of(group, revision, known)
                self._backend.replace(document, revision, points)
            done += len(group)
            if progress:
                progress(done, len(items))

    def delete(self, document: str) -> None:
        """Removes a document; without effect if it is not there."""
        if self._backend.model():
            self._backend.delete(document)

    def documents(self) -> dict[str, int]:
        """The documents in the index, each with its number of chunks."""
        return self._backend.counts() if self._backend.model() else {}

    def search(
        self,
        query: str,
        encoder: Encoder,
        limit: int,
        documents: Collection[str] | None = None,
    ) -> list[ChunkMatch]:
        """At most `limit` chunks that a search ranks high, of all documents or those named.

        Their order, by the places in both searches, only chooses them.
        Source: `core.indexing.fusion`.
        """
        if not self._made_with(encoder) or limit < 1 or (documents is not None and not documents):
            return []
        within = None if documents is None else frozenset(documents)
        size = max(_CANDIDATES, 2 * limit)
        searches = [
            Search(DENSE, encoder.encode_query(query).tolist(), size, within),
            Search(BM25, query_vector(query), size, within),
        ]
        rankings = [_ordered(self._ranked(search)) for search in searches]
        points = {point.id: point for ranking in rankings for point in ranking}
        fusion = reciprocal_rank_fusion([[point.id for point in ranking] for ranking in rankings])
        chosen = [key for key, _ in fusion[:limit]]
        dense, bm25 = (
            self._scores(search, ranking, chosen)
            for search, ranking in zip(searches, rankings, strict=True)
        )
        return [
            ChunkMatch(
                points[key].chunk_id,
                points[key].document,
                dense.get(key),
                bm25.get(key),
            )
            for key in chosen
        ]

    def close(self) -> None:
        """Lets go of files and connections; may be called twice."""
        self._backend.close()

    def _ranked(self, search: Search) -> list[Scored]:
        """The backend's ranking; a query without words has no sparse vector to rank by."""
        if search.vector == ([], []):
            return []
        return self._backend.ranked(search)

    def _scores(
        self, search: Search, ranking: Sequence[Scored], keys: Sequence[str]
    ) -> dict[str, float]:
        """Scores of the matches in one search, also of those that only the other one found."""
        scores = {point.id: point.score for point in ranking}
        if missing := [key for key in keys if key not in scores]:
            rest = self._ranked(Search(search.using, search.vector, len(missing), ids=missing))
            scores |= {point.id: point.score for point in rest}
        return scores

    def _made_with(self, encoder: Encoder) -> bool:
        """Whether the index exists; it refuses vectors of another model than its own."""
        made = self._backend.model()
        if made and made != ModelRecord(encoder.name, encoder.dimension):
            raise StoreUnavailable(
                f"This index was made with the embedding model {made.name} ({made.dimension} "
                f"numbers a vector) and cannot be used with {encoder.name} "
                f"({encoder.dimension}). Choose {made.name}, or index the documents anew."
            )
        return made is not None


def _ordered(points: Sequence[Scored]) -> list[Scored]:
    """Best first; equal scores, up to rounding, by document and chunk, not by chance."""
    return sorted(points, key=lambda p: (-round(p.score, 5), p.document, p.chunk_id))
