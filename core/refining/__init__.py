"""The Refiner: what makes a chunk understood by itself, kept apart from its words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.chunking import chunk
from core.refining.agent import refine_by_model
from core.refining.options import DEFAULT_REFINING, WHOLE, RefiningOptions
from core.refining.rule_signatures import KeyPhrases
from core.refining.supplement import RuleSupplements

if TYPE_CHECKING:
    from core.chunking.base import Chunk, ChunkingResult, ChunkSource
    from core.chunking.options import ChunkingOptions
    from core.llm.model import LanguageModel
    from core.progress import Progress


def cut(
    source: ChunkSource,
    strategy: str,
    options: ChunkingOptions,
    refining: RefiningOptions = DEFAULT_REFINING,
) -> ChunkingResult:
    """The chunks of a document by a strategy, with what the Refiner shall add to them.

    Raises:
        InvalidOption: unknown strategy, or options of another one.
        Cancelled: `source.progress` asked for it.
    """
    result = chunk(source, strategy, options)
    return refine(result, source.model, source.progress, refining)


def refine(
    result: ChunkingResult,
    model: LanguageModel | None = None,
    progress: Progress | None = None,
    refining: RefiningOptions = WHOLE,
) -> ChunkingResult:
    """The same chunks with the parts that are on; no content changes.

    Without a model, and where it fails, by rules; the making says so. `progress` counts chunks
    and may raise `Cancelled`.

    Source: TopoChunker, sections 3.3.2 and 3.3.3.
    """
    result = searched_as(result, refining)
    if not refining.adds or not result.chunks:
        return result
    phrases = KeyPhrases(result) if refining.signature else None
    supplements = RuleSupplements(result.sir) if refining.supplement else None
    chunks: list[Chunk] = []
    for done, plain in enumerate(result.chunks, start=1):
        signature = phrases.signature(plain) if phrases else ""
        supplement = supplements.of(plain) if supplements else ()
        chunks.append(replace(plain, signature=signature, supplement=supplement))
        if progress and model is None:
            progress(done, len(result.chunks))
    ruled = replace(result, chunks=tuple(chunks))
    return refine_by_model(ruled, model, progress, refining) if model else ruled


def searched_as(result: ChunkingResult, refining: RefiningOptions) -> ChunkingResult:
    """The same chunks, to be searched as the options say."""
    embedded = refining.adds and refining.embedded
    return replace(result, searches_lineage=refining.lineage, embeds_added=embedded)
