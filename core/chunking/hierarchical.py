"""Subtrees of the document as chunks, with their headings. Source: thesis, section 3.4.4."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pydantic import Field

from core.chunking.base import (
    START,
    Boundary,
    BoundaryKind,
    ChunkSource,
    Cut,
    Cutting,
    SizedOptions,
    TokenRange,
)
from core.chunking.splitting import Splitter
from core.chunking.tables import header_rows, row_groups
from core.sir import HEADINGS, ElementType

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.sir import Node
    from core.tokens import TokenStream


_BREAKS = {"topic": "The topic changes", "scene": "A new scene begins"}
"""What is said of the reasons for which a segment of semantic flow begins."""


class HierarchicalOptions(SizedOptions):
    """Options of hierarchical chunking."""

    heading_budget: float = Field(
        0.4,
        ge=0.0,
        le=0.8,
        title="B_h: heading budget, share of N",
        description="Headings above a chunk are repeated in it up to this share; "
        "the highest are dropped first.",
    )

    @property
    def heading_tokens(self) -> int:
        """B_h in tokens."""
        return int(self.heading_budget * self.max_tokens)


@dataclass(frozen=True, slots=True)
class _Part:
    """A cut in the making; `whole` if it is an undivided subtree, which may still be merged."""

    cut: Cut
    whole: bool


class HierarchicalChunker:
    """Whole sections where they fit, their parts where they do not."""

    name = "hierarchical"
    title = "Hierarchical"
    options = HierarchicalOptions

    def cut(self, source: ChunkSource, options: HierarchicalOptions) -> Cutting:
        """Cuts of the whole stream."""
        if not len(source.stream):
            return Cutting([])
        parts = _Cutter(source.stream, options).visit(0, ())
        cuts = [part.cut for part in parts]
        return Cutting([replace(cuts[0], boundary=START), *cuts[1:]])


class _Cutter:
    """One run over one tree."""

    def __init__(self, stream: TokenStream, options: HierarchicalOptions) -> None:
        self._stream = stream
        self._nodes = stream.sir.nodes
        self._size = options.max_tokens
        self._budget = options.heading_tokens
        self._splitter = Splitter(stream)

    def visit(self, node: int, above: tuple[TokenRange, ...]) -> list[_Part]:
        """Parts of a subtree under the headings `above` (all of them, the highest first)."""
        start, end = self._stream.subtree(node)
        kept = self._within_budget(above)
        if start == end:
            return []
        if end - start <= self._size - _length(kept):
            return [_Part(Cut(start, end, self._opens(node), context=kept), whole=True)]
        own_end = self._stream.own(node)[1]
        if own_end == end:
            return self._split(start, end, kept, self._opens(node))
        return self._descend(node, (start, own_end), above)

    def _descend(self, node: int, own: TokenRange, above: tuple[TokenRange, ...]) -> list[_Part]:
        """Parts of the children, neighbours merged, with the node's own text in front."""
        below = (*above, own) if own[1] > own[0] else above
        parts: list[_Part] = []
        for children, context in self._groups(node, below):
            for part in self._visit_together(children, context):
                if parts and self._can_merge(parts[-1], part):
                    parts[-1] = _merge(parts[-1], part)
                else:
                    parts.append(part)
        if own[1] > own[0]:
            parts = self._lead(node, own, self._within_budget(above), parts)
        return [_Part(part.cut, whole=False) for part in self._explain_lock(node, parts)]

    def _lead(
        self, node: int, own: TokenRange, kept: tuple[TokenRange, ...], parts: list[_Part]
    ) -> list[_Part]:
        """The parts with the node's own text at the head of the first, where it fits."""
        first = parts[0].cut
        context = tuple(held for held in first.context if held != own)
        grown = Cut(own[0], first.end, self._opens(node), context=context)
        if grown.token_count <= self._size:
            return [_Part(grown, whole=False), *parts[1:]]
        return [*self._split(*own, kept, self._opens(node)), *parts]

    def _split(
        self, start: int, end: int, kept: tuple[TokenRange, ...], opening: Boundary
    ) -> list[_Part]:
        cuts = self._splitter.split(start, end, self._size - _length(kept))
        held = [replace(cut, context=kept) for cut in cuts]
        held[0] = replace(held[0], boundary=opening)
        return [_Part(cut, whole=False) for cut in held]

    def _can_merge(self, one: _Part, two: _Part) -> bool:
        joined = two.cut.end - one.cut.start + _length(one.cut.context)
        return one.whole and two.whole and joined <= self._size

    def _within_budget(self, above: tuple[TokenRange, ...]) -> tuple[TokenRange, ...]:
        """The nearest headings that fit the budget together; the highest are dropped first."""
        while _length(above) > self._budget:
            above = above[1:]
        return above

    def _groups(
        self, node: int, above: tuple[TokenRange, ...]
    ) -> Iterator[tuple[list[int], tuple[TokenRange, ...]]]:
        """Children that should stay together, and the headings above them.

        Rows of a divided table carry the table's header rows with them.
        """
        if self._nodes[node].type is not ElementType.TABLE:
            yield from (([child], above) for child in self._nodes[node].children)
            return
        first, *others = row_groups(self._stream.sir, node)
        yield first, above
        last = self._nodes[node].children[header_rows(self._stream.sir, node) - 1]
        start, end = self._stream.subtree(first[0])[0], self._stream.subtree(last)[1]
        yield from ((rows, (*above, (start, end))) for rows in others)

    def _visit_together(self, nodes: list[int], above: tuple[TokenRange, ...]) -> list[_Part]:
        """Parts of siblings that follow each other: one if they fit."""
        kept = self._within_budget(above)
        start, end = self._stream.subtree(nodes[0])[0], self._stream.subtree(nodes[-1])[1]
        if len(nodes) > 1 and start < end <= start + self._size - _length(kept):
            return [_Part(Cut(start, end, self._opens(nodes[0]), context=kept), whole=True)]
        return [part for node in nodes for part in self.visit(node, above)]

    def _opens(self, node: int) -> Boundary:
        element = self._nodes[node]
        if element.type in HEADINGS:
            return Boundary(BoundaryKind.HEADING, f"A section begins: {element.text[:80]}")
        if element.metadata.get("break") in _BREAKS:
            return _changes(element)
        kind = element.type.value.replace("_", " ")
        return Boundary(
            BoundaryKind.SIZE, f"A {kind} begins; with what stands before, {self._size} is passed."
        )

    def _explain_lock(self, node: int, parts: list[_Part]) -> list[_Part]:
        """Rows of a divided table say that a locked node had to be split."""
        element = self._nodes[node]
        if not element.locked:
            return parts
        boundary = Boundary(
            BoundaryKind.LOCK,
            f"A locked {element.type.value} of {self._stream.weight(node)} tokens passes "
            f"{self._size}: split by rows, its header repeated.",
        )
        return [parts[0], *(_Part(replace(p.cut, boundary=boundary), p.whole) for p in parts[1:])]


def _changes(segment: Node) -> Boundary:
    """Why a segment of semantic flow begins, with the distance from the text before it."""
    known = segment.metadata
    return Boundary(
        BoundaryKind.BREAKPOINT,
        f"{_BREAKS[known['break']]}: distance {known['distance']} from the text before it.",
        float(known["distance"]),
    )


def _length(ranges: tuple[TokenRange, ...]) -> int:
    return sum(end - start for start, end in ranges)


def _merge(one: _Part, two: _Part) -> _Part:
    return _Part(replace(one.cut, end=two.cut.end), whole=True)
