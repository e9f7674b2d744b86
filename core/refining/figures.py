"""Which figures of a document are worth a description, and which chunk each belongs to."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from core.geometry import BoundingBox, union
from core.node_links import CAPTION
from core.sir import ElementType, Sir
from core.spans import Role, located

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from core.chunking.additions import FigureDescription
    from core.chunking.base import Chunk, ChunkingResult

SMALLEST = 0.02
"""Share of its page that a figure covers at least; smaller ones are signs and logos."""


class Figures(NamedTuple):
    """Indexes of figures that can be described, and of those that are too small, or nowhere."""

    large: tuple[int, ...]
    small: tuple[int, ...]


def figures_of(sir: Sir) -> Figures:
    """The figures of the flow in reading order; of one inside another, only the outer."""
    large: list[int] = []
    small: list[int] = []
    end = 0
    for node in range(sir.flow):
        if sir.nodes[node].type is not ElementType.FIGURE or node < end:
            continue
        end = int(sir.subtree_end[node])
        box = figure_box(sir, node)
        (large if box and box.area >= SMALLEST else small).append(node)
    return Figures(tuple(large), tuple(small))


def figure_box(sir: Sir, node: int) -> BoundingBox | None:
    """Where a figure stands, on the first of its pages; None where that is not known."""
    regions = sir.nodes[node].regions
    first = min((box.page for box in regions), default=0)
    on_page = [box for box in regions if box.page == first]
    return union(on_page) if on_page else None


def figure_parts(sir: Sir, node: int) -> frozenset[int]:
    """Indexes of a figure, of all that it holds, and of its caption with what that holds."""
    caption = sir.nodes[node].metadata.get(CAPTION)
    captions = [at for at in range(sir.flow) if caption and sir.nodes[at].id == caption]
    return frozenset(part for root in (node, *captions) for part in sir.walk(root))


def with_descriptions(
    result: ChunkingResult, descriptions: Iterable[FigureDescription]
) -> ChunkingResult:
    """The chunks, each with the descriptions of its figures; no content changes.

    A figure belongs to the first chunk that holds text of it, else to that of its caption, else to
    the one that stands nearest on its page, else to the last one before it.
    """
    descriptions = tuple(descriptions)
    if not descriptions:
        return result
    held: defaultdict[str, list[FigureDescription]] = defaultdict(list)
    own = {c.id: [s.node for s in c.segments if s.role is Role.OWN] for c in result.chunks}
    for description in descriptions:
        if chunk := _holder(result, own, description.node):
            held[chunk.id].append(description)
    if not held:
        return result
    chunks = (
        replace(chunk, descriptions=tuple(held[chunk.id])) if chunk.id in held else chunk
        for chunk in result.chunks
    )
    return replace(result, chunks=tuple(chunks))


def _holder(result: ChunkingResult, own: Mapping[str, Sequence[int]], node: int) -> Chunk | None:
    """The chunk that a figure belongs to; `own` holds the nodes of each chunk by its id."""
    sir = result.sir
    for parts in (frozenset(sir.walk(node)), figure_parts(sir, node)):
        for chunk in result.chunks:
            if not parts.isdisjoint(own[chunk.id]):
                return chunk
    box = figure_box(sir, node)
    beside = [chunk for chunk in result.chunks if box and box.page in chunk.pages]
    if box and beside:
        return min(beside, key=lambda chunk: _distance(sir, chunk, box))
    before = [chunk for chunk in result.chunks if min(own[chunk.id], default=node) < node]
    return next(iter([*before[-1:], *result.chunks[:1]]), None)


def _distance(sir: Sir, chunk: Chunk, box: BoundingBox) -> float:
    """Fractions of the page between a box and the nearest own line of a chunk, up or down."""
    own = [segment for segment in chunk.segments if segment.role is Role.OWN]
    edges = [line.box for line in located(sir, own) if line.box.page == box.page]
    gaps = (max(line.top - box.bottom, box.top - line.bottom, 0.0) for line in edges)
    return min(gaps, default=1.0)
