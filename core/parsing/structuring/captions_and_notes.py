"""What belongs together on a page: a caption and its figure or table, a mark and its footnote.

A tie that is not certain is left out. Nothing is moved and no text is changed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import product
from operator import itemgetter
from typing import TYPE_CHECKING

from core.geometry import bounds, contains_centre
from core.node_links import OWN_MARK
from core.parsing.elements import Element, Mark
from core.parsing.structuring.markers import CAPTION, described_class
from core.reading.exponents import is_exponent_behind
from core.sir import HEADINGS, ElementType

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from core.geometry import Box
    from core.reading.page_content import PageContent

NEAR, BESIDE = 0.1, 0.03
"""Shares of the page height between a caption and what it is about: at most, and at most where
its first word is about something else, or is no word for either."""

ABREAST = 0.5
"""Share of the narrower of two boxes that the other must stand above or below."""

UNUSUAL = 6.0
"""Points by which the side is nearer that a caption seldom stands on, before it is taken."""

_IN_BETWEEN = HEADINGS | {
    ElementType.PARAGRAPH,
    ElementType.LIST,
    ElementType.TABLE,
    ElementType.FIGURE,
}
_SHOWN = (ElementType.FIGURE, ElementType.TABLE)
_MARKS = re.compile(r"\d{1,3}|[*\u2020\u2021\u00a7\u00b6]{1,3}|[a-z]")
_GLUED = re.compile(
    r"(?:[^\W\d_]{2}[a-z\u00df-\u00ff][.,;:!?]?|[\)\]\u201d\u2019\"\u00bb][.,;:!?]?)(\d{1,3})[.,;:)]?$"
)
"""A number at the end of a word or of a quotation, where a space would be if it were no mark."""


def link_captions_and_notes(
    elements: Sequence[Element], contents: Mapping[int, PageContent]
) -> None:
    """Writes into captions and footnotes what they belong to; `contents` by page number."""
    by_page: defaultdict[int, list[Element]] = defaultdict(list)
    for element in elements:
        for page in _pages(element):
            by_page[page].append(element)
    for page, on_page in by_page.items():
        if page in contents:
            _link_captions(on_page, contents[page])
            _link_notes(on_page, contents[page])


def _pages(element: Element) -> set[int]:
    lines = {line.page for line in element.all_lines()}
    return lines | {region.page for region in element.regions}


def _link_captions(elements: Sequence[Element], content: PageContent) -> None:
    captions = [element for element in elements if element.type is ElementType.CAPTION]
    shown = [element for element in elements if element.type in _SHOWN]
    if not captions or not shown:
        return
    boxes = {element: _box(element, content) for element in elements}
    ranks = [(_rank(*pair, boxes, content.height), *pair) for pair in product(captions, shown)]
    pairs = [
        (rank, caption, other)
        for rank, caption, other in ranks
        if rank and not _parted(caption, other, boxes)
    ]
    taken: set[Element] = set()
    for _, caption, other in sorted(pairs, key=itemgetter(0)):
        if caption.caption_of is None and other not in taken:
            caption.caption_of = other
            taken.add(other)


def _box(element: Element, content: PageContent) -> Box:
    """What an element covers on a page, in points."""
    regions = [region for region in element.regions if region.page == content.number]
    lines = (line for line in element.all_lines() if line.page == content.number)
    boxes = [region.in_points(content.width, content.height) for region in regions]
    return bounds([*boxes, *(line.box for line in lines)])


def _rank(
    caption: Element, other: Element, boxes: Mapping[Element, Box], height: float
) -> tuple[int, float] | None:
    """How unlikely it is that a caption belongs to a figure or table; None if it does not.

    The lower, the surer.
    """
    own, shown = boxes[caption], boxes[other]
    across = min(own[2], shown[2]) - max(own[0], shown[0])
    if across < ABREAST * min(own[2] - own[0], shown[2] - shown[0]):
        return None
    is_table = other.type is ElementType.TABLE
    unlike = described_class(caption.text) not in (None, other.type)
    doubt = 1 if unlike else 0 if CAPTION.match(caption.text) else 2
    gap = max(own[1] - shown[3], shown[1] - own[3], 0.0)
    if gap > (BESIDE if doubt else NEAR) * height:
        return None
    is_above = own[1] + own[3] < shown[1] + shown[3]
    return doubt, gap + UNUSUAL * (is_above is not is_table)


def _parted(caption: Element, other: Element, boxes: Mapping[Element, Box]) -> bool:
    """Whether something else stands between a caption and a figure or table."""
    own, shown = boxes[caption], boxes[other]
    low, high = min(own[3], shown[3]), max(own[1], shown[1])
    return any(
        low <= (top + bottom) / 2 <= high and left < own[2] and own[0] < right
        for element, (left, top, right, bottom) in boxes.items()
        if element.type in _IN_BETWEEN and element is not caption and element is not other
    )


def _link_notes(elements: Sequence[Element], content: PageContent) -> None:
    notes: defaultdict[str, list[Element]] = defaultdict(list)
    for element in elements:
        own = OWN_MARK.match(element.text) if element.type is ElementType.FOOTNOTE else None
        if own is None or element.lines[0].page != content.number:
            continue
        if any(map(str.isalpha, element.text[own.end() :])):
            notes[own[1]].append(element)
    if not notes:
        return
    marks: defaultdict[str, defaultdict[Element, list[Mark]]]
    marks = defaultdict(lambda: defaultdict(list))
    for element in elements:
        if element.type not in (ElementType.FOOTNOTE, ElementType.FIGURE, ElementType.FORMULA):
            for sign, mark in _marks(element, content):
                marks[sign][element].append(mark)
    for sign, alike in notes.items():
        if len(alike) == len(marks[sign]) == 1:
            (alike[0].marks,) = marks[sign].values()


def _marks(element: Element, content: PageContent) -> Iterator[tuple[str, Mark]]:
    """The possible marks of footnotes in an element and in all that it holds, with their signs."""
    number = 0
    for line in element.lines:
        for word, box in zip(line.words, line.boxes, strict=True):
            if line.page == content.number:
                for sign, start in _signs(word, box, content):
                    yield sign, Mark(element, number, start, start + len(sign))
            number += 1
    for child in element.children:
        yield from _marks(child, content)


def _signs(word: str, box: Box, content: PageContent) -> Iterator[tuple[str, int]]:
    """Marks in a word, with the characters at which they begin: raised, or glued to its end."""
    if not content.raised:
        if glued := _GLUED.search(word):
            yield glued[1], glued.start(1)
        return
    for text, place in content.raised:
        start = word.rfind(text)
        if start < 0 or not contains_centre(box, place) or is_exponent_behind(word[:start]):
            continue
        for mark in _MARKS.finditer(text):
            yield mark[0], start + mark.start()
