"""Blocks to elements: headings, list items, captions, footnotes, contents, paragraphs."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.parsing.elements import Element
from core.parsing.structuring.formulas import is_formula, main_lines
from core.parsing.structuring.heading_evidence import Evidence
from core.parsing.structuring.heading_hints import doubtful_heading
from core.parsing.structuring.headings import (
    LARGER,
    Heading,
    candidate,
    heading_of,
    with_labels_joined,
    without_label,
)
from core.parsing.structuring.line_rows import in_table, is_far_right, label_apart
from core.parsing.structuring.markers import (
    CAPTION,
    CONTENTS,
    LABEL,
    TITLE,
    is_ornament,
    list_marker,
    numbering,
)
from core.parsing.structuring.slots import Slot
from core.parsing.structuring.text_style import style_of
from core.reading.line import count_words, text_of
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.structuring.blocks import Block
    from core.parsing.structuring.contents_pages import ContentsRows
    from core.parsing.structuring.outline import Outline
    from core.parsing.structuring.text_style import Style
    from core.reading.line import Line

LEADER = re.compile(r"(?:\.\s?){4,}\s*[\divxlc]{0,5}$|\u2026+\s*[\divxlc]{0,5}$", re.IGNORECASE)
ENDS_IN_NUMBER = re.compile(r"\s(?:\d{1,4}|[ivxlc]{1,6})$")
FOOTNOTE = re.compile(r"^(?:\d{1,3}|[*\u2020\u2021\u00a7]{1,3}|[a-z](?=\s))[.)]?\s*\S")
SHORTEST_NOTE = 6
"""Words of a footnote where nothing but its mark and its type tells it from running text."""


@dataclass
class Classifier:
    """Turns blocks of all pages into elements; levels come last, when all headings are known.

    `contents_rows` are the lines of contents pages.
    """

    body: Style
    outline: Outline
    contents_rows: ContentsRows = field(default_factory=set)
    evidence: Evidence = field(default_factory=Evidence)
    in_contents: bool = False

    def column(self, blocks: Sequence[Block], height: float) -> list[Element]:
        """The elements of one column of a page that is `height` points high."""
        elements: list[Element] = []
        blocks = with_labels_joined(blocks, self.body)
        notes = _footnotes_from(blocks, self.body, height)
        edges = _edges(blocks)
        mains = main_lines((line for block in blocks for line in block), edges[0])
        for index, block in enumerate(blocks):
            framed = self._is_framed(index, blocks, edges)
            parts = self._elements(block, mains, framed=framed, is_note=index >= notes)
            if not framed and parts[0].type in (ElementType.PARAGRAPH, ElementType.LIST_ITEM):
                doubtful = doubtful_heading(index, blocks, edges, parts[0])
                self.evidence.headings += [doubtful] if doubtful else []
            elements += parts
        return elements

    def _is_framed(self, index: int, blocks: Sequence[Block], edges: tuple[float, float]) -> bool:
        """Whether a block is part of a table, or stands at the side of the text."""
        block = blocks[index]
        large = block[0].size >= LARGER * self.body.size
        aside = not large and is_far_right(block, *edges)
        return aside or in_table(index, blocks)

    def _elements(
        self, block: Block, mains: set[int], *, framed: bool, is_note: bool
    ) -> list[Element]:
        """The element of a block; two for a heading with a label at the far end of its line."""
        if is_formula(block, mains):
            return [Element(ElementType.FORMULA, block)]
        element = self._element(block, framed=framed, is_note=is_note)
        if element.type is not ElementType.SECTION_HEADER:
            return [element]
        element.lines, label = label_apart(element.lines)
        return [element, Element(ElementType.PARAGRAPH, label)] if label else [element]

    def _element(self, block: Block, *, framed: bool, is_note: bool) -> Element:
        first = block[0]
        if isinstance(first, Slot) and first.element is not None:
            self.note_table(first.element)
            return first.element
        if is_note:
            return Element(ElementType.FOOTNOTE, block)
        if self.lists_pages(block):
            return Element(ElementType.DOC_INDEX, block)
        text = text_of(block)
        if heading := self._heading(block, framed=framed):
            self.in_contents = bool(CONTENTS.match(text.strip()))
            if self.in_contents:
                self.evidence.contents.add(first.page)
            return heading.element
        if self._is_caption(text, block):
            return Element(ElementType.CAPTION, block)
        self.note_text(block)
        is_item = list_marker(text) is not None and not is_ornament(text)
        return Element(ElementType.LIST_ITEM if is_item else ElementType.PARAGRAPH, block)

    def _heading(self, block: Block, *, framed: bool) -> Heading | None:
        """The heading that a block is by its looks, or because the outline has it."""
        entry = self._entry(block)
        if entry is None and framed:
            return None
        heading, text = candidate(block, self.body), text_of(block).strip()
        if heading is None and CONTENTS.match(text):
            heading = heading_of(block, None)
        if heading is None and self._is_named_title(text, block):
            heading = heading_of(block, None, by_name=True)
        if entry is not None and heading is None and len(block) <= 4:
            heading = heading_of(block, None)
        return self._noted(heading, entry) if heading else None

    def _is_named_title(self, text: str, block: Block) -> bool:
        """Whether a block is nothing but the name of a chapter, and no label in small type."""
        named = bool(TITLE.match(text)) and text[0].isupper()
        return named and style_of(block).size >= 0.95 * self.body.size

    def heading(self, block: Block) -> Element:
        """The element of a block that is known to be a heading; its level comes at the end.

        A row of a contents page only looks like one.
        """
        if self.lists_pages(block):
            return Element(ElementType.DOC_INDEX, block)
        heading = heading_of(block, numbering(text_of(block)))
        return self._noted(heading, self._entry(block)).element

    def note_text(self, block: Block) -> None:
        """Counts a block that is no heading as text of its page."""
        self.evidence.add_text(block[0].page, count_words(block), numbering(text_of(block)))

    def note_table(self, table: Element) -> None:
        """Counts the words of a table as text of its page, which is no cover with many of them."""
        if table.type is ElementType.TABLE:
            for line in table.all_lines():
                self.evidence.prose[line.page] += len(line.words)

    def _noted(self, heading: Heading, entry: int | None) -> Heading:
        heading.entry = entry
        heading.opens_page = heading.page not in self.evidence.begun
        self.evidence.headings.append(heading)
        return heading

    def _entry(self, block: Block) -> int | None:
        if not self.outline:
            return None
        page, whole, title = block[0].page, text_of(block), text_of(without_label(block))
        found = self.outline.find(page, whole)
        return self.outline.find(page, title) if found is None and title != whole else found

    def lists_pages(self, lines: Sequence[Line]) -> bool:
        """Whether lines are a part of a table of contents."""
        listed = sum((line.page, line.boxes[0]) in self.contents_rows for line in lines)
        leaders = sum(bool(LEADER.search(line.text)) for line in lines)
        half = len(lines) / 2
        if max(leaders, listed) >= half or not self.in_contents:
            return max(leaders, listed) >= half
        return sum(_ends_in_page(line.text) for line in lines) >= half

    def _is_caption(self, text: str, block: Block) -> bool:
        match = CAPTION.match(text)
        if not match or len(block) > 8:
            return False
        differs = block[0].size < self.body.size * 0.95 or block[0].italic or block[0].bold
        return bool(match["end"]) or differs or match.end() == len(text)


def _ends_in_page(text: str) -> bool:
    """Whether a line ends as a row of contents does; "Chapter 1" by itself begins that chapter."""
    return bool(ENDS_IN_NUMBER.search(text)) and not LABEL.match(text.strip())


def are_notes(lines: Sequence[Line], body: Style, height: float) -> bool:
    """Whether lines, with no others below them, are footnotes: small, marked, whole sentences."""
    text = text_of(lines)
    if list_marker(text) is not None or text[-1] not in ".!?)" or len(text.split()) < SHORTEST_NOTE:
        return False
    return bool(FOOTNOTE.match(text)) and _footnotes_from([list(lines)], body, height) == 0


def _footnotes_from(blocks: Sequence[Block], body: Style, height: float) -> int:
    """The index of the first of the footnotes with which a column ends."""
    start = len(blocks)
    marked = start
    for index in range(len(blocks) - 1, -1, -1):
        block = blocks[index]
        size = sum(line.size for line in block) / len(block)
        if isinstance(block[0], Slot) or size > body.size * 0.93 or block[0].top < 0.4 * height:
            break
        start = index
        text = text_of(block)
        if FOOTNOTE.match(text) and not CAPTION.match(text):
            marked = start
    return marked


def _edges(blocks: Sequence[Block]) -> tuple[float, float]:
    """Left and right edge of a column."""
    lines = [line for block in blocks for line in block]
    left = min((line.left for line in lines), default=0.0)
    return left, max((line.right for line in lines), default=0.0)
