"""What an index takes and gives: chunks in, chunks that match a query out, with named scores."""

from __future__ import annotations

from dataclasses import dataclass


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
