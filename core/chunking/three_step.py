"""Paragraphs, the topics inside them, and which of those need each other.

Source: practical RAG chunking, steps 1 to 3. The paper has a model write every chunk anew; here
it returns numbers only, and without one rules and distances between sentences decide.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from pydantic import Field

from core.chunking.base import START, Boundary, BoundaryKind, ChunkSource, Cut, Cutting, length
from core.chunking.continuity import Link, Relation
from core.chunking.options import SizedOptions, maximum, number
from core.chunking.slicing import distances, divide, slices
from core.chunking.step_record import StepRecord, dependency_in_words
from core.chunking.topics import Steps, ThreeSteps, Topic
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Iterator


class ThreeStepOptions(SizedOptions):
    """Options of three-step chunking."""

    max_tokens: int = maximum(
        512,
        "Topics that need each other are one chunk up to this size; a longer one is "
        "split at sentences.",
    )
    block_size: int = number(
        2000, 200, 20000, "Block size",
        "Characters of a block of text; a language model is shown up to six at once. "
        "No border splits a paragraph that fits.",
    )  # fmt: skip
    paragraphs_by_model: bool = Field(
        default=False,
        title="Paragraphs by model",
        description="A language model also says which lines begin a paragraph, and mends those "
        "that a page break parted. By rule a blank line does, except behind a heading or before "
        "what a colon announces.",
    )

    @property
    def unlisted(self) -> set[str]:
        """See `ChunkingOptions.unlisted`."""
        return set() if self.paragraphs_by_model else {"paragraphs_by_model"}


class ThreeStepChunker:
    """Paragraphs, their topics, and which of them need each other."""

    name = "three_step"
    title = "Three steps"
    options = ThreeStepOptions

    def cut(self, source: ChunkSource, options: ThreeStepOptions) -> Cutting:
        """Cuts of the whole stream."""
        outcome = steps(source, options)
        record = outcome.record
        cuts = list(_joined(source, outcome, record, options.max_tokens))
        counts = (
            (len(outcome.paragraphs), "paragraph"), (len(outcome.topics), "topic"),
            (len(cuts), "chunk"),
        )  # fmt: skip
        left = ", ".join(number_of(count, noun) for count, noun in counts)
        summary = f"{left}. {outcome.making.steps}".rstrip()
        return Cutting(cuts, replace(outcome.making, steps=summary, record=record))


def steps(source: ChunkSource, options: ThreeStepOptions) -> ThreeSteps:
    """What the three steps find before topics are joined to chunks."""
    return Steps(
        source,
        options.max_tokens,
        options.block_size,
        paragraphs_by_model=options.paragraphs_by_model,
    ).run()


def _joined(
    source: ChunkSource, outcome: ThreeSteps, record: StepRecord, size: int
) -> Iterator[Cut]:
    first, *others = outcome.topics
    *before, last = _whole_or_split(source, first, size, START)
    yield from before
    for at, (topic, link) in enumerate(zip(others, outcome.links, strict=True), 1):
        together = topic.end - last.start + length(*last.context)
        if link.needed and together <= size:
            last = replace(last, end=topic.end)
            continue
        yield last
        *before, last = _whole_or_split(source, topic, size, _boundary(record, at, link, size))
        yield from before
    yield last


def _whole_or_split(
    source: ChunkSource, topic: Topic, size: int, opening: Boundary
) -> Iterator[Cut]:
    """A topic, in parts where it is too long: between sentences, rows, or as a last resort."""
    if topic.end - topic.start <= size:
        return iter([Cut(topic.start, topic.end, opening)])
    gaps = np.zeros(len(topic.pieces), np.float32)
    if source.model is None:
        gaps = distances(topic.pieces, source.sentences())
    boundaries = {0: opening, **divide(topic.pieces, gaps, size)}
    return slices(source.stream, topic.pieces, boundaries, size)


def _boundary(record: StepRecord, at: int, link: Link, size: int) -> Boundary:
    reason = dependency_in_words(link)
    if link.relation is Relation.CHAPTER:
        return Boundary(BoundaryKind.HEADING, f"{reason}.")
    if link.needed:
        return Boundary(BoundaryKind.SIZE, f"{reason}, but together they would pass {size} tokens.")
    kind = BoundaryKind.DELIMITER if record.begins_paragraph(at) else BoundaryKind.TOPIC
    return Boundary(kind, f"{reason}: {record.why_topic(at)}.", record.topics[at].distance)
