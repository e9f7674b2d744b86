"""The layout of pages as a language model gives it, as elements of a document."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from core.parsing.adapters.caption_links import link_captions
from core.parsing.adapters.gemini.elements import elements_of
from core.parsing.adapters.gemini.layout import SCALE
from core.parsing.adapters.gemini.reading import read
from core.parsing.adapters.json_values import mapping, number, sequence, whole
from core.parsing.adapters.native import NativeDocument, NativeElement, grouped
from core.parsing.adapters.page_boxes import PageBoxes, named

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from core.geometry import BoundingBox
    from core.parsing.adapters.gemini.reading import ReadPage
    from core.sir import Page

_SLACK = SCALE // 50
"""How far a box may reach over the edge of its page."""
_LONGEST = 400
"""Characters of what an output says is wrong with a page."""
_CUT_OFF = (
    "The output is cut off or damaged behind the last element{}; what was complete is kept. Read "
    "the page again, or bring the whole file."
)


def convert(content: bytes, pages: Sequence[Page]) -> NativeDocument:
    """The elements of all pages; see `Adapter.convert`.

    Boxes that are no boxes of a page are left out: what a model counts wrongly is not mended.

    Raises:
        NotNative: the content holds no layout in this form.
    """
    output = read(content)
    conversion = _Conversion(pages)
    elements: list[NativeElement] = []
    for page in output.pages:
        elements += conversion.page(page)
    problems = conversion.problems()
    if output.cut_off:
        problems.append(_CUT_OFF.format(conversion.place_of_end()))
    metadata = {"model": output.model} if output.model else {}
    return NativeDocument(elements, metadata, problems)


class _Conversion:
    """The elements of one document's pages, and what is wrong with them."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self._only = pages[0].number if len(pages) == 1 else None
        self._boxes = PageBoxes(pages)
        self._wrong = Counter[int]()
        self._pageless = 0
        self._failed: dict[str, set[int]] = {}
        self._last: int | None = None

    def page(self, page: ReadPage) -> list[NativeElement]:
        """The elements of a page, those of lists in lists, and captions tied to what they name."""
        if page.number is not None:
            self._boxes.note(page.number)
            self._last = page.number
        if page.problem:
            kept = "what came before is kept" if page.elements else "nothing of it was read"
            words = f"not read to the end, {kept}: {' '.join(page.problem.split())[:_LONGEST]}"
            self._failed.setdefault(words, set()).add(page.number or 0)
        elements = [made for values in page.elements for made in self._elements(values, page)]
        link_captions(elements)
        return grouped(elements)

    def problems(self) -> list[str]:
        """What a person should know, in sentences that name the page."""
        wrong = [
            f"{_boxes_in_words(count)} on {named([page])} cannot be right (outside of the page, "
            "turned inside out or without four numbers); the elements were kept without a place."
            for page, count in sorted(self._wrong.items())
        ]
        pageless = [
            f"{_boxes_in_words(self._pageless)} without a page were left out, since the document "
            "has several; the elements were kept without a place."
        ]
        failed = [f"{_subject(pages)} {words}" for words, pages in self._failed.items()]
        return [
            *failed,
            *wrong,
            *(pageless if self._pageless else []),
            *self._boxes.problems(),
        ]

    def place_of_end(self) -> str:
        """The page of the last element, as far as it is known."""
        return f" of {named([self._last])}" if self._last is not None else ""

    def _elements(self, values: dict[str, Any], page: ReadPage) -> list[NativeElement]:
        place = mapping(values.get("bbox"))
        told = page.number or whole(place.get("page_number")) or whole(values.get("page_number"))
        number = told or self._only
        edges = place.get("box_2d", values.get("box_2d"))
        if number is None:
            self._pageless += edges is not None
            return elements_of(values, (), ())
        self._last = number
        known = self._boxes.note(number)
        box = self._box(number, edges) if known and edges is not None else None
        return elements_of(values, (box,) if box else (), (number,) if known else ())

    def _box(self, page: int, edges: Any) -> BoundingBox | None:
        """A box of the model, [y0, x0, y1, x1], on a page of the document."""
        sides = [number(side) for side in sequence(edges)]
        whole_sides = [side for side in sides if side is not None]
        if len(sides) == 4 == len(whole_sides) and _is_on_page(whole_sides):
            top, left, bottom, right = (side / SCALE for side in whole_sides)
            return self._boxes.box(page, (left, top, right, bottom))
        self._wrong[page] += 1
        return None


def _is_on_page(sides: Sequence[float]) -> bool:
    """Whether a box has any size, and lies on the page but for a little."""
    top, left, bottom, right = sides
    within = min(sides) >= -_SLACK and max(sides) <= SCALE + _SLACK
    return within and bottom - top >= 1 and right - left >= 1


def _subject(pages: Collection[int]) -> str:
    """Pages at the beginning of a sentence, with their verb; 0 stands for one without a number."""
    words = named(pages) if min(pages) > 0 else "a page"
    return f"{words.capitalize()} {'was' if len(pages) == 1 else 'were'}"


def _boxes_in_words(count: int) -> str:
    return "A box" if count == 1 else f"{count:,} boxes"
