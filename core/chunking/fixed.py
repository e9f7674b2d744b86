"""Windows of N tokens, the last O of each repeated. Source: thesis, section 3.4.1."""

from __future__ import annotations

from pydantic import Field

from core.chunking.base import START, Boundary, BoundaryKind, ChunkingOptions, ChunkSource, Cut


class OverlapOptions(ChunkingOptions):
    """Options of the strategies with a sliding window."""

    overlap: float = Field(
        0.2,
        ge=0.0,
        le=0.5,
        title="O: overlap, share of N",
        description="Tokens at the end of a chunk that the next one repeats. "
        "The thesis compares 0 and 0.2 N.",
    )

    @property
    def overlap_tokens(self) -> int:
        """O in tokens, rounded down and always less than N."""
        return int(self.overlap * self.max_tokens)


class FixedChunker:
    """Uniform windows, without regard for the structure of the text."""

    name = "fixed"
    title = "Fixed size"
    options = OverlapOptions

    def cut(self, source: ChunkSource, options: OverlapOptions) -> list[Cut]:
        """Windows of N tokens; the last may be shorter."""
        total, size, overlap = len(source.stream), options.max_tokens, options.overlap_tokens
        boundary = Boundary(BoundaryKind.SIZE, f"The window of {size} tokens is full.")
        cuts = [Cut(0, min(size, total), START)] if total else []
        for start in range(size, total, size - overlap):
            cuts.append(Cut(start, min(start + size - overlap, total), boundary, overlap))
        return cuts
