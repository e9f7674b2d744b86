"""A chunk that was ranked, and how it leads to what it names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.chunking.base import Chunk, ChunkingResult
from core.indexing.base import ChunkMatch

ChunkLookup = Callable[[ChunkMatch], tuple[ChunkingResult, Chunk]]
"""Gives the chunk that a match or a hit names, and the chunking it belongs to."""


@dataclass(frozen=True, slots=True)
class Hit(ChunkMatch):
    """A match with its place in the order of an answer.

    `score` is what hits are ordered by; it only means something within one search. `words` (0 to
    about 2) is how well the chunk and its page answer to the words of the question
    (`core.retrieval.lexical`).
    """

    score: float
    words: float
