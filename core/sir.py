"""The structured intermediate representation (SIR): one document as a tree with exact places.

Nodes are kept in depth-first order, which is reading order; node 0 is the root. Behind them
come the nodes that were set aside (running headers, footers, hidden text ...): they stay
inspectable, but are not part of the flow that is chunked.

Every character of a node's text leads to a word, every word to a line, every line to a page.
These tables are numpy arrays, because a document of 300 pages has 150,000 words and more.

Source: TopoChunker, section 3.2 (SIR); thesis, section 3.2.3 (ParsingResult).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from core.geometry import BoundingBox, intersection, union, union_by_page
from core.level_runs import level_runs
from core.text.language import Language, language_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray


class ElementType(StrEnum):
    """The classes of a node. Source: thesis, table A.1."""

    ROOT = "root"
    TITLE = "title"
    PARAGRAPH = "paragraph"
    SECTION_HEADER = "section_header"
    FOOTNOTE = "footnote"
    LIST = "list"
    LIST_ITEM = "list_item"
    REFERENCE_LIST = "reference_list"
    REFERENCE_ITEM = "reference_item"
    CAPTION = "caption"
    FIGURE = "figure"
    TABLE = "table"
    DOC_INDEX = "doc_index"
    TABLE_ROW = "table_row"
    TABLE_CELL = "table_cell"
    PAGE_FOOTER = "page_footer"
    KEY_VALUE = "key_value"
    PAGE_HEADER = "page_header"
    KEY_VALUE_AREA = "key_value_area"
    FORM_AREA = "form_area"
    FORMULA = "formula"
    WATERMARK = "watermark"
    UNKNOWN = "unknown"
    MISSING = "missing"
    SEGMENT = "segment"
    """Text on one topic, found by semantic flow: not of the thesis, which knows no such node."""


HEADINGS = frozenset({ElementType.TITLE, ElementType.SECTION_HEADER})

LEVEL_BY = "level_by"
"""Key of the metadata of a heading: what its level rests on (outline, number or type)."""

LISTING = "listing"
"""Key of the metadata of a paragraph whose line breaks and indents mean something."""

SET_ASIDE = frozenset(
    {
        ElementType.REFERENCE_LIST,
        ElementType.REFERENCE_ITEM,
        ElementType.PAGE_FOOTER,
        ElementType.PAGE_HEADER,
        ElementType.FORM_AREA,
        ElementType.WATERMARK,
    }
)
"""Classes that never enter the flow. Source: thesis, section 3.3, element filtering."""

WIDEST_GAP = 5.0
"""Heights of a line between two words of it that one box still covers."""


class Route(StrEnum):
    """How a document, or a page, is parsed. Source: TopoChunker, section 3.1."""

    STRUCTURAL_RULE = "structural_rule"
    SEMANTIC_FLOW = "semantic_flow"
    VISUAL_TOPOLOGY = "visual_topology"


SIGNS_OF_NUMBERS = frozenset("%‰<>±≤≥≠≈°")
"""Signs that change what the number beside them says."""


class Location(StrEnum):
    """How well the place of a text is known; anything but exact is drawn differently."""

    EXACT = "exact"
    ALIGNED = "aligned"
    APPROXIMATE = "approximate"
    UNLOCATED = "unlocated"


LOCATIONS = tuple(Location)
"""Locations from the surest on."""


def worst(locations: Iterable[Location]) -> Location:
    """The least sure of locations; exact without any."""
    return max(locations, key=LOCATIONS.index, default=Location.EXACT)


_GUESSED = LOCATIONS.index(Location.APPROXIMATE)
_ONE_PLACE = 0.5
"""Share of the smaller of two approximate boxes, from which in common they are drawn as one."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page: 1-based number, size in points as displayed, number as printed on it.

    `route` is how it was parsed, `reason` the measure that decided so, `ocr` the engine that
    read its words from the picture; empty before it is parsed, or where no engine was needed.
    """

    number: int
    width: float
    height: float
    label: str
    route: str = ""
    reason: str = ""
    ocr: str = ""


@dataclass(slots=True)
class Node:
    """One element of a document.

    `parent` and `children` are indexes into `Sir.nodes`; the root and nodes set aside have the
    parent -1. `level` is the heading level (1 is the highest), None for anything else.
    `regions` are boxes of what is not text, such as a figure.
    """

    id: str
    type: ElementType
    text: str = ""
    parent: int = -1
    children: list[int] = field(default_factory=list)
    level: int | None = None
    locked: bool = False
    location: Location = Location.EXACT
    regions: tuple[BoundingBox, ...] = ()
    metadata: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WordTable:
    """Words of all pages. Those of a line are neighbours, in visual order (left to right).

    `boxes` is (n, 4) fractions of the displayed page, `line` (n,) the index of the line, and
    never decreases.
    """

    boxes: NDArray[np.float32]
    line: NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class LineTable:
    """Lines: `page` (m,) 1-based page numbers. A line never crosses a column or a table cell.

    `location` (m,) says how well the place of its words is known, as an index into `LOCATIONS`.
    """

    page: NDArray[np.int32]
    location: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class PieceTable:
    """Where words stand in node texts: piece k is `text[start[k]:end[k]]` of a node.

    Pieces are sorted by node, then by start, and do not overlap. Those of node i are
    `first[i]:first[i + 1]`. A hyphenated word has two pieces with a word each. Characters between
    pieces belong to no word: spaces, and text that stands nowhere on the page.
    """

    first: NDArray[np.int32]
    start: NDArray[np.int32]
    end: NDArray[np.int32]
    word: NDArray[np.int32]


@dataclass(frozen=True)
class Sir:
    """A parsed document: its tree, its pages, and the place of every character.

    `flow` is the number of nodes in the tree (depth-first, from 0); `nodes[flow:]` were set
    aside. `document` is the SHA-256 of the file.
    """

    document: str
    pages: tuple[Page, ...]
    nodes: list[Node]
    flow: int
    words: WordTable
    lines: LineTable
    pieces: PieceTable
    metadata: dict[str, str] = field(default_factory=dict)

    @cached_property
    def language(self) -> Language:
        """The language of the flow, by its first words."""
        return language_of(node.text for node in self.nodes[: self.flow])

    @cached_property
    def subtree_end(self) -> NDArray[np.int32]:
        """(flow,) For each node, the index behind its last descendant."""
        end = np.arange(1, self.flow + 1, dtype=np.int32)
        for index in range(self.flow - 1, 0, -1):
            parent = self.nodes[index].parent
            end[parent] = max(end[parent], end[index])
        return end

    def ancestors(self, index: int) -> list[int]:
        """Indexes from the root's child down to the parent; empty for the root's children."""
        path: list[int] = []
        while (index := self.nodes[index].parent) > 0:
            path.append(index)
        return path[::-1]

    def lineage(self, index: int) -> tuple[int, ...]:
        """Indexes of the headings above a node, the highest first."""
        return tuple(i for i in self.ancestors(index) if self.nodes[i].type in HEADINGS)

    def walk(self, index: int = 0) -> Iterator[int]:
        """Indexes of a subtree in reading order, its root first."""
        return iter(range(index, int(self.subtree_end[index])))

    def words_between(self, node: int, start: int, end: int) -> NDArray[np.int32]:
        """Indexes of the words that hold any character of `text[start:end]`, in text order."""
        first, last = int(self.pieces.first[node]), int(self.pieces.first[node + 1])
        low = first + int(np.searchsorted(self.pieces.end[first:last], start, side="right"))
        high = first + int(np.searchsorted(self.pieces.start[first:last], end, side="left"))
        return self.pieces.word[low:high]

    def line_boxes(self, words: NDArray[np.int32]) -> list[BoundingBox]:
        """Boxes that hold exactly these words; see `placed_lines`."""
        return [box for box, _ in self.placed_lines(words)]

    def placed_lines(self, words: NDArray[np.int32]) -> list[tuple[BoundingBox, Location]]:
        """Boxes that hold exactly these words, and how well each is known.

        There is one for each unbroken run within a line. A word of the line that is not asked for
        ends the run, so no box reaches over it. So does a gap in which something else may stand,
        as between the labels of a chart. Of a line askew, each holds words of about one height.
        Approximate boxes that reach over each other are one.
        """
        if not len(words):
            return []
        runs = np.unique(words)
        line, boxes = self.words.line[runs], self.words.boxes[runs]
        pages = self.lines.page[line]
        ends = (np.diff(runs) != 1) | (np.diff(line) != 0) | self._wide_gaps(boxes, pages)
        starts = level_runs(np.flatnonzero(np.r_[True, ends]), boxes, self._aspect[pages])
        low = np.minimum.reduceat(boxes[:, :2], starts)
        high = np.maximum.reduceat(boxes[:, 2:], starts)
        known = self.lines.location[line[starts]].tolist()
        edges = np.hstack([low, high]).tolist()
        placed = [
            (BoundingBox(int(page), *sides), LOCATIONS[location])
            for page, sides, location in zip(pages[starts], edges, known, strict=True)
        ]
        return _without_overlaps(placed) if _GUESSED in known else placed

    def unplaced(self, node: int, start: int = 0, end: int | None = None) -> list[tuple[int, int]]:
        """Half-open ranges of `text[start:end]` of a node that stand nowhere on its pages.

        Each reaches from the first to the last of such characters that no word parts; spaces at its
        edges do not belong to it. Signs without letters or digits say nothing and are left out,
        but for those that compare or measure numbers.
        """
        text = self.nodes[node].text
        end = len(text) if end is None else end
        first, last = int(self.pieces.first[node]), int(self.pieces.first[node + 1])
        ends = self.pieces.end[first:last].tolist()
        starts = self.pieces.start[first:last].tolist()
        gaps = zip([start, *ends], [*starts, end], strict=True)
        ranges: list[tuple[int, int]] = []
        for low, high in gaps:
            low, high = max(low, start), min(high, end)
            gap = text[low:high]
            if any(character.isalnum() or character in SIGNS_OF_NUMBERS for character in gap):
                low += len(gap) - len(gap.lstrip())
                ranges.append((low, low + len(gap.strip())))
        return ranges

    @cached_property
    def _aspect(self) -> NDArray[np.float64]:
        """Width by height of each page, under its number; 1 for what is no page."""
        aspect = np.ones(1 + max((page.number for page in self.pages), default=0))
        for page in self.pages:
            aspect[page.number] = page.width / page.height
        return aspect

    def _wide_gaps(self, boxes: NDArray[np.float32], pages: NDArray[np.int32]) -> NDArray[np.bool_]:
        """(n - 1,) Whether a word begins further to the right than a gap of its line may be."""
        gaps = (boxes[1:, 0] - boxes[:-1, 2]) * self._aspect[pages[1:]]
        return gaps > WIDEST_GAP * (boxes[1:, 3] - boxes[1:, 1])

    def boxes(self, index: int) -> tuple[BoundingBox, ...]:
        """The boxes of a node without its children, one a page, their lines as spans."""
        text = self.nodes[index].text
        lines = self.line_boxes(self.words_between(index, 0, len(text)))
        return union_by_page((*lines, *self.nodes[index].regions))


def _without_overlaps(
    placed: Iterable[tuple[BoundingBox, Location]],
) -> list[tuple[BoundingBox, Location]]:
    """Boxes, but for approximate ones that follow each other and reach over each other.

    Where a text is spread over lines by its length, each box holds the lines around it, too.
    """
    kept: list[tuple[BoundingBox, Location]] = []
    for box, location in placed:
        if kept and kept[-1][1] is location is Location.APPROXIMATE and _overlap(kept[-1][0], box):
            box = replace(union([kept.pop()[0], box]), spans=())
        kept.append((box, location))
    return kept


def _overlap(box: BoundingBox, other: BoundingBox) -> bool:
    shared = intersection(box.edges, other.edges) if box.page == other.page else 0.0
    return shared > _ONE_PLACE * min(box.area, other.area)
