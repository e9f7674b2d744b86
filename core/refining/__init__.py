"""The Refiner: what makes a chunk understood by itself, kept apart from its words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.chunking import chunk
from core.refining.chunk_enhancer import ask_model
from core.refining.rule_signatures import KeyPhrases
from core.refining.supplement import RuleSupplements

if TYPE_CHECKING:
    from core.chunking.base import ChunkingOptions, ChunkingResult, ChunkSource
    from core.llm.model import LanguageModel
    from core.progress import Progress

REFINED = frozenset({"topology"})
"""Strategies whose chunks get a signature and a context supplement."""


def cut(source: ChunkSource, strategy: str, options: ChunkingOptions) -> ChunkingResult:
    """The chunks of a document by a strategy, refined where it wants that.

    Raises:
        InvalidOption: unknown strategy, or options of another one.
        Cancelled: `source.progress` asked for it.
    """
    result = chunk(source, strategy, options)
    return refine(result, source.model, source.progress) if strategy in REFINED else result


def refine(
    result: ChunkingResult, model: LanguageModel | None = None, progress: Progress | None = None
) -> ChunkingResult:
    """The same chunks with signature and context supplement; no content changes.

    Without a model, and where it fails, by rules; the making says so. `progress` counts chunks
    and may raise `Cancelled`.

    Source: TopoChunker, sections 3.3.2 and 3.3.3.
    """
    phrases, supplements = KeyPhrases(result), RuleSupplements(result.sir)
    chunks = []
    for done, plain in enumerate(result.chunks, start=1):
        signature, supplement = phrases.signature(plain), supplements.of(plain)
        chunks.append(replace(plain, signature=signature, supplement=supplement))
        if progress and model is None:
            progress(done, len(result.chunks))
    ruled = replace(result, chunks=tuple(chunks))
    return ask_model(ruled, model, progress) if model and chunks else ruled
