"""Sections as chunks, sliced by topic where they pass a capacity. Source: TopoChunker, 3.3."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from core.chunking.asking import Answers
from core.chunking.base import AgentStep, Boundary, BoundaryKind, ChunkSource, Cut, Cutting, Making
from core.chunking.options import SizedOptions, maximum, number
from core.chunking.sections import Section, sections
from core.chunking.slicing import Piece, distances, divide, pieces, slices
from core.chunking.slicing_by_model import plan
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.llm.model import ModelUse

_WORDS = 8
"""Tokens by which a step names a section."""


class TopologyOptions(SizedOptions):
    """Options of topology-aware chunking."""

    theta: int = number(
        500, 32, 2000, "theta: capacity",
        "A section of more tokens is sliced where its topic changes. The paper: 500.",
    )  # fmt: skip
    max_tokens: int = maximum(
        512, "A chunk that would pass this is split at sentences, headings included."
    )

    @property
    def capacity(self) -> int:
        """Tokens of a section that stays whole."""
        return min(self.theta, self.max_tokens)


class TopologyChunker:
    """Sections, sliced by topic where they are too long."""

    name = "topology"
    title = "Topology"
    options = TopologyOptions

    def cut(self, source: ChunkSource, options: TopologyOptions) -> Cutting:
        """Cuts of the whole stream: sections that fit as they are, the others in slices."""
        every = sections(source.stream, options.capacity)
        long = [section for section in every if section.tokens > options.capacity]
        if not long:
            return Cutting([section.cut for section in every])
        starts = source.stream.sentence_starts if source.model else source.sentences().starts
        parts = [
            pieces(source.stream, starts, part.start, part.end, options.capacity) for part in long
        ]
        planned, making = _planned(source, options, long, parts)
        sliced = {
            section: list(_sliced(source, options, section, own, places or []))
            for section, own, places in zip(long, parts, planned.parts, strict=True)
        }
        cuts = [cut for section in every for cut in sliced.get(section, [section.cut])]
        return Cutting(cuts, making)


def _planned(
    source: ChunkSource,
    options: TopologyOptions,
    long: Sequence[Section],
    parts: Sequence[Sequence[Piece]],
) -> tuple[Answers[list[int]], Making]:
    """Where the model, if there is one, slices the sections that are no tables of contents."""
    if source.model is None:
        return Answers(parts=[None] * len(long)), Making()
    task = source.model.task("slice", source.stream.sir.document)
    asked = [
        [] if _is_index(source, section) else own for section, own in zip(long, parts, strict=True)
    ]
    planned = plan(task, source.stream, asked, options.capacity, source.progress)
    tokens = sum(section.tokens for section in long)
    making = _making(planned, source.model.name, task.use, tokens)
    return planned, replace(making, agent_steps=tuple(_steps(source, long, parts, planned.parts)))


def _steps(
    source: ChunkSource,
    long: Sequence[Section],
    parts: Sequence[Sequence[Piece]],
    planned: Sequence[list[int] | None],
) -> Iterator[AgentStep]:
    for section, own, places in zip(long, parts, planned, strict=True):
        if places is not None:
            words = source.stream.text(section.start, min(section.start + _WORDS, section.end))
            asked = f"{section.tokens} tokens in {len(own)} sentences: {' '.join(words.split())}"
            ids = ", ".join(f"S{place}" for place in places)
            yield AgentStep("Semantic_Slicer", asked, f"New parts begin at {ids}.")


def _sliced(
    source: ChunkSource,
    options: TopologyOptions,
    section: Section,
    parts: Sequence[Piece],
    places: Sequence[int],
) -> Iterator[Cut]:
    """The cuts of a long section: where the model saw the topic change, and where it had to be."""
    seen = f"The model {source.model.name if source.model else ''} saw the topic change here."
    boundaries = {0: section.boundary, **dict.fromkeys(places, Boundary(BoundaryKind.TOPIC, seen))}
    edges = [*(parts[place].start for place in sorted(boundaries)), parts[-1].end]
    if any(end - start > options.capacity for start, end in pairwise(edges)):
        gaps = distances(parts, source.sentences())
        boundaries |= divide(parts, gaps, options.capacity, sorted(boundaries)[1:])
    return slices(source.stream, parts, boundaries, options.max_tokens, whole=True)


def _is_index(source: ChunkSource, section: Section) -> bool:
    last = int(source.stream.tokens.node[section.end - 1])
    return source.stream.sir.nodes[last].type is ElementType.DOC_INDEX


def _making(planned: Answers[list[int]], name: str, use: ModelUse, tokens: int) -> Making:
    took_part = any(places is not None for places in planned.parts)
    notices: tuple[str, ...] = ()
    if planned.errors:
        notices = (
            f"The language model did not slice all of {len(planned.parts)} long sections: "
            f"{planned.errors[0]} Distances between sentences decided in its place.",
        )
    repairs = tuple(planned.repairs)
    return Making(name if took_part else "", notices, repairs, use, tokens if took_part else 0)
