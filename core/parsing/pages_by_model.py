"""Single pages that a model which sees has read, in place of what the routes made of them.

What the model says is aligned with the words of the page like the output of any other parser. Words
of the page that the model leaves out are set aside, so that they are not lost.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from itertools import chain, repeat
from typing import TYPE_CHECKING

from core.parsing.adapters import get_adapter
from core.parsing.adapters.native import NativeDocument
from core.parsing.alignment.aligning import aligned
from core.parsing.alignment.page_lines import page_lines
from core.parsing.elements import Element
from core.parsing.model_output import blank_pages, page_numbers
from core.parsing.page_rotation import turn_words_back
from core.sir import ElementType, Page

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from core.parsing.adapters.native import NativeElement
    from core.parsing.read_pages import ReadPage

MODEL = "gemini"
"""The adapter that reads what a model says of pages."""
LEFT_OUT = "left out by the model"
_NO_LINES = ("hidden", "form field")
"""Reasons for what the model cannot have read of the page, or is not aligned with it."""
_REASON = "read by a language model, asked by hand"


class PagesByModel:
    """What a model says of single pages of a document.

    `elements` are in reading order, `rest` what it leaves out of the words of these pages;
    `problems` are what is wrong with what it says, a sentence each.
    """

    def __init__(self, content: bytes, read: Sequence[ReadPage]) -> None:
        """`content` is an output of the adapter `MODEL`; `read` are all pages as they were read.

        Raises:
            NotNative: it is no such output.
        """
        pages = [Page(page.content.number, *page.size, "") for page in read]
        asked = page_numbers(content)
        native = get_adapter(MODEL).convert(content, [p for p in pages if p.number in asked])
        seen = {number for element in native.walk() for number in _pages_of(element)}
        self._numbers = seen | blank_pages(content)
        by_model = [page for page in read if page.content.number in self._numbers]
        shown = [
            page_lines(page, each)
            for page, each in zip(pages, read, strict=True)
            if page.number in self._numbers
        ]
        self.elements, rest = aligned(NativeDocument(native.elements), shown)
        self._pages = _pages_in_order(native.elements)
        self.problems = native.problems
        self.rest = [
            Element(ElementType.PARAGRAPH, [line], aside=LEFT_OUT) for line in rest if line.words
        ]
        turn_words_back([*self.elements, *self.rest], by_model)

    def replaced(self, elements: Sequence[Element]) -> list[Element]:
        """Elements of the other pages, with those of the model where its pages are."""
        kept = [part for element in elements for part in self._elsewhere(element)]
        gone = {id(element) for element in _all(elements)} - {id(each) for each in _all(kept)}
        for element in _all(kept):
            if id(element.caption_of) in gone:
                element.caption_of = None
            element.marks = [mark for mark in element.marks if id(mark.element) not in gone]
        flow: list[Element] = []
        # What is set aside of the model's elements stands behind them, and has no page here.
        waiting = deque(zip(self.elements, chain(self._pages, repeat(0)), strict=False))
        for element in kept:
            page = _first_page(element)
            while waiting and waiting[0][1] < page:
                flow.append(waiting.popleft()[0])
            flow.append(element)
        return [*flow, *(element for element, _ in waiting)]

    def without(self, elements: Sequence[Element]) -> list[Element]:
        """What was set aside on the other pages, and what no reader or no line of a page shows."""
        return [
            part
            for element in elements
            for part in ([element] if element.aside in _NO_LINES else self._elsewhere(element))
        ]

    def shown(self, page: Page) -> Page:
        """The page, with who read it."""
        if page.number not in self._numbers:
            return page
        return replace(page, route=MODEL, reason=_REASON)

    def _elsewhere(self, element: Element) -> Iterator[Element]:
        """What of an element stands on other pages; nothing where nothing does."""
        before = bool(element.lines or element.children or element.regions)
        lines = [line for line in element.lines if line.page not in self._numbers]
        if len(lines) != len(element.lines):
            element.marks = []
        element.lines = lines
        element.children = [part for child in element.children for part in self._elsewhere(child)]
        element.regions = tuple(box for box in element.regions if box.page not in self._numbers)
        if not before or element.lines or element.children or element.regions:
            yield element


def _pages_of(element: NativeElement) -> set[int]:
    return {box.page for box in element.boxes} | {*element.pages}


def _pages_in_order(elements: Sequence[NativeElement]) -> list[int]:
    """The first page of each element; that of the one before where none is known."""
    pages: list[int] = []
    for element in elements:
        known = [number for each in element.walk() for number in _pages_of(each)]
        pages.append(min(known) if known else pages[-1] if pages else 0)
    return pages


def _all(elements: Iterable[Element]) -> list[Element]:
    return [each for element in elements for each in element.walk()]


def _first_page(element: Element) -> int:
    """The page on which an element begins; 0 where it stands nowhere."""
    lines = element.all_lines()
    if lines:
        return lines[0].page
    return element.regions[0].page if element.regions else 0
