"""A document as units that a plan can name: headings, paragraphs, whole lists, whole tables.

A unit has an id such as `h1` or `t2`, so a plan can be written without a word of the text.
Units that make no sense apart are tied: steps of a procedure, a list and the sentence that
introduces it, a caption and what it describes.

Source: W-RAC, section on structured units, and appendix A.1 (procedural content).
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from core.sir import HEADINGS, ElementType
from core.ties import CAPTION_OF

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

_STEP = re.compile(r"(?:step|schritt|phase)\s+(\d{1,3})\b", re.IGNORECASE)
_NUMBER = re.compile(r"([(\[]?)(\d{1,3}|[a-z])[.)\]](?=\s)")


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
        return cls(stream, found, _atoms(stream, found))

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
    if sir.nodes[node].type in HEADINGS:
        return node
    return next(reversed(sir.lineage(node)), -1)


def _ranges(stream: TokenStream) -> Iterator[tuple[int, int, int]]:
    """(node, start, end) of everything that is a unit."""
    node = 0
    while node < stream.sir.flow:
        whole = stream.sir.nodes[node].type in _WHOLE
        start, end = stream.subtree(node) if whole else stream.own(node)
        if start < end:
            yield node, start, end
        node = int(stream.sir.subtree_end[node]) if whole else node + 1


def _atoms(stream: TokenStream, found: Sequence[Unit]) -> list[int]:
    tied = [False] * len(found)
    for place, (one, two) in enumerate(pairwise(found), 1):
        tied[place] = _belong(stream, one, two)
    for first, last in _procedures(stream, found):
        tied[first + 1 : last + 1] = [True] * (last - first)
    heads: list[int] = []
    for place, held in enumerate(tied):
        heads.append(heads[-1] if held else place)
    return heads


def _belong(stream: TokenStream, one: Unit, two: Unit) -> bool:
    """Whether neighbours are a caption with what it describes, or an introduction with it."""
    nodes = stream.sir.nodes
    captions = {nodes[unit.node].metadata.get(CAPTION_OF) for unit in (one, two)}
    if captions & {nodes[one.node].id, nodes[two.node].id}:
        return True
    if one.is_heading or one.section != two.section:
        return False
    return nodes[one.node].text.rstrip().endswith(":")


def _procedures(stream: TokenStream, found: Sequence[Unit]) -> Iterator[tuple[int, int]]:
    """First and last place of each pair of steps that follow each other, all between included.

    Steps are numbered alike under one heading, with nothing but their own text between them.
    Numbered headings are sections, unless they say "Step".
    """
    last: dict[tuple[int, str], tuple[int, int]] = {}
    for place, unit in enumerate(found):
        steps = _steps(stream, unit)
        if not steps:
            continue
        style, first, final = steps
        above = _above(stream.sir, unit)
        before = last.get((above, style))
        if before and before[1] + 1 == first:
            yield before[0], _step_end(stream, found, place)
        last[above, style] = place, final


def _above(sir: Sir, unit: Unit) -> int:
    """The heading that a unit stands under, also for a heading."""
    return next(reversed(sir.lineage(unit.node)), -1)


def _step_end(stream: TokenStream, found: Sequence[Unit], place: int) -> int:
    """The last place of what belongs to a step: all below it if it is a heading."""
    if not found[place].is_heading:
        return place
    end = int(stream.sir.subtree_end[found[place].node])
    while place + 1 < len(found) and found[place + 1].node < end:
        place += 1
    return place


def _steps(stream: TokenStream, unit: Unit) -> tuple[str, int, int] | None:
    """How the steps of a unit are numbered, and the numbers of the first and the last one."""
    nodes = stream.sir.nodes
    texts = [nodes[unit.node].text]
    if nodes[unit.node].type is ElementType.LIST:
        items = [child for child in nodes[unit.node].children if nodes[child].text]
        texts = [nodes[child].text for child in (items[:1] + items[-1:])]
    marks = [mark for text in texts if (mark := _mark(text, heading=unit.is_heading))]
    return (marks[0][0], marks[0][1], marks[-1][1]) if marks else None


def _mark(text: str, *, heading: bool) -> tuple[str, int] | None:
    """Style and number of a step, such as ("step", 2) or ("1.", 2)."""
    text = text.lstrip()
    if found := _STEP.match(text):
        return "step", int(found[1])
    if heading or not (found := _NUMBER.match(text)):
        return None
    number = found[2]
    style = found[1] + ("1" if number.isdigit() else "a") + found[0][-1]
    return style, int(number) if number.isdigit() else ord(number) - ord("a") + 1
