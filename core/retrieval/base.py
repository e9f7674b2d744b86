"""How a hit leads to the chunk it names."""

from __future__ import annotations

from collections.abc import Callable

from core.chunking.base import Chunk, ChunkingResult
from core.indexing.base import Hit

ChunkLookup = Callable[[Hit], tuple[ChunkingResult, Chunk]]
"""Gives the chunk that a hit names, and the chunking it belongs to."""
