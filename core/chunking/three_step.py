"""Structure, topics, continuity. Source: practical RAG chunking."""

from __future__ import annotations

from pydantic import Field

from core.chunking.base import ChunkSource, Cutting, SizedOptions
from core.chunking.splitting import Splitter


class ThreeStepOptions(SizedOptions):
    """Options of three-step chunking."""

    max_tokens: int = Field(
        512,
        ge=16,
        le=2048,
        title="N: maximum tokens",
        description="A chunk that would pass this is split at sentences, headings included.",
    )

    block_size: int = Field(
        2000,
        ge=200,
        le=20000,
        title="Block size",
        description="Characters looked at in one piece; no border splits a paragraph.",
    )


class ThreeStepChunker:
    """Paragraphs, their topics, and which of them need each other."""

    name = "three_step"
    title = "Three steps"
    options = ThreeStepOptions

    def cut(self, source: ChunkSource, options: ThreeStepOptions) -> Cutting:
        """Cuts of the whole stream."""
        return Cutting(list(Splitter(source.stream).split(0, len(source.stream), options.size)))
