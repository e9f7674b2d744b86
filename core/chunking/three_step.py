"""Paragraphs, the topics inside them, and which of those need each other.

Source: practical RAG chunking, steps 1 to 3. The paper has a model write every chunk anew; here
it returns numbers only, and without one rules and distances between sentences decide.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pydantic import Field

from core.chunking.base import ChunkSource, Cutting, SizedOptions
from core.chunking.merging import Merger
from core.chunking.three_steps import Steps

if TYPE_CHECKING:
    from core.chunking.three_steps import ThreeSteps


class ThreeStepOptions(SizedOptions):
    """Options of three-step chunking."""

    max_tokens: int = Field(
        512,
        ge=16,
        le=2048,
        title="N: maximum tokens",
        description="Topics that need each other are one chunk up to this size; a longer one is "
        "split at sentences.",
    )

    block_size: int = Field(
        2000,
        ge=200,
        le=20000,
        title="Block size",
        description="Characters that a language model is shown at once; no border splits a "
        "paragraph that fits.",
    )


class ThreeStepChunker:
    """Paragraphs, their topics, and which of them need each other."""

    name = "three_step"
    title = "Three steps"
    options = ThreeStepOptions

    def cut(self, source: ChunkSource, options: ThreeStepOptions) -> Cutting:
        """Cuts of the whole stream."""
        if not len(source.stream):
            return Cutting([])
        found = steps(source, options)
        cuts = Merger(source, found, options.max_tokens).cuts()
        said = _counts(len(found.paragraphs), len(found.topics), len(cuts))
        said = " ".join(filter(None, [said, found.making.steps]))
        return Cutting(cuts, replace(found.making, steps=said))


def steps(source: ChunkSource, options: ThreeStepOptions) -> ThreeSteps:
    """What the three steps find before topics are joined to chunks."""
    return Steps(source, options.max_tokens, options.block_size).run()


def _counts(paragraphs: int, topics: int, chunks: int) -> str:
    """How much each step left: `5 paragraphs, 10 topics, 7 chunks.`"""
    named = ((paragraphs, "paragraph"), (topics, "topic"), (chunks, "chunk"))
    said = (f"{count:,} {noun}{'' if count == 1 else 's'}" for count, noun in named)
    return f"{', '.join(said)}."
