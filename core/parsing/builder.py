"""A SIR from a flat list of elements in reading order: hierarchy by stack, texts, places.

Source: thesis, section 3.3 (hierarchy inference, element filtering); TopoChunker, section 3.2
(atomicity lock).
"""

from __future__ import annotations

import itertools
from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np

from core.node_links import CAPTION, CAPTION_OF, NOTE_OF, NOTES, joined
from core.parsing.elements import Element, Mark
from core.parsing.hyphens import Vocabulary, vocabulary_of
from core.parsing.text_joining import join
from core.sir import (
    HEADINGS,
    LOCATIONS,
    SET_ASIDE,
    ElementType,
    LineTable,
    Location,
    Node,
    PieceTable,
    Sir,
    WordTable,
    worst,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.geometry import Box
    from core.reading.line import Line
    from core.sir import Page

LOCKED = frozenset({ElementType.TABLE, ElementType.FIGURE, ElementType.FORMULA})


def build(
    document: str,
    pages: Sequence[Page],
    elements: Sequence[Element],
    metadata: dict[str, str] | None = None,
) -> Sir:
    """The SIR of elements in reading order. Each line may belong to one element only.

    Elements with a reason in `aside`, or of a class that never enters the flow, come behind
    the tree; their `metadata["aside"]` says why.
    """
    vocabulary = vocabulary_of(line for element in elements for line in element.all_lines())
    builder = _Builder(document, vocabulary)
    for element in itertools.filterfalse(_is_aside, elements):
        builder.add(element)
    flow = len(builder.nodes)
    for element in filter(_is_aside, elements):
        builder.add_aside(element, element.aside or element.type.value)
    builder.add_ties()
    return builder.finish(tuple(pages), flow, dict(metadata or {}))


def _is_aside(element: Element) -> bool:
    return bool(element.aside) or element.type in SET_ASIDE


class _Builder:
    def __init__(self, document: str, vocabulary: Vocabulary) -> None:
        self.document = document
        self.vocabulary = vocabulary
        self.placed: dict[Element, int] = {}
        self.word_boxes: list[Box] = []
        self.word_line: list[int] = []
        self.line_page: list[int] = []
        self.line_location: list[int] = []
        self.first, self.starts, self.ends = [0], list[int](), list[int]()
        self.piece_word: list[int] = []
        self.tree = NodeTree(document, self._node(Element(ElementType.ROOT), {}))
        self.nodes = self.tree.nodes

    def add(self, element: Element, parent: int | None = None) -> None:
        """Adds an element with all that it holds; without a parent below the last heading."""
        node = self._node(element, element.metadata)
        node.level, node.locked = element.level, element.type in LOCKED
        index = self.placed[element] = self.tree.add(node, parent)
        for child in element.children:
            self.add(child, index)

    def add_aside(self, element: Element, reason: str) -> None:
        """Adds an element and what it holds behind the tree, each by itself."""
        metadata = {**element.metadata, "aside": reason}
        self.placed[element] = self.tree.add_aside(self._node(element, metadata))
        for child in element.children:
            self.add_aside(child, reason)

    def _node(self, element: Element, metadata: dict[str, str]) -> Node:
        lines, joined = element.lines, element.joined or join(element.lines, self.vocabulary)
        node = Node("", element.type, joined.text, regions=element.regions)
        node.location = worst([element.location, *(line.location for line in lines)])
        if joined.text and not joined.starts:
            node.location = Location.UNLOCATED
        node.metadata = dict(metadata)
        confidence = min((line.confidence for line in lines), default=1.0)
        if confidence < 1.0:
            node.metadata["confidence"] = f"{confidence:.2f}"
        self.starts += joined.starts
        self.ends += joined.ends
        for line in lines:
            self._add_line(line, worst([element.location, line.location]))
        self.first.append(len(self.starts))
        return node

    def _add_line(self, line: Line, location: Location) -> None:
        base = len(self.word_boxes)
        order = line.visual_order()
        place = {index: base + rank for rank, index in enumerate(order)}
        self.piece_word += [place[index] for index in range(len(order))]
        self.word_boxes += [line.boxes[index] for index in order]
        self.word_line += [len(self.line_page)] * len(order)
        self.line_page.append(line.page)
        self.line_location.append(LOCATIONS.index(location))

    def add_ties(self) -> None:
        """Writes which captions and footnotes belong to which nodes, by their ids."""
        for element, index in self.placed.items():
            node = self.nodes[index]
            if element.caption_of is not None:
                shown = self.nodes[self.placed[element.caption_of]]
                node.metadata[CAPTION_OF], shown.metadata[CAPTION] = shown.id, node.id
            if element.marks:
                node.metadata[NOTE_OF] = joined(map(self._place, element.marks))
            for mark in element.marks:
                marked = self.nodes[self.placed[mark.element]].metadata
                marked[NOTES] = joined([*marked.get(NOTES, "").split(), node.id])

    def _place(self, mark: Mark) -> str:
        """Where a mark stands, as metadata say it."""
        index = self.placed[mark.element]
        word = self.starts[self.first[index] + mark.word]
        return f"{self.nodes[index].id}:{word + mark.start}-{word + mark.end}"

    def finish(self, pages: tuple[Page, ...], flow: int, metadata: dict[str, str]) -> Sir:
        """The tables as arrays, boxes as fractions of their pages."""
        line = np.array(self.word_line, np.int32)
        page = np.array(self.line_page, np.int32)
        size = np.array([(p.width, p.height) * 2 for p in pages]).reshape(-1, 4)
        edges = itertools.chain.from_iterable(self.word_boxes)
        boxes = np.fromiter(edges, np.float64).reshape(-1, 4)
        fractions = np.clip(boxes / size[page[line] - 1], 0.0, 1.0).astype(np.float32)
        pieces = PieceTable(
            np.array(self.first, np.int32),
            np.array(self.starts, np.int32),
            np.array(self.ends, np.int32),
            np.array(self.piece_word, np.int32),
        )
        words = WordTable(fractions, line)
        lines = LineTable(page, np.array(self.line_location, np.uint8))
        return Sir(self.document, pages, self.nodes, flow, words, lines, pieces, metadata)


class NodeTree:
    """Nodes in depth-first order, and behind them those that were set aside.

    The id of a node is made of the document, its place in the tree and its text.
    """

    def __init__(self, document: str, root: Node) -> None:
        """A tree of nothing but its root; `document` is the SHA-256 of the file."""
        self.nodes: list[Node] = []
        self._document = document
        self._paths: list[str] = []
        self._open = [(-1, self._add(root, ""))]

    def add(self, node: Node, parent: int | None = None) -> int:
        """The index of a node that is now in the tree.

        Without a parent it hangs below the last heading; a heading closes those of its rank and
        below first.
        """
        is_heading = parent is None and node.type in HEADINGS
        rank = 0 if node.type is ElementType.TITLE else node.level or 1
        while is_heading and self._open[-1][0] >= rank:
            self._open.pop()
        node.parent = self._open[-1][1] if parent is None else parent
        siblings = self.nodes[node.parent].children
        index = self._add(node, f"{self._paths[node.parent]}.{len(siblings)}")
        siblings.append(index)
        if is_heading:
            self._open.append((rank, index))
        return index

    def add_aside(self, node: Node) -> int:
        """The index of a node that is now behind the tree, without a parent."""
        return self._add(node, f"aside.{len(self.nodes)}")

    def _add(self, node: Node, path: str) -> int:
        key = f"{self._document}\n{path}\n{node.type}\n{node.text}"
        node.id = blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
        self.nodes.append(node)
        self._paths.append(path)
        return len(self.nodes) - 1
