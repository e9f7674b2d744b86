"""Sections as units of meaning, before any of them is sliced. Source: TopoChunker, figure 7."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from core.chunking.base import Boundary, BoundaryKind, Cut, section_begins
from core.sir import HEADINGS, ElementType, Node

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.tokens import TokenStream

_SECTIONS = HEADINGS | {ElementType.SEGMENT}
_TINY = 16
"""What comes before a first subsection and is shorter than this part of the capacity joins it."""


@dataclass(frozen=True, slots=True)
class Section:
    """A range of tokens that belongs together; `lead` if it only introduces what follows."""

    start: int
    end: int
    boundary: Boundary
    lead: bool = False

    @property
    def tokens(self) -> int:
        """Its weight, for the audit against the capacity."""
        return self.end - self.start

    @property
    def cut(self) -> Cut:
        """The section as one chunk."""
        return Cut(self.start, self.end, self.boundary)


def sections(stream: TokenStream, capacity: int) -> list[Section]:
    """Sections in reading order; they share out the stream. Weights are looked up, not counted.

    A section without subsections stays whole, and so does one with text of its own that fits the
    capacity with all below it. Any other is divided: its own text, then its subsections. A
    heading alone, or a few words below it, go with what follows.
    """
    joined: list[Section] = []
    for section in _visit(stream, 0, capacity):
        if joined and joined[-1].lead and joined[-1].tokens < capacity // _TINY:
            joined[-1] = replace(joined[-1], end=section.end, lead=section.lead)
        else:
            joined.append(section)
    return joined


def _visit(stream: TokenStream, node: int, capacity: int) -> Iterator[Section]:
    nodes = stream.sir.nodes
    start, end = stream.subtree(node)
    if start == end:
        return
    if _is_whole(stream, node, capacity):
        yield Section(start, end, _opens(nodes[node]))
        return
    begins = start
    for are_sections, run in groupby(
        nodes[node].children, lambda child: nodes[child].type in _SECTIONS
    ):
        children = list(run)
        if are_sections:
            first = stream.subtree(children[0])[0]
            if begins < first:
                yield Section(begins, first, _opens(nodes[node]), lead=True)
            for child in children:
                yield from _visit(stream, child, capacity)
        elif begins < (stop := stream.subtree(children[-1])[1]):
            yield Section(
                begins, stop, _opens(nodes[node if begins == start else children[0]]), True
            )
        begins = stream.subtree(children[-1])[1]


def _is_whole(stream: TokenStream, node: int, capacity: int) -> bool:
    nodes = stream.sir.nodes
    children = nodes[node].children
    if not any(nodes[child].type in _SECTIONS for child in children):
        return True
    has_text = node > 0 and nodes[children[0]].type not in _SECTIONS
    return has_text and stream.weight(node) <= capacity


def _opens(node: Node) -> Boundary:
    if node.type in HEADINGS:
        return section_begins(node)
    distance = node.metadata.get("distance")
    if node.type is ElementType.SEGMENT and distance:
        seen = " where a language model saw the topic change" * (
            node.metadata.get("break") == "model"
        )
        reason = f"A segment begins{seen}: distance {distance} from the text before it."
        return Boundary(BoundaryKind.TOPIC, reason, float(distance))
    return Boundary(BoundaryKind.DELIMITER, "The section before ends; text without a heading.")
