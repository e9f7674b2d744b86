"""What every index offers: chunks in, chunks that match a query out, with named scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from core.embedding.base import Encoder
    from core.progress import Progress


@dataclass(frozen=True, slots=True)
class IndexItem:
    """A chunk to be found: its id, its document's id, and the text that is searched.

    `words` are further ones, which BM25 knows and the vector does not.
    """

    chunk_id: str
    document: str
    text: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class ChunkMatch:
    """A chunk that a search found, and by what; how well it answers is for `core.retrieval`.

    `dense_score` is the cosine of query and best window (-1 to 1), `bm25_score` the BM25 score (0
    and more, None if the chunk shares no word with the query).
    """

    chunk_id: str
    document: str
    dense_score: float | None
    bm25_score: float | None


class VectorStore(Protocol):
    """An index of one variant, that is of one embedding model and one way to chunk.

    A document's chunks are all there or none of them is. Every method raises `StoreUnavailable`
    if the index cannot be reached, or was made by another embedding model.
    """

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
        items is left as it is. Work that is stopped leaves the documents that were finished, and
        of the others what they had before. `progress` counts items.
        """
        ...

    def delete(self, document: str) -> None:
        """Removes a document; without effect if it is not there."""
        ...

    def documents(self) -> dict[str, int]:
        """The documents in the index, each with its number of chunks."""
        ...

    def search(
        self,
        query: str,
        encoder: Encoder,
        limit: int,
        documents: Collection[str] | None = None,
    ) -> list[ChunkMatch]:
        """At most `limit` chunks that a search ranks high, of all documents or those named.

        Their order, by the places in both searches, only chooses them.
        """
        ...

    def close(self) -> None:
        """Lets go of files and connections; may be called twice."""
        ...
