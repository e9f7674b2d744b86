"""Characters of nodes, and the one way from them to their text and to their lines on pages."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from core.sir import ElementType, Location, Sir

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.geometry import BoundingBox


class Span(NamedTuple):
    """Characters `start:end` (half-open) of the text of a node."""

    node: int
    start: int
    end: int


class Role(StrEnum):
    """What a part of a chunk is there for."""

    OWN = "own"
    OVERLAP = "overlap"
    HEADING = "heading"


@dataclass(frozen=True, slots=True)
class Segment:
    """A span with its role in a chunk."""

    node: int
    start: int
    end: int
    role: Role

    @property
    def span(self) -> Span:
        """The span without its role."""
        return Span(self.node, self.start, self.end)


@dataclass(frozen=True, slots=True)
class LineBox:
    """Words that stand together on one line, and how exactly their place is known."""

    box: BoundingBox
    role: Role
    node: int
    location: Location


def text_of(sir: Sir, span: Span | Segment) -> str:
    """The words of a span as they stand."""
    return sir.nodes[span.node].text[span.start : span.end]


def located(sir: Sir, spans: Iterable[Span | Segment], role: Role = Role.OWN) -> list[LineBox]:
    """Boxes of exactly the words of spans, line by line, in the order of the spans."""
    return [
        LineBox(box, role, span.node, location)
        for span in spans
        for box, location in sir.placed_lines(sir.words_between(span.node, span.start, span.end))
    ]


def unplaced(sir: Sir, spans: Iterable[Span | Segment]) -> list[str]:
    """The pieces of the texts of spans that stand nowhere on the pages, as far as that is known."""
    return [
        sir.nodes[span.node].text[start:end]
        for span in spans
        for start, end in sir.unplaced(span.node, span.start, span.end)
    ]


def joined(sir: Sir, spans: Iterable[Span | Segment]) -> str:
    """Verbatim text of spans with what stands between them."""
    parts: list[str] = []
    before: Span | Segment | None = None
    for span in spans:
        if before is not None:
            parts.append(between(sir, before, span))
        parts.append(text_of(sir, span))
        before = span
    return "".join(parts)


def between(sir: Sir, before: Span | Segment, after: Span | Segment) -> str:
    """The space between spans of a node, else the declared separator of their nodes.

    Between pieces of a chunk that are no neighbours in the document it is a blank line.
    """
    if _parted(sir, before, after):
        return _BLANK_LINE
    if before.node == after.node and before.end <= after.start:
        return sir.nodes[after.node].text[before.end : after.start]
    return separator(sir, before.node, after.node)


_BLANK_LINE = "\n\n"


def _parted(sir: Sir, before: Span | Segment, after: Span | Segment) -> bool:
    """Whether text of the flow stands between two pieces that a chunk owns."""
    if not isinstance(before, Segment) or not isinstance(after, Segment):
        return False
    if (before.role, after.role) != (Role.OWN, Role.OWN):
        return False
    first, last = (sir.nodes[segment.node].text for segment in (before, after))
    if before.node == after.node:
        return bool(first[before.end : after.start].strip())
    return bool(
        first[before.end :].strip()
        or last[: after.start].strip()
        or any(sir.nodes[at].text.strip() for at in range(before.node + 1, after.node))
    )


_CLOSE = frozenset({ElementType.LIST_ITEM, ElementType.REFERENCE_ITEM, ElementType.KEY_VALUE})


def separator(sir: Sir, before: int, after: int) -> str:
    """The declared separator between two nodes whose texts follow each other in a chunk.

    A tab between cells of a row, a line break between rows and between list items, a blank
    line between all else. None of them adds a token.
    """
    upper, lower = sir.nodes[before], sir.nodes[after]
    if upper.type is lower.type is ElementType.TABLE_CELL:
        if upper.parent == lower.parent:
            return "\t"
        same_table = sir.nodes[upper.parent].parent == sir.nodes[lower.parent].parent
        return "\n" if same_table else _BLANK_LINE
    return "\n" if upper.type in _CLOSE and lower.type in _CLOSE else _BLANK_LINE
