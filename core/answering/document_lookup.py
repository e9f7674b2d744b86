"""How an answer gets at what is known of documents without reading their text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.answering.query.document_words import DocumentWords
    from core.retrieval.chunk_words import ChunkWords


@dataclass(frozen=True)
class DocumentLookup:
    """Gives the words of a document by its id: those of its chunks, and what it says of them."""

    chunk_words: Callable[[str], ChunkWords]
    document_words: Callable[[str], DocumentWords]
