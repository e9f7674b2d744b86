"""Splitting at the coarsest delimiter that fits. Source: thesis, section 3.4.2."""

from __future__ import annotations

from core.chunking.base import ChunkSource, Cutting
from core.chunking.options import OverlapOptions
from core.chunking.splitting import split


class RecursiveChunker:
    """Natural limits of the text first, finer ones only where a part is too long."""

    name = "recursive"
    title = "Recursive"
    options = OverlapOptions

    def cut(self, source: ChunkSource, options: OverlapOptions) -> Cutting:
        """Cuts of the whole stream."""
        size, overlap = options.max_tokens, options.overlap_tokens
        return Cutting(list(split(source.stream, 0, len(source.stream), size, overlap)))
