"""Elements from the blocks of a structured text as the library set them on pages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.geometry import BoundingBox
from core.parsing.elements import Element, Mark
from core.parsing.plain_text.lines import node_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from core.library.typesetting import PlacedBlock
    from core.library.typesetting.word_places import PlacedMark, Region
    from core.sir import Page


def structured_elements(blocks: Iterable[PlacedBlock], pages: Sequence[Page]) -> list[Element]:
    """Elements in reading order; captions stand behind what they belong to."""
    making = _Making(pages)
    elements = [element for block in blocks for element in making.elements(block)]
    making.tie_notes()
    return elements


@dataclass
class _Making:
    pages: Sequence[Page]
    notes: dict[str, Element] = field(default_factory=dict)
    marked: list[tuple[Element, PlacedMark]] = field(default_factory=list)

    def elements(self, block: PlacedBlock) -> Iterator[Element]:
        """A block, and behind it its caption."""
        element = Element(
            block.type,
            node_lines(block.lines),
            block.level,
            [inner for child in block.children for inner in self.elements(child)],
            self._regions(block.region),
            dict(block.metadata),
            block.aside,
        )
        if block.note:
            self.notes.setdefault(block.note, element)
        self.marked += [(element, mark) for mark in block.marks]
        yield element
        if block.caption is not None:
            for caption in self.elements(block.caption):
                caption.caption_of = element
                yield caption

    def tie_notes(self) -> None:
        """Gives each footnote the places that lead to it."""
        for element, mark in self.marked:
            note = self.notes.get(mark.note)
            place = _word_of(element, mark) if note is not None else None
            if note is not None and place is not None:
                note.marks.append(Mark(element, *place))

    def _regions(self, region: Region | None) -> tuple[BoundingBox, ...]:
        if region is None:
            return ()
        page = self.pages[region.page - 1]
        box = BoundingBox(
            region.page,
            region.left / page.width,
            region.top / page.height,
            min(region.right / page.width, 1.0),
            min(region.bottom / page.height, 1.0),
        )
        return (box,)


def _word_of(element: Element, mark: PlacedMark) -> tuple[int, int, int] | None:
    """The word that holds a mark, and its range there; None where it is not within one word."""
    passed = 0
    words = [word for line in element.lines for word in line.words]
    for at, word in enumerate(words):
        if mark.start < passed + len(word):
            start, end = mark.start - passed, mark.end - passed
            return (at, start, end) if end <= len(word) else None
        passed += len(word)
    return None
