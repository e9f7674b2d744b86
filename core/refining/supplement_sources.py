"""What an entry of a context supplement says, and where it stands on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.sir import ElementType
from core.spans import Role, Span, located

if TYPE_CHECKING:
    from core.chunking.base import Chunk, SupplementEntry
    from core.sir import Sir
    from core.spans import LineBox

CELLS = "\t"
"""What stands between the cells of a row: the separator that chunks declare for them."""


def node_text(sir: Sir, node: int) -> str:
    """The text of a node; of a table row the texts of its cells, joined as in a chunk."""
    element = sir.nodes[node]
    if element.type is not ElementType.TABLE_ROW:
        return element.text
    return CELLS.join(text for cell in element.children if (text := sir.nodes[cell].text))


def entry_text(sir: Sir, entry: SupplementEntry) -> str:
    """The words of the document that explain the term, verbatim."""
    return node_text(sir, entry.node)[entry.start : entry.end]


def supplement_lines(sir: Sir, entry: SupplementEntry) -> list[LineBox]:
    """The lines that an entry comes from, cut to its words; empty where nothing was located.

    They are no part of the chunk: their role, own, says that they are the source itself.
    """
    element = sir.nodes[entry.node]
    if element.type is not ElementType.TABLE_ROW:
        return located(sir, [Span(entry.node, entry.start, entry.end)])
    return located(sir, [Span(cell, 0, len(sir.nodes[cell].text)) for cell in element.children])


class Reach:
    """What a chunk holds itself, and what stands before it."""

    def __init__(self, sir: Sir, chunk: Chunk) -> None:
        """Looks at its segments, those repeated from elsewhere included."""
        self._sir, self._segments = sir, chunk.segments
        self._nodes = frozenset(segment.node for segment in chunk.segments)
        self._lineage = frozenset(chunk.lineage)
        own = [(s.node, s.start) for s in chunk.segments if s.role is Role.OWN]
        self.first: tuple[int, int] = min(own, default=(0, 0))

    def holds(self, span: Span) -> bool:
        """Whether the chunk, or the path of headings above it, shows any of a span."""
        element = self._sir.nodes[span.node]
        if element.type is ElementType.TABLE_ROW:
            return not self._nodes.isdisjoint(element.children)
        return span.node in self._lineage or any(
            s.node == span.node and s.start < span.end and span.start < s.end
            for s in self._segments
        )

    def explains(self, span: Span) -> bool:
        """Whether a span stands before the chunk and is not in it."""
        return (span.node, span.start) < self.first and not self.holds(span)
