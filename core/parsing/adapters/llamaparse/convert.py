"""JSON results of LlamaParse, of both its interfaces.

Three coordinate spaces meet in it, all with their origin at the top left: items lie in the unit of
the page's own size, the layout in fractions, and text in pictures in their pixels.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from core.geometry import iou
from core.parsing.adapters.caption_links import link_captions
from core.parsing.adapters.json_values import loaded, mapping, mappings, number, string
from core.parsing.adapters.llamaparse.items import boxes_of, elements_of
from core.parsing.adapters.llamaparse.pages import ParsedPage, read_pages
from core.parsing.adapters.markdown_blocks import markdown_blocks
from core.parsing.adapters.markdown_text import plain
from core.parsing.adapters.native import NativeDocument, NativeElement, grouped
from core.parsing.adapters.page_boxes import PageBoxes
from core.parsing.adapters.page_frames import PageFrames
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from core.geometry import BoundingBox, Box
    from core.sir import Page

PARSER = "LlamaParse"
_PICTURES = frozenset({"figure", "picture", "image", "chart"})
_WHOLE_PAGE = frozenset({"full_page_screenshot", "screenshot"})
_SAME = 0.5
"""Intersection over union from which on two boxes are of the same figure."""
_MOST_FIGURES = 500
"""Figures of a page that are compared with each other."""


def convert(content: bytes, pages: Sequence[Page]) -> NativeDocument:
    """The elements of a JSON result; see `Adapter.convert`.

    Raises:
        NotNative: it is no result of LlamaParse.
    """
    boxes, frames = PageBoxes(pages), PageFrames(pages)
    elements: list[NativeElement] = []
    failures: list[str] = []
    for parsed in read_pages(loaded(content, PARSER)):
        elements += _Reading(parsed, boxes, frames).elements()
        if parsed.failure:
            where = "A page" if parsed.number is None else f"Page {parsed.number}"
            failures.append(f"{where} was not read whole by LlamaParse: {parsed.failure[:200]}.")
    link_captions(elements)
    problems = [*failures, *boxes.problems(), *frames.problems()]
    return NativeDocument(grouped(elements), problems=problems)


class _Reading:
    """The reading of one page."""

    def __init__(self, parsed: ParsedPage, boxes: PageBoxes, frames: PageFrames) -> None:
        self._parsed, self._boxes, self._frames = parsed, boxes, frames
        self._size = self._trusted_size()
        self._pages: tuple[int, ...] = ()

    def elements(self) -> list[NativeElement]:
        """The elements of the page, its figures behind its items, which do not name them."""
        parsed = self._parsed
        if parsed.number is not None and (_says_something(parsed) or parsed.empty):
            self._pages = self._boxes.known([parsed.number])
        elements = [element for item in parsed.items for element in self._item(item)]
        if not elements:
            elements = markdown_blocks(parsed.markdown) or _paragraphs(parsed.text)
        elements = self._with_running(elements)
        elements += self._figures(elements)
        for element in (inner for top in elements for inner in top.walk()):
            element.pages = element.pages or self._pages
        return elements

    def _trusted_size(self) -> tuple[float, float] | None:
        """Width and height of the page in the unit of its boxes; None where they say nothing."""
        page = self._parsed.number
        if page is None:
            return None
        if self._parsed.turned:
            self._frames.turned(page)
            return None
        size = self._parsed.size
        if size is None:
            return self._frames.size(page)
        return size if self._frames.fits(page, *size) else None

    def _item(self, item: dict[str, Any]) -> list[NativeElement]:
        wholes, parts = boxes_of(item)
        elements = elements_of(item)
        spans = self._placed(parts, self._page_units)
        # Of an item that is taken apart it is not said where each part lies.
        finer = spans if len(elements) == 1 else ()
        boxes = tuple(replace(box, spans=finer) for box in self._placed(wholes, self._page_units))
        kept = [each for each in elements if each.text or each.children or boxes or spans]
        for element in kept:
            element.boxes = boxes if len(boxes) == 1 else boxes or spans
        return kept

    def _placed(
        self, boxes: Iterable[dict[str, Any]], edges: Callable[[dict[str, Any]], Box | None]
    ) -> tuple[BoundingBox, ...]:
        page = self._parsed.number
        if page is None:
            return ()
        fractions = [found for box in boxes if (found := edges(box))]
        return tuple(box for each in fractions if (box := self._boxes.box(page, each)))

    def _page_units(self, box: dict[str, Any]) -> Box | None:
        return _fractions(box, self._size) if self._size else None

    def _shares(self, box: dict[str, Any]) -> Box | None:
        return _fractions(box, (1.0, 1.0)) if self._size else None

    def _with_running(self, elements: list[NativeElement]) -> list[NativeElement]:
        """The elements, with header and footer of the page where no item has them."""
        parsed = self._parsed
        words = " ".join(inner.text for top in elements for inner in top.walk())
        header = _running(parsed.header, ElementType.PAGE_HEADER, words)
        footer = _running(parsed.footer, ElementType.PAGE_FOOTER, words)
        known = " ".join([words, *(element.text for element in (*header, *footer))]).split()
        label = "" if parsed.label in known else parsed.label
        return [*header, *elements, *footer, *_running(label, ElementType.PAGE_FOOTER, "")]

    def _figures(self, elements: Sequence[NativeElement]) -> list[NativeElement]:
        """Pictures and charts of the page that no item stands for."""
        words = {word for top in elements for inner in top.walk() for word in inner.text.split()}
        known = [top for top in elements if top.type is ElementType.FIGURE][:_MOST_FIGURES]
        covered = [box for top in known for box in top.boxes]
        figures: list[NativeElement] = []
        for element in (*self._pictures(words), *self._layout_pictures()):
            if not any(iou(box, other) > _SAME for box in element.boxes for other in covered):
                figures.append(element)
                covered += element.boxes
        return figures

    def _pictures(self, words: set[str]) -> Iterable[NativeElement]:
        for picture in self._parsed.figures[:_MOST_FIGURES]:
            boxes = self._placed([picture], self._page_units)
            if string(picture.get("type")) in _WHOLE_PAGE:
                continue
            lines = mappings(picture.get("ocr"))
            texts = [string(line.get("text")) for line in lines]
            # What is written in a picture may stand among the items as well.
            known = all(word in words for text in texts for word in text.split())
            text = "" if known else " ".join(filter(None, texts))
            spans = self._placed(lines, _in_picture(picture, self._page_units(picture)))
            if boxes or text:
                boxes = tuple(replace(box, spans=spans) for box in boxes)
                yield NativeElement(ElementType.FIGURE, text, boxes)

    def _layout_pictures(self) -> Iterable[NativeElement]:
        for part in self._parsed.layout[:_MOST_FIGURES]:
            is_noise = part.get("isLikelyNoise") is True
            if is_noise or string(part.get("label")).lower() not in _PICTURES:
                continue
            if boxes := self._placed([mapping(part.get("bbox"))], self._shares):
                yield NativeElement(ElementType.FIGURE, boxes=boxes)


def _says_something(parsed: ParsedPage) -> bool:
    texts = (parsed.markdown, parsed.text, parsed.header, parsed.footer)
    return bool(parsed.items or parsed.figures or any(texts))


def _fractions(box: dict[str, Any], size: tuple[float, float]) -> Box | None:
    """A box with a corner and its size, in the unit of the page's size, as fractions of it."""
    names = (("x",), ("y",), ("w", "width"), ("h", "height"))
    values = [next((number(box[name]) for name in each if name in box), None) for each in names]
    match values:
        case [float(x), float(y), float(width), float(height)] if width > 0 and height > 0:
            return x / size[0], y / size[1], (x + width) / size[0], (y + height) / size[1]
    return None


def _in_picture(
    picture: dict[str, Any], frame: Box | None
) -> Callable[[dict[str, Any]], Box | None]:
    """What turns pixels of a picture into fractions of the page on which it lies in `frame`."""
    width = number(picture.get("original_width"))
    height = number(picture.get("original_height"))

    def edges(box: dict[str, Any]) -> Box | None:
        if frame is None or not width or not height or min(width, height) <= 0:
            return None
        inner = _fractions(box, (width, height))
        if inner is None:
            return None
        across, down = frame[2] - frame[0], frame[3] - frame[1]
        left, top, right, bottom = inner
        return (
            frame[0] + left * across,
            frame[1] + top * down,
            frame[0] + right * across,
            frame[1] + bottom * down,
        )

    return edges


def _running(markdown: str, kind: ElementType, known: str) -> list[NativeElement]:
    text = plain(markdown)
    return [NativeElement(kind, text)] if text and text not in known else []


def _paragraphs(text: str) -> list[NativeElement]:
    """Paragraphs of a text that is laid out by spaces, between its blank lines."""
    blocks: list[list[str]] = [[]]
    for line in text.splitlines():
        if words := " ".join(line.split()):
            blocks[-1].append(words)
        elif blocks[-1]:
            blocks.append([])
    return [NativeElement(ElementType.PARAGRAPH, " ".join(block)) for block in blocks if block]
