"""A document as units that a plan can name: headings, paragraphs, whole lists, whole tables.

A unit has an id such as `h1` or `t2`, so a plan can be written without a word of the text.

Source: W-RAC, structured units with ids.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.sir import HEADINGS, ElementType

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from core.chunking.base import TokenRange
    from core.tokens import TokenStream

Group = tuple[int, int]
"""Half-open range of places of units."""

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


def elements(
    stream: TokenStream, is_whole: Callable[[ElementType], bool]
) -> Iterator[tuple[int, TokenRange]]:
    """Nodes of the flow that hold text, with their token ranges: whole ones with all below them."""
    node = 0
    while node < stream.sir.flow:
        whole = is_whole(stream.sir.nodes[node].type)
        start, end = stream.subtree(node) if whole else stream.own(node)
        if start < end:
            yield node, (start, end)
        node = int(stream.sir.subtree_end[node]) if whole else node + 1


def units_of(stream: TokenStream) -> Iterator[Unit]:
    """The units of a document in reading order; together they hold every token once."""
    counts: Counter[str] = Counter()
    for node, (start, end) in elements(stream, _WHOLE.__contains__):
        kind = stream.sir.nodes[node].type
        letter = _LETTERS.get(kind, "u")
        counts[letter] += 1
        is_heading = kind in HEADINGS
        section = node if is_heading else next(reversed(stream.sir.lineage(node)), -1)
        name = "heading" if is_heading else kind.value
        yield Unit(f"{letter}{counts[letter]}", name, node, start, end, section)
