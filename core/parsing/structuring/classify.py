"""Blocks to elements: headings, list items, captions, footnotes, contents, paragraphs."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from core.parsing.elements import Element
from core.parsing.structuring.gaps import in_table, label_apart
from core.parsing.structuring.headings import Candidate, candidate, style_of
from core.parsing.structuring.levels import assign_levels
from core.parsing.structuring.markers import CAPTION, LONE_MARK, list_marker, numbering
from core.parsing.structuring.slots import Slot
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.parsing.structuring.blocks import Block
    from core.parsing.structuring.outline import Outline
    from core.parsing.structuring.profile import Profile
    from core.reading.line import Box, Line

LEADER = re.compile(r"(?:\.\s?){4,}\s*[\divxlc]{0,5}$|\u2026+\s*[\divxlc]{0,5}$", re.IGNORECASE)
ENDS_IN_NUMBER = re.compile(r"\s(?:\d{1,4}|[ivxlc]{1,6})$")
CONTENTS = re.compile(r"^(?:table of )?contents$|^inhalt(?:sverzeichnis)?$", re.IGNORECASE)
FOOTNOTE = re.compile(r"^(?:\d{1,3}|[*\u2020\u2021\u00a7]{1,3}|[a-z](?=\s))[.)]?\s*\S")

COVER = 60
"""Words of running text that a cover has at most."""


@dataclass
class Classifier:
    """Turns blocks of all pages into elements; levels come last, when all headings are known."""

    usual: Profile
    outline: Outline | None
    headings: list[tuple[Element, Candidate]] = field(default_factory=list)
    last: Element | None = None
    in_contents: bool = False
    numbered_text: Counter[tuple[str, int]] = field(default_factory=Counter)
    prose: Counter[int] = field(default_factory=Counter)

    def column(
        self, blocks: Sequence[Block], height: float, frames: Sequence[Box] = ()
    ) -> list[Element]:
        """The elements of one column of a page that is `height` points high.

        `frames` are the small boxes drawn on the page, as in a flow chart; what stands inside
        of one is no heading unless the outline says so.
        """
        elements: list[Element] = []
        blocks = _with_marks_joined(blocks)
        notes = _footnotes_from(blocks, self.usual, height)
        for index, block in enumerate(blocks):
            framed = in_table(index, blocks) or any(_inside(block[0], frame) for frame in frames)
            for element in self._elements(block, framed=framed, is_note=index >= notes):
                self.last = element
                last = elements[-1] if elements else None
                if last is not None and _same_index(last, element):
                    last.lines += element.lines
                else:
                    elements.append(element)
        return elements

    def _elements(self, block: Block, *, framed: bool, is_note: bool) -> list[Element]:
        """The element of a block; two for a heading with a label at the far end of its line."""
        element = self._element(block, framed=framed, is_note=is_note)
        if element.type is not ElementType.SECTION_HEADER:
            return [element]
        element.lines, label = label_apart(element.lines)
        return [element, Element(ElementType.PARAGRAPH, label)] if label else [element]

    def _element(self, block: Block, *, framed: bool, is_note: bool) -> Element:
        first = block[0]
        if isinstance(first, Slot) and first.element is not None:
            return first.element
        text = " ".join(line.text for line in block)
        if is_note:
            return Element(ElementType.FOOTNOTE, block)
        if self._is_index(block):
            return Element(ElementType.DOC_INDEX, block)
        level = self._outline_level(first.page, text)
        found = candidate(block, self.usual) if level is not None or not framed else None
        if level is not None and found is None and len(block) <= 4:
            found = Candidate(style_of(block), None)
        if found is not None:
            self.in_contents = bool(CONTENTS.match(text.strip()))
            return self._heading(block, found, level)
        if self._is_caption(text, block):
            return Element(ElementType.CAPTION, block)
        self.prose[first.page] += sum(len(line.words) for line in block)
        number = numbering(text)
        if number is not None:
            self.numbered_text[number.pattern, number.depth] += 1
        if list_marker(text) is not None:
            return Element(ElementType.LIST_ITEM, block)
        return Element(ElementType.PARAGRAPH, block)

    def heading(self, block: Block) -> Element:
        """The element of a block that is known to be a heading; its level comes with `finish`."""
        text = " ".join(line.text for line in block)
        found = Candidate(style_of(block), numbering(text))
        self.last = self._heading(block, found, self._outline_level(block[0].page, text))
        return self.last

    def _heading(self, block: Block, found: Candidate, level: int | None) -> Element:
        found.outline = level
        found.stacked = self.last is not None and self.last.type is ElementType.SECTION_HEADER
        element = Element(ElementType.SECTION_HEADER, block)
        self.headings.append((element, found))
        return element

    def _outline_level(self, page: int, text: str) -> int | None:
        return self.outline.level(page, text) if self.outline else None

    def _is_index(self, block: Block) -> bool:
        leaders = sum(bool(LEADER.search(line.text)) for line in block)
        if leaders and leaders * 2 >= len(block):
            return True
        numbered = sum(bool(ENDS_IN_NUMBER.search(line.text)) for line in block)
        return self.in_contents and numbered * 2 >= len(block)

    def _is_caption(self, text: str, block: Block) -> bool:
        found = CAPTION.match(text)
        if not found or len(block) > 8:
            return False
        differs = block[0].size < self.usual.size * 0.95 or block[0].italic or block[0].bold
        return bool(found["end"]) or differs or found.end() == len(text)

    def finish(self, pages: int) -> None:
        """Writes the levels of all headings of so many pages, and finds the title among them."""
        self._demote(self._is_numbered_text)
        title = self._title(has_cover=pages > 2)
        if title is not None and pages > 2:
            cover = title.lines[0].page
            if self.prose[cover] < COVER:
                self._demote(partial(_stands_on, cover, title))
        chosen = [pair for pair in self.headings if pair[0] is not title]
        levels = assign_levels([found for _, found in chosen]) if chosen else []
        for (element, _), level in zip(chosen, levels, strict=True):
            element.level = level + (title is not None)
        if title is not None:
            title.type, title.level = ElementType.TITLE, 1

    def _is_numbered_text(self, _: Element, found: Candidate) -> bool:
        """Whether blocks with such a number are text more often than headings."""
        if not found.plain or found.number is None or found.outline is not None:
            return False
        kind = found.number.pattern, found.number.depth
        alike = [other.number for _, other in self.headings if other.number is not None]
        return self.numbered_text[kind] > sum((n.pattern, n.depth) == kind for n in alike)

    def _demote(self, is_text: Callable[[Element, Candidate], bool]) -> None:
        """Makes paragraphs of the headings for which that holds."""
        kept: list[tuple[Element, Candidate]] = []
        demoted = [is_text(element, found) for element, found in self.headings]
        for pair, is_demoted in zip(self.headings, demoted, strict=True):
            if is_demoted:
                pair[0].type = ElementType.PARAGRAPH
            else:
                kept.append(pair)
        self.headings = kept

    def _title(self, *, has_cover: bool) -> Element | None:
        """The heading of the first page that is set larger than any other, if it stands alone.

        What is set large beside it on a cover (a publisher, a series) is no heading.
        """
        if len(self.headings) < 2:
            return None
        sizes = [found.style.size for _, found in self.headings]
        place = sizes.index(max(sizes))
        element, found = self.headings[place]
        page = element.lines[0].page
        alone = sum(size >= max(sizes) - 0.5 for size in sizes) == 1
        if not alone or page > 2 or found.number is not None or found.outline == 2:
            return None
        before = self.headings[:place]
        if before and not has_cover:
            return None
        if any(other.number is not None or other.outline for _, other in before):
            return None
        for other, _ in before:
            other.type = ElementType.PARAGRAPH
        self.headings = self.headings[place:]
        return element


def _stands_on(cover: int, title: Element, element: Element, found: Candidate) -> bool:
    """Whether a heading is one of the lines around the title of a cover."""
    known = found.number is not None or found.outline is not None
    return element is not title and element.lines[0].page == cover and not known


def _inside(line: Line, frame: Box) -> bool:
    """Whether a line begins inside of a frame; labels side by side may form one line."""
    left, top, right, bottom = line.boxes[0]
    across = frame[0] - 2 <= left and right <= frame[2] + 2
    return across and frame[1] - 2 <= top and bottom <= frame[3] + 2


def _footnotes_from(blocks: Sequence[Block], usual: Profile, height: float) -> int:
    """The index of the first of the footnotes with which a column ends."""
    start = len(blocks)
    marked = start
    for index in range(len(blocks) - 1, -1, -1):
        block = blocks[index]
        size = sum(line.size for line in block) / len(block)
        if isinstance(block[0], Slot) or size > usual.size * 0.93 or block[0].top < 0.4 * height:
            break
        start = index
        text = " ".join(line.text for line in block)
        if FOOTNOTE.match(text) and not CAPTION.match(text):
            marked = start
    return marked


def _with_marks_joined(blocks: Sequence[Block]) -> list[Block]:
    """Blocks, with a bullet that stands alone put before the block it belongs to."""
    joined: list[Block] = []
    for block in blocks:
        mark = joined[-1] if joined else []
        if len(mark) == 1 and LONE_MARK.match(mark[0].text) and _is_near(mark[0], block[0]):
            joined[-1] = mark + block
        else:
            joined.append(block)
    return joined


def _is_near(mark: Line, line: Line) -> bool:
    below = line.top - mark.bottom < mark.size and line.left >= mark.left
    return below and not isinstance(line, Slot)


def _same_index(last: Element, element: Element) -> bool:
    return last.type is ElementType.DOC_INDEX and element.type is ElementType.DOC_INDEX
