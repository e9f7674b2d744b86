"""The Refiner: what makes a chunk understood by itself, kept apart from its words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.chunking.base import ChunkingResult
    from core.llm.model import LanguageModel
    from core.progress import Progress

REFINED = frozenset({"topology"})
"""Strategies whose chunks get a signature and a context supplement."""


def refine(
    result: ChunkingResult, model: LanguageModel | None = None, progress: Progress | None = None
) -> ChunkingResult:
    """The same chunks with signature and context supplement; no content changes.

    Without a model, and where it fails, by rules; the making says so. `progress` counts chunks
    and may raise `Cancelled`.

    Source: TopoChunker, sections 3.3.2 and 3.3.3.
    """
    return result
