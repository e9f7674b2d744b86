"""Sections as units of meaning, before any of them is sliced. Source: TopoChunker, figure 7."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from core.chunking.base import START, Boundary, BoundaryKind
from core.sir import HEADINGS, ElementType

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.sir import Node
    from core.tokens import TokenStream

_SECTIONS = HEADINGS | {ElementType.SEGMENT}
_TINY = 16
"""What comes before a first subsection and is shorter than this part of the capacity joins it."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A range of tokens that belongs together; `lead` if it only introduces what follows."""

    start: int
    end: int
    boundary: Boundary
    lead: bool = False

    @property
    def tokens(self) -> int:
        """Its weight, for the audit against the capacity."""
        return self.end - self.start


def units(stream: TokenStream, capacity: int) -> list[Unit]:
    """Units in reading order; they share out the stream. Weights are looked up, not counted.

    A section without subsections is a unit, and so is one with text of its own that fits the
    capacity with all below it. Any other is divided: its own text, then its subsections. A
    heading alone, or a few words below it, go with what follows.
    """
    found = _joined(list(_visit(stream, 0, capacity)), capacity // _TINY)
    return [replace(found[0], boundary=START), *found[1:]] if found else []


def _visit(stream: TokenStream, node: int, capacity: int) -> Iterator[Unit]:
    """Units of a subtree."""
    start, end = stream.subtree(node)
    if start == end:
        return
    if _is_unit(stream, node, capacity):
        yield Unit(start, end, _opens(stream.sir.nodes[node]))
        return
    nodes = stream.sir.nodes
    begins = start
    for section, run in groupby(nodes[node].children, lambda child: nodes[child].type in _SECTIONS):
        children = list(run)
        if section:
            first = stream.subtree(children[0])[0]
            if begins < first:
                yield Unit(begins, first, _opens(nodes[node]), lead=True)
            for child in children:
                yield from _visit(stream, child, capacity)
        elif begins < (stop := stream.subtree(children[-1])[1]):
            yield Unit(begins, stop, _opens(nodes[node if begins == start else children[0]]), True)
        begins = stream.subtree(children[-1])[1]


def _is_unit(stream: TokenStream, node: int, capacity: int) -> bool:
    nodes = stream.sir.nodes
    children = nodes[node].children
    if not any(nodes[child].type in _SECTIONS for child in children):
        return True
    has_text = node > 0 and nodes[children[0]].type not in _SECTIONS
    return has_text and stream.weight(node) <= capacity


def _joined(found: list[Unit], tiny: int) -> list[Unit]:
    """The units, small leads at the head of what follows them."""
    kept: list[Unit] = []
    for unit in found:
        if kept and kept[-1].lead and kept[-1].tokens < tiny:
            kept[-1] = replace(kept[-1], end=unit.end, lead=unit.lead)
        else:
            kept.append(unit)
    return kept


def _opens(node: Node) -> Boundary:
    """Why a unit begins with this node."""
    if node.type in HEADINGS:
        return Boundary(BoundaryKind.HEADING, f"A section begins: {node.text[:80]}")
    distance = node.metadata.get("distance")
    if node.type is ElementType.SEGMENT and distance:
        reason = f"A segment begins: distance {distance} from the text before it."
        return Boundary(BoundaryKind.TOPIC, reason, float(distance))
    return Boundary(BoundaryKind.DELIMITER, "The section before ends; text without a heading.")
