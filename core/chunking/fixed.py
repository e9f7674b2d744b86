"""Windows of N tokens, the last O of each repeated. Source: thesis, section 3.4.1."""

from __future__ import annotations

from core.chunking.base import START, Boundary, BoundaryKind, ChunkSource, Cut, Cutting
from core.chunking.options import OverlapOptions


class FixedChunker:
    """Uniform windows, without regard for the structure of the text."""

    name = "fixed"
    title = "Fixed size"
    options = OverlapOptions

    def cut(self, source: ChunkSource, options: OverlapOptions) -> Cutting:
        """Windows of N tokens; the last may be shorter."""
        total, size, overlap = len(source.stream), options.max_tokens, options.overlap_tokens
        boundary = Boundary(BoundaryKind.SIZE, f"The window of {size} tokens is full.")
        cuts = [Cut(0, min(size, total), START)]
        for start in range(size, total, size - overlap):
            cuts.append(Cut(start, min(start + size - overlap, total), boundary, overlap))
        return Cutting(cuts)
