"""A document as units that a plan can name: headings, paragraphs, whole lists, whole tables.

A unit has an id such as `h1` or `t2`, so a plan can be written without a word of the text.
Units that make no sense apart are tied (`core.chunking.procedures`).

Source: W-RAC, structured units with ids.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.chunking.procedures import tied_heads
from core.sir import HEADINGS, ElementType

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.sir import Sir
    from core.tokens import TokenStream

_WHOLE = frozenset(
    {
        ElementType.LIST,
        ElementType.TABLE,
        ElementType.DOC_INDEX,
        ElementType.KEY_VALUE_AREA,
        ElementType.FIGURE,
    }
)
"""Elements that are one unit with all that stands below them."""

_LETTERS = {
    ElementType.TITLE: "h",
    ElementType.SECTION_HEADER: "h",
    ElementType.PARAGRAPH: "p",
    ElementType.LIST: "l",
    ElementType.LIST_ITEM: "l",
    ElementType.TABLE: "t",
    ElementType.FIGURE: "f",
    ElementType.CAPTION: "c",
    ElementType.FOOTNOTE: "n",
    ElementType.FORMULA: "m",
}
"""First letter of the ids of an element; `u` for any other."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit: its id, what it is, its token range (half-open) and where it stands.

    `node` is an index into `Sir.nodes`. `section` is the node of the nearest heading, the unit's
    own if it is a heading, -1 in front of the first one.
    """

    id: str
    kind: str
    node: int
    start: int
    end: int
    section: int

    @property
    def is_heading(self) -> bool:
        """Whether it is a heading."""
        return self.section == self.node

    @property
    def tokens(self) -> int:
        """Tokens of its text."""
        return self.end - self.start


@dataclass(frozen=True)
class Outline:
    """The units of a document in reading order; together they hold every token once.

    `atoms` has for each unit the place of the first that it is tied to, its own place if to none
    before it.
    """

    stream: TokenStream
    units: Sequence[Unit]
    atoms: Sequence[int]

    @classmethod
    def of(cls, stream: TokenStream) -> Outline:
        """The units of a document and what ties them."""
        found = _units(stream)
        return cls(stream, found, tied_heads(stream, found))

    def tokens(self, first: int, last: int) -> tuple[int, int]:
        """Half-open token range of the units `first:last`."""
        return self.units[first].start, self.units[last - 1].end

    def length(self, first: int, last: int) -> int:
        """Tokens of the units `first:last`."""
        start, end = self.tokens(first, last)
        return end - start


def _units(stream: TokenStream) -> list[Unit]:
    counts: Counter[str] = Counter()
    found: list[Unit] = []
    for node, start, end in _ranges(stream):
        element = stream.sir.nodes[node]
        letter = _LETTERS.get(element.type, "u")
        counts[letter] += 1
        kind = "heading" if element.type in HEADINGS else element.type.value
        section = _nearest_heading(stream.sir, node)
        found.append(Unit(f"{letter}{counts[letter]}", kind, node, start, end, section))
    return found


def _nearest_heading(sir: Sir, node: int) -> int:
    while node > 0 and sir.nodes[node].type not in HEADINGS:
        node = sir.nodes[node].parent
    return node if node > 0 else -1


def _ranges(stream: TokenStream) -> Iterator[tuple[int, int, int]]:
    """(node, start, end) of everything that is a unit."""
    node = 0
    while node < stream.sir.flow:
        whole = stream.sir.nodes[node].type in _WHOLE
        start, end = stream.subtree(node) if whole else stream.own(node)
        if start < end:
            yield node, start, end
        node = int(stream.sir.subtree_end[node]) if whole else node + 1
