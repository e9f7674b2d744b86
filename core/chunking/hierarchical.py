"""Subtrees of the document as chunks, with their headings. Source: thesis, section 3.4.4."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from core.chunking.base import (
    Boundary,
    BoundaryKind,
    ChunkSource,
    Cut,
    Cutting,
    TokenRange,
    length,
    section_begins,
)
from core.chunking.lead_ins import introduces
from core.chunking.options import SizedOptions, number
from core.chunking.splitting import split
from core.chunking.tables import header_end, row_groups
from core.sir import HEADINGS, ElementType, Node
from core.tokens import Delimiter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.tokens import TokenStream

    Headings = tuple[TokenRange, ...]


_BREAKS = {
    "model": "A language model saw the topic change",
    "topic": "The topic changes",
    "scene": "A new scene begins",
}
"""What is said of the reasons for which a segment of semantic flow begins."""


class HierarchicalOptions(SizedOptions):
    """Options of hierarchical chunking."""

    heading_budget: float = number(
        0.4, 0.0, 0.8, "B_h: heading budget, share of N",
        "Headings above a chunk are repeated in it up to this share; "
        "the highest are dropped first.",
    )  # fmt: skip

    @property
    def heading_tokens(self) -> int:
        """B_h in tokens."""
        return int(self.heading_budget * self.max_tokens)


@dataclass(frozen=True, slots=True)
class _Part:
    """A cut in the making; `whole` if it is an undivided subtree, which may still be merged."""

    cut: Cut
    whole: bool = False


class HierarchicalChunker:
    """Whole sections where they fit, their parts where they do not."""

    name = "hierarchical"
    title = "Hierarchical"
    options = HierarchicalOptions

    def cut(self, source: ChunkSource, options: HierarchicalOptions) -> Cutting:
        """Cuts of the whole stream."""
        cutter = _Cutter(source.stream, options.max_tokens, options.heading_tokens)
        return Cutting([part.cut for part in cutter.visit([0], ())])


class _Cutter:
    def __init__(self, stream: TokenStream, size: int, budget: int) -> None:
        self._stream, self._size, self._budget = stream, size, budget
        self._nodes = stream.sir.nodes

    def visit(self, siblings: list[int], above: Headings) -> list[_Part]:
        """Parts of neighbouring subtrees under the headings `above`, the highest first."""
        first, last = siblings[0], siblings[-1]
        start, end = self._stream.subtree(first)[0], self._stream.subtree(last)[1]
        context = self._within_budget(above)
        if start == end:
            return []
        if end - start <= self._size - length(*context):
            return [_Part(Cut(start, end, self._opens(first), context=context), whole=True)]
        if len(siblings) > 1 and self._introduces(*siblings[:2]):
            return self._below_lead_in(siblings, above)
        if len(siblings) > 1:
            return [part for node in siblings for part in self.visit([node], above)]
        own_end = self._stream.own(first)[1]
        if own_end == end:
            return self._split(start, end, context, self._opens(first))
        return self._descend(first, (start, own_end), above)

    def _below_lead_in(self, siblings: list[int], above: Headings) -> list[_Part]:
        lead, *introduced = siblings
        parts = self.visit(introduced, above)
        cut = replace(parts[0].cut, start=self._stream.subtree(lead)[0], boundary=self._opens(lead))
        if cut.token_count <= self._size:
            return [_Part(cut), *parts[1:]]
        return [*self.visit([lead], above), *parts]

    def _descend(self, node: int, own: TokenRange, above: Headings) -> list[_Part]:
        below = (*above, own) if length(own) else above
        parts: list[_Part] = []
        for children, context in self._groups(node, below):
            for part in self.visit(children, context):
                if parts and self._can_merge(parts[-1], part):
                    parts[-1] = _Part(replace(parts[-1].cut, end=part.cut.end), whole=True)
                else:
                    parts.append(part)
        if length(own):
            parts = self._lead(node, own, self._within_budget(above), parts)
        return [_Part(part.cut) for part in self._explain_lock(node, parts)]

    def _lead(
        self, node: int, own: TokenRange, headings: Headings, parts: list[_Part]
    ) -> list[_Part]:
        """The parts with the node's own text at the head of the first, where it fits."""
        first = parts[0].cut
        context = tuple(heading for heading in first.context if heading != own)
        grown = Cut(own[0], first.end, self._opens(node), context=context)
        if grown.token_count <= self._size:
            return [_Part(grown), *parts[1:]]
        return [*self._split(*own, headings, self._opens(node)), *parts]

    def _split(self, start: int, end: int, context: Headings, opening: Boundary) -> list[_Part]:
        context = self._beside_words(start, end, context)
        cuts = split(self._stream, start, end, self._size - length(*context))
        parts = [_Part(replace(cut, context=context)) for cut in cuts]
        return [_Part(replace(parts[0].cut, boundary=opening)), *parts[1:]]

    def _can_merge(self, part: _Part, following: _Part) -> bool:
        joined = following.cut.end - part.cut.start + length(*part.cut.context)
        return part.whole and following.whole and joined <= self._size

    def _within_budget(self, above: Headings) -> Headings:
        """The nearest headings that fit the budget together; the highest are dropped first."""
        while length(*above) > self._budget:
            above = above[1:]
        return above

    def _beside_words(self, start: int, end: int, headings: Headings) -> Headings:
        """The nearest headings that leave room for the longest word.

        What is longer than half a chunk is an address or a text without spaces, and cut.
        """
        ends = self._stream.delimited[Delimiter.SPACE]
        first, last = np.searchsorted(ends, (start + 1, end))
        words = np.diff(ends[first:last], prepend=start, append=end)
        longest = words[words <= self._size // 2].max(initial=0)
        while headings and length(*headings) > self._size - longest:
            headings = headings[1:]
        return headings

    def _groups(self, node: int, above: Headings) -> Iterator[tuple[list[int], Headings]]:
        """Children that should stay together, and the headings above them.

        Rows of a divided table carry the table's header rows with them.
        """
        if self._nodes[node].type is not ElementType.TABLE:
            yield from ((children, above) for children in self._introduced(node))
            return
        first, *others = row_groups(self._stream.sir, node)
        yield first, above
        header = self._stream.own(node)[1], header_end(self._stream, node)
        yield from ((rows, (*above, header)) for rows in others)

    def _introduced(self, node: int) -> Iterator[list[int]]:
        together: list[int] = []
        for child in self._nodes[node].children:
            if together and not self._introduces(together[-1], child):
                yield together
                together = []
            together.append(child)
        yield together

    def _introduces(self, before: int, node: int) -> bool:
        kinds = self._nodes[before].type, self._nodes[node].type
        return introduces(*kinds, self._stream.weight(before), self._size)

    def _opens(self, node: int) -> Boundary:
        element = self._nodes[node]
        if element.type in HEADINGS:
            return section_begins(element)
        if element.metadata.get("break") in _BREAKS:
            return _changes(element)
        kind = element.type.value.replace("_", " ")
        return Boundary(
            BoundaryKind.SIZE, f"A {kind} begins; with what stands before, {self._size} is passed."
        )

    def _explain_lock(self, node: int, parts: list[_Part]) -> list[_Part]:
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
    reason, distance = _BREAKS[segment.metadata["break"]], segment.metadata["distance"]
    return Boundary(
        BoundaryKind.BREAKPOINT,
        f"{reason}: distance {distance} from the text before it.",
        float(distance),
    )
