"""A SIR from a flat list of elements in reading order: hierarchy by stack, texts, places.

Source: thesis, section 3.3 (hierarchy inference, element filtering); TopoChunker, section 3.2
(atomicity lock).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from core.node_links import CAPTION, CAPTION_OF, NOTE_OF, NOTES, NoteMark, joined
from core.parsing.hierarchy import HeadingStack, node_id
from core.parsing.hyphens import Vocabulary, vocabulary_of
from core.parsing.text_joining import join
from core.sir import (
    SET_ASIDE,
    ElementType,
    LineTable,
    Location,
    Node,
    PieceTable,
    Sir,
    WordTable,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.geometry import Box
    from core.parsing.elements import Element, Mark
    from core.reading.line import Line
    from core.sir import Page

LOCKED = frozenset({ElementType.TABLE, ElementType.FIGURE, ElementType.FORMULA})

_DOUBTS = list(Location)
"""Locations from the surest on; a node is located no better than the worst of its lines."""


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
    builder.add_flow([element for element in elements if not _is_aside(element)])
    flow = len(builder.nodes)
    builder.add_aside([element for element in elements if _is_aside(element)])
    builder.add_ties()
    return builder.finish(tuple(pages), flow, dict(metadata or {}))


def _is_aside(element: Element) -> bool:
    return bool(element.aside) or element.type in SET_ASIDE


@dataclass
class _Builder:
    document: str
    vocabulary: Vocabulary
    nodes: list[Node] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    placed: dict[Element, int] = field(default_factory=dict)
    word_boxes: list[Box] = field(default_factory=list)
    word_line: list[int] = field(default_factory=list)
    line_page: list[int] = field(default_factory=list)
    first: list[int] = field(default_factory=lambda: [0])
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    piece_word: list[int] = field(default_factory=list)

    def add_flow(self, elements: Sequence[Element]) -> None:
        """The tree: what follows a heading is its child, up to one of the same rank."""
        self._add_node(Node("", ElementType.ROOT), "", [])
        stack = HeadingStack()
        for element in elements:
            index = self._add(element, stack.parent(element.type, element.level))
            stack.opened(element.type, element.level, index)

    def add_aside(self, elements: Sequence[Element]) -> None:
        """Nodes behind the tree, what they hold included, without parents."""
        for element in elements:
            for part in _flatten(element):
                metadata = {**part.metadata, "aside": element.aside or element.type.value}
                node = Node("", part.type, location=part.location, regions=part.regions)
                node.metadata = metadata
                self.placed[part] = self._add_node(node, f"aside.{len(self.nodes)}", part.lines)

    def _add(self, element: Element, parent: int) -> int:
        node = Node("", element.type, parent=parent, level=element.level)
        node.locked = element.type in LOCKED
        node.location = element.location
        node.regions = element.regions
        node.metadata = dict(element.metadata)
        siblings = self.nodes[parent].children
        index = self._add_node(node, f"{self.paths[parent]}.{len(siblings)}", element.lines)
        siblings.append(index)
        self.placed[element] = index
        for child in element.children:
            self._add(child, index)
        return index

    def _add_node(self, node: Node, path: str, lines: Sequence[Line]) -> int:
        joined = join(lines, self.vocabulary)
        node.text = joined.text
        node.location = max([node.location, *(line.location for line in lines)], key=_DOUBTS.index)
        confidence = min((line.confidence for line in lines), default=1.0)
        if confidence < 1.0:
            node.metadata["confidence"] = f"{confidence:.2f}"
        node.id = node_id(self.document, path, node.type, node.text)
        self.nodes.append(node)
        self.paths.append(path)
        self.starts += joined.starts
        self.ends += joined.ends
        for line in lines:
            self._add_line(line)
        self.first.append(len(self.starts))
        return len(self.nodes) - 1

    def _add_line(self, line: Line) -> None:
        base = len(self.word_boxes)
        order = line.visual_order()
        place = {index: base + rank for rank, index in enumerate(order)}
        self.piece_word += [place[index] for index in range(len(order))]
        self.word_boxes += [line.boxes[index] for index in order]
        self.word_line += [len(self.line_page)] * len(order)
        self.line_page.append(line.page)

    def add_ties(self) -> None:
        """Writes which captions and footnotes belong to which nodes, by their ids."""
        for element, index in self.placed.items():
            node = self.nodes[index]
            if element.caption_of is not None:
                shown = self.nodes[self.placed[element.caption_of]]
                node.metadata[CAPTION_OF], shown.metadata[CAPTION] = shown.id, node.id
            if element.marks:
                node.metadata[NOTE_OF] = joined(map(self._note_mark, element.marks))
            for mark in element.marks:
                marked = self.nodes[self.placed[mark.element]].metadata
                marked[NOTES] = joined([*marked.get(NOTES, "").split(), node.id])

    def _note_mark(self, mark: Mark) -> NoteMark:
        index = self.placed[mark.element]
        word = self.starts[self.first[index] + mark.word]
        return NoteMark(self.nodes[index].id, word + mark.start, word + mark.end)

    def finish(self, pages: tuple[Page, ...], flow: int, metadata: dict[str, str]) -> Sir:
        """The tables as arrays, boxes as fractions of their pages."""
        line = np.array(self.word_line, np.int32)
        page = np.array(self.line_page, np.int32)
        size = np.array([(p.width, p.height) * 2 for p in pages]).reshape(-1, 4)
        boxes = np.array(self.word_boxes, np.float64).reshape(-1, 4)
        fractions = np.clip(boxes / size[page[line] - 1], 0.0, 1.0).astype(np.float32)
        pieces = PieceTable(
            np.array(self.first, np.int32),
            np.array(self.starts, np.int32),
            np.array(self.ends, np.int32),
            np.array(self.piece_word, np.int32),
        )
        words, lines = WordTable(fractions, line), LineTable(page)
        return Sir(self.document, pages, self.nodes, flow, words, lines, pieces, metadata)


def _flatten(element: Element) -> list[Element]:
    parts = [element]
    for child in element.children:
        parts += _flatten(child)
    return parts
