"""Chunks planned by the ids of units, never by their text. Source: W-RAC, appendix A.1."""

from __future__ import annotations

from pydantic import Field

from core.chunking.base import ChunkSource, Cutting, SizedOptions
from core.chunking.splitting import Splitter


class RetrievalAwareOptions(SizedOptions):
    """Options of retrieval-aware chunking."""

    max_tokens: int = Field(
        512,
        ge=16,
        le=2048,
        title="N: maximum tokens",
        description="A chunk that would pass this is split at sentences, headings included.",
    )


class RetrievalAwareChunker:
    """Chunks planned by the ids of their units."""

    name = "retrieval_aware"
    title = "Retrieval-aware"
    options = RetrievalAwareOptions

    def cut(self, source: ChunkSource, options: RetrievalAwareOptions) -> Cutting:
        """Cuts of the whole stream."""
        return Cutting(list(Splitter(source.stream).split(0, len(source.stream), options.size)))
