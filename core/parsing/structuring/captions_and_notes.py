"""What belongs together on a page: a caption and its figure or table, a mark and its footnote.

A tie that is not certain is left out. Nothing is moved and no text is changed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from core.geometry import contains_centre
from core.node_links import OWN_MARK
from core.parsing.elements import Element, Mark
from core.parsing.structuring.markers import CAPTION
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

ABOUT_TABLE = re.compile(r"tab|\u00fcbersicht", re.IGNORECASE)
ABOUT_FIGURE = re.compile(r"fig|abb|chart|scheme|diagram", re.IGNORECASE)

_IN_BETWEEN = HEADINGS | {
    ElementType.PARAGRAPH,
    ElementType.LIST,
    ElementType.TABLE,
    ElementType.FIGURE,
}
_SHOWN = (ElementType.FIGURE, ElementType.TABLE)
_MARKS = re.compile(r"\d{1,3}|[*\u2020\u2021\u00a7\u00b6]{1,3}|[a-z]")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d$")
"""A year, behind which a raised number is no exponent."""
_GLUED = re.compile(
    r"(?:[^\W\d_]{2}[a-z\u00df-\u00ff][.,;:!?]?|[\)\]\u201d\u2019\"\u00bb][.,;:!?]?)(\d{1,3})[.,;:)]?$"
)
"""A number at the end of a word or of a quotation, where a space would be if it were no mark."""


class _Pair(NamedTuple):
    """A caption that may belong to a figure or table; the lower the rank, the surer."""

    rank: tuple[int, float]
    caption: Element
    shown: Element


def tie(elements: Sequence[Element], contents: Mapping[int, PageContent]) -> None:
    """Writes into captions and footnotes what they belong to; `contents` by page number."""
    by_page: defaultdict[int, list[Element]] = defaultdict(list)
    for element in elements:
        for page in _pages(element):
            by_page[page].append(element)
    for page, held in by_page.items():
        if page in contents:
            _tie_captions(held, contents[page])
            _tie_notes(held, contents[page])


def _pages(element: Element) -> set[int]:
    lines = {line.page for line in element.all_lines()}
    return lines | {region.page for region in element.regions}


def _tie_captions(elements: Sequence[Element], content: PageContent) -> None:
    boxes = {id(element): _box(element, content) for element in elements}
    captions = [element for element in elements if element.type is ElementType.CAPTION]
    shown = [element for element in elements if element.type in _SHOWN]
    pairs: list[_Pair] = []
    for caption in captions:
        for other in shown:
            rank = _rank(caption, other, boxes, content.height)
            if rank and not _parted(caption, other, elements, boxes):
                pairs.append(_Pair(rank, caption, other))
    taken: set[int] = set()
    for _, caption, other in sorted(pairs, key=lambda pair: pair.rank):
        if caption.caption_of is None and id(other) not in taken:
            caption.caption_of = other
            taken.add(id(other))


def _box(element: Element, content: PageContent) -> Box:
    """What an element covers on a page, in points."""
    width, height = content.width, content.height
    boxes = [
        (region.left * width, region.top * height, region.right * width, region.bottom * height)
        for region in element.regions
        if region.page == content.number
    ]
    lines = (line for line in element.all_lines() if line.page == content.number)
    boxes += [line.box for line in lines]
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def _rank(
    caption: Element, other: Element, boxes: Mapping[int, Box], height: float
) -> tuple[int, float] | None:
    """How unlikely it is that a caption belongs to a figure or table; None if it does not."""
    one, two = boxes[id(caption)], boxes[id(other)]
    across = min(one[2], two[2]) - max(one[0], two[0])
    if across < ABREAST * min(one[2] - one[0], two[2] - two[0]):
        return None
    is_table = other.type is ElementType.TABLE
    unlike = bool((ABOUT_FIGURE if is_table else ABOUT_TABLE).match(caption.text))
    doubt = 1 if unlike else 0 if CAPTION.match(caption.text) else 2
    gap = max(one[1] - two[3], two[1] - one[3], 0.0)
    if gap > (BESIDE if doubt else NEAR) * height:
        return None
    is_above = one[1] + one[3] < two[1] + two[3]
    return doubt, gap + UNUSUAL * (is_above is not is_table)


def _parted(
    caption: Element, other: Element, elements: Sequence[Element], boxes: Mapping[int, Box]
) -> bool:
    """Whether something else stands between a caption and a figure or table."""
    one, two = boxes[id(caption)], boxes[id(other)]
    low, high = min(one[3], two[3]), max(one[1], two[1])
    for element in elements:
        if element is caption or element is other or element.type not in _IN_BETWEEN:
            continue
        left, top, right, bottom = boxes[id(element)]
        if low <= (top + bottom) / 2 <= high and left < one[2] and one[0] < right:
            return True
    return False


class _Place(NamedTuple):
    """A possible mark of a footnote: the sign, and where in which element it stands."""

    sign: str
    holder: Element
    mark: Mark


def _tie_notes(elements: Sequence[Element], content: PageContent) -> None:
    notes: defaultdict[str, list[Element]] = defaultdict(list)
    for element in elements:
        found = OWN_MARK.match(element.text) if element.type is ElementType.FOOTNOTE else None
        says = found and any(map(str.isalpha, element.text[found.end() :]))
        if found and says and element.lines[0].page == content.number:
            notes[found[1]].append(element)
    if not notes:
        return
    places: defaultdict[str, list[_Place]] = defaultdict(list)
    for element in elements:
        if element.type not in (ElementType.FOOTNOTE, ElementType.FIGURE, ElementType.FORMULA):
            for place in _places(element, element, content):
                places[place.sign].append(place)
    for sign, held in notes.items():
        found = places[sign]
        if len(held) == 1 and found and len({id(place.holder) for place in found}) == 1:
            held[0].marks = [place.mark for place in found]


def _places(element: Element, holder: Element, content: PageContent) -> Iterator[_Place]:
    """The marks in an element and in all that it holds; `holder` is the outermost."""
    number = 0
    for line in element.lines:
        for word, box in zip(line.words, line.boxes, strict=True):
            if line.page == content.number:
                for sign, start in _signs(word, box, content):
                    mark = Mark(element, number, start, start + len(sign))
                    yield _Place(sign, holder, mark)
            number += 1
    for child in element.children:
        yield from _places(child, holder, content)


def _signs(word: str, box: Box, content: PageContent) -> Iterator[tuple[str, int]]:
    """Marks in a word, with the characters at which they begin: raised, or glued to its end."""
    if not content.raised:
        if found := _GLUED.search(word):
            yield found[1], found.start(1)
        return
    for text, place in content.raised:
        start = word.rfind(text)
        if start < 0 or not contains_centre(box, place) or not _can_be_marked(word[:start]):
            continue
        for found in _MARKS.finditer(text):
            yield found[0], start + found.start()


def _can_be_marked(text: str) -> bool:
    """Whether what stands before a raised sign is no number, unit or variable."""
    letters = sum(map(str.isalpha, text))
    word = not text or not text[-1].isalnum() or (letters > 2 and text[-1].isalpha())
    return word or bool(_YEAR.search(text))
