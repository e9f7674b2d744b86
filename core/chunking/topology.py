"""Sections as chunks, sliced by topic where they pass a capacity. Source: TopoChunker, 3.3."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pydantic import Field

from core.chunking.base import (
    Boundary,
    BoundaryKind,
    ChunkSource,
    Cut,
    Cutting,
    Making,
    SizedOptions,
)
from core.chunking.slicing import distances, divide, pieces
from core.chunking.slicing_by_model import Plan, plan
from core.chunking.splitting import Splitter
from core.chunking.topology_units import units
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from core.chunking.slicing import Piece
    from core.chunking.topology_units import Unit
    from core.llm.model import Task


class TopologyOptions(SizedOptions):
    """Options of topology-aware chunking."""

    theta: int = Field(
        500,
        ge=32,
        le=2000,
        title="theta: capacity",
        description="A section of more tokens is sliced where its topic changes. The paper: 500.",
    )

    max_tokens: int = Field(
        512,
        ge=16,
        le=2048,
        title="N: maximum tokens",
        description="A chunk that would pass this is split at sentences, headings included.",
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
        """Cuts of the whole stream: units that fit as they are, the others in slices."""
        found = units(source.stream, options.capacity)
        long = [unit for unit in found if unit.tokens > options.capacity]
        if not long:
            return Cutting([Cut(unit.start, unit.end, unit.boundary) for unit in found])
        slicer = _Slicer(source, options, long)
        making = slicer.ask()
        sliced = dict(zip(long, slicer.cuts(), strict=True))
        whole = ([Cut(u.start, u.end, u.boundary)] if u not in sliced else sliced[u] for u in found)
        return Cutting([cut for cuts in whole for cut in cuts], making)


class _Slicer:
    """One run over the units of a document that pass the capacity."""

    def __init__(self, source: ChunkSource, options: TopologyOptions, long: list[Unit]) -> None:
        self._source, self._options, self._long = source, options, long
        self._splitter = Splitter(source.stream)
        self._places: list[list[int] | None] = [None] * len(long)
        starts = source.stream.sentence_starts if source.model else source.sentences().starts
        self._pieces = [self._cut_up(unit, starts) for unit in long]

    def ask(self) -> Making:
        """Lets the model plan the slices, where there is one; tables of contents need none."""
        source = self._source
        if source.model is None:
            return Making()
        task = source.model.task("slice", source.stream.sir.document)
        capacity = self._options.capacity
        asked = [[] if self._is_index(unit) else found for unit, found in self._with_pieces()]
        made = plan(task, source.stream, asked, capacity, source.progress)
        self._places = made.places
        return _making(task, made, sum(unit.tokens for unit in self._long))

    def cuts(self) -> Iterator[list[Cut]]:
        """The cuts of each long unit."""
        for unit, found, places in zip(self._long, self._pieces, self._places, strict=True):
            boundaries = {0: unit.boundary, **{place: self._seen() for place in places or []}}
            if self._too_long(found, sorted(boundaries)):
                gaps = distances(found, self._source.sentences())
                boundaries |= divide(found, gaps, self._options.capacity, sorted(boundaries)[1:])
            yield list(self._sliced(found, boundaries))

    def _sliced(self, found: Sequence[Piece], boundaries: Mapping[int, Boundary]) -> Iterator[Cut]:
        """The slices; one that no sentence divides is split at the coarsest delimiter."""
        places = sorted(boundaries)
        most = self._options.max_tokens
        for low, high in zip(places, [*places[1:], len(found)], strict=True):
            start, end, context = found[low].start, found[high - 1].end, found[low].context
            kept = sum(b - a for a, b in context)
            if end - start > most:
                parts = self._splitter.split(start, end, most - kept)
            else:
                parts = iter([Cut(start, end, boundaries[low])])
                context = context if end - start + kept <= most else ()
            for part in parts:
                opening = boundaries[low] if part.start == start else part.boundary
                yield replace(part, boundary=opening, context=context)

    def _cut_up(self, unit: Unit, starts: NDArray[np.int32]) -> list[Piece]:
        capacity = self._options.capacity
        return pieces(self._source.stream, starts, unit.start, unit.end, capacity)

    def _with_pieces(self) -> Iterator[tuple[Unit, list[Piece]]]:
        return zip(self._long, self._pieces, strict=True)

    def _is_index(self, unit: Unit) -> bool:
        """Whether it is a table of contents, in which no topic changes: that is no question."""
        tokens, nodes = self._source.stream.tokens, self._source.stream.sir.nodes
        last = nodes[int(tokens.node[unit.end - 1])]
        return last.type is ElementType.DOC_INDEX

    def _too_long(self, found: Sequence[Piece], places: Sequence[int]) -> bool:
        ends = [*(found[place].start for place in places[1:]), found[-1].end]
        starts = [found[place].start for place in places]
        return any(e - s > self._options.capacity for s, e in zip(starts, ends, strict=True))

    def _seen(self) -> Boundary:
        name = self._source.model.name if self._source.model else ""
        return Boundary(BoundaryKind.TOPIC, f"The model {name} saw the topic change here.")


def _making(task: Task, made: Plan, tokens: int) -> Making:
    """How the slices came about."""
    took_part = any(places is not None for places in made.places)
    notices: tuple[str, ...] = ()
    if made.errors:
        notices = (
            f"The language model did not slice all of {len(made.places)} long sections: "
            f"{made.errors[0]} Distances between sentences decided in its place.",
        )
    name = task.model.name if took_part else ""
    return Making(name, notices, tuple(made.repairs), task.use, tokens if took_part else 0)
