"""Elements of pages in DocTags, also of pages that are cut off or wrongly nested."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING

from core.parsing.adapters.doctags.otsl import NEW_LINE, SQUARES, Square, cells_of
from core.parsing.adapters.doctags.tokens import (
    CLASSES,
    DOCUMENT,
    LINK,
    PLACE,
    Token,
    tokens_of,
    unwrapped,
)
from core.parsing.adapters.native import NATIVE_CLASS, NativeDocument, NativeElement, grouped
from core.parsing.adapters.page_boxes import PageBoxes, named
from core.parsing.adapters.structure import heading_level, with_captions
from core.parsing.adapters.tables import fill_table
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.geometry import BoundingBox
    from core.sir import Page

_TABLES = frozenset({"otsl", "table", "document_index", "chart"})
_HOLDERS = _TABLES | {"picture", "code"}
"""What may have captions, notes and other elements in it."""
_AREAS = frozenset({DOCUMENT, "form", "key_value_region", "unordered_list", "ordered_list"})
_OUTSIDE_LISTS = frozenset({"title", "section_header", "page_header", "page_footer"})
_LIST_PARTS = frozenset({"unordered_list", "ordered_list", "list_item"})
_WITHIN_TEXT = frozenset({"formula", "code", "inline", "text"})
"""Tags that, without a place of their own, stand for a part of the text around them."""
_ATTACHED = frozenset({ElementType.CAPTION, ElementType.FOOTNOTE})
_CHECKED = {"checkbox_selected": "true", "checkbox_unselected": "false"}
_SCALE = 500
"""Places are counted from 0 to this, across and down the page."""
_DEEPEST = 24
"""Elements within each other; what is nested deeper stands beside the others."""


def read_doctags(outputs: Sequence[str], pages: Sequence[Page]) -> NativeDocument:
    """The elements of outputs, one a page, the first of them for page 1.

    `problems` name pages that are cut off, and such without DocTags, whose text is `UNKNOWN`.
    """
    boxes = PageBoxes(pages)
    elements: list[NativeElement] = []
    cut, untagged = set[int](), set[int]()
    for number, output in enumerate(outputs, 1):
        reader = _PageReader(number, boxes)
        elements += reader.read(output)
        if reader.is_cut:
            cut.add(number)
        if output.strip() and not reader.has_tags:
            untagged.add(number)
    sentences = [
        (cut, "The output of {} is cut off; what came before is kept."),
        (untagged, "The output of {} has no DocTags; its text is kept without classes."),
    ]
    problems = [words.format(named(numbers)) for numbers, words in sentences if numbers]
    return NativeDocument(elements, problems=[*problems, *boxes.problems()])


@dataclass(slots=True)
class _Frame:
    """An element that is open, with what stood in it until now."""

    name: str
    number: int | None = None
    texts: list[str] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    boxes: tuple[BoundingBox, ...] = ()
    rows: list[list[Square]] = field(default_factory=list)
    children: list[NativeElement] = field(default_factory=list)
    links: list[int] = field(default_factory=list)
    numbered: dict[int, NativeElement] = field(default_factory=dict)
    targets: list[tuple[NativeElement, list[int]]] = field(default_factory=list)

    @property
    def is_leaf(self) -> bool:
        """Whether it holds nothing but text."""
        return self.name not in _AREAS | _HOLDERS | {"list_item"}

    @property
    def square(self) -> Square | None:
        """The square of a table that is being filled."""
        return self.rows[-1][-1] if self.rows and self.rows[-1] else None

    @property
    def text(self) -> str:
        """Its text; lines are kept in code alone."""
        whole = "".join(self.texts)
        return whole.strip() if self.name == "code" else " ".join(whole.split())


class _PageReader:
    """Reads one page, token by token; `_open` are the elements around it, the outermost first."""

    def __init__(self, number: int, boxes: PageBoxes) -> None:
        self.is_cut = self.has_tags = False
        self._page, self._page_boxes = number, boxes
        self._open = [_Frame(DOCUMENT)]

    def read(self, output: str) -> list[NativeElement]:
        """All elements; those that never end, end with the page."""
        text, self.is_cut = unwrapped(output)
        tokens = list(tokens_of(text))
        for token, following in zip_longest(tokens, tokens[1:]):
            self._take(token, is_placed=following is not None and following.name == PLACE)
        self.is_cut = self.is_cut or len(self._open) > 1
        self._close_down_to(1)
        return grouped(self._open[0].children)

    def _take(self, token: Token, *, is_placed: bool) -> None:
        self.has_tags = self.has_tags or (bool(token.name) and token.is_known)
        top = self._open[-1]
        if not token.name or self._is_text(token, is_placed=is_placed):
            self._add_text(token.written)
        elif token.closes:
            self._close_down_to(1 if token.name == DOCUMENT else self._depth(token.name))
        elif token.name == PLACE:
            (top.square or top).places.append(token.number or 0)
        elif token.name == LINK:
            top.links.append(token.number or 0)
        elif token.name in SQUARES or token.name == NEW_LINE:
            self._add_square(token.name)
        elif token.is_known or is_placed:
            self._begin(token, is_placed=is_placed)

    def _is_text(self, token: Token, *, is_placed: bool) -> bool:
        """Whether a tag that is none of the language is text; in pictures it is their kind."""
        if token.is_known:
            return False
        if token.closes:
            return self._depth(token.name) == len(self._open)
        return not is_placed and self._open[-1].name not in ("picture", "chart")

    def _begin(self, token: Token, *, is_placed: bool) -> None:
        top = self._open[-1]
        if token.name == DOCUMENT:
            return
        if top.is_leaf and not is_placed and token.name in _WITHIN_TEXT - {top.name}:
            top.texts.append(" ")
            return
        if token.name in _OUTSIDE_LISTS:
            self._leave_lists()
        self._leave_text()
        if self._open[-1].name == token.name == "list_item":
            self._close()
        self._close_down_to(_DEEPEST)
        self._open.append(_Frame(token.name, token.number))

    def _leave_text(self) -> None:
        if self._open[-1].is_leaf:
            self._close()

    def _leave_lists(self) -> None:
        while self._open[-1].name in _LIST_PARTS:
            self._close()

    def _add_square(self, token: str) -> None:
        depth = next((at for at, frame in self._backwards() if frame.name in _TABLES), 0)
        if depth:
            self._close_down_to(depth + 1)
        else:
            self._leave_text()
            self._open.append(_Frame("otsl"))
        rows = self._open[-1].rows
        if not rows or token == NEW_LINE:
            rows.append([])
        if token != NEW_LINE:
            rows[-1].append(Square(token))

    def _add_text(self, text: str) -> None:
        top = self._open[-1]
        if top.square:
            top.square.texts.append(text)
        elif top.name not in _AREAS:
            top.texts.append(text)
        elif text.strip():
            self._page_boxes.note(self._page)
            self._add(top, [NativeElement(ElementType.UNKNOWN, " ".join(text.split()))])

    def _backwards(self) -> list[tuple[int, _Frame]]:
        return list(enumerate(self._open))[::-1]

    def _depth(self, name: str) -> int:
        """How many elements lie around the innermost one of that name; all where there is none."""
        return next(
            (at for at, frame in self._backwards() if at and frame.name == name), len(self._open)
        )

    def _close_down_to(self, count: int) -> None:
        while len(self._open) > count:
            self._close()

    def _close(self) -> None:
        """Ends the innermost element, and gives it to the one around it."""
        frame = self._open.pop()
        around = self._open[-1]
        if frame.name in ("unordered_list", "ordered_list"):
            frame.children = _nested(frame.children)
        element = self._element(frame)
        if element is None:
            self._add(around, frame.children)
            return
        if frame.number is not None and around.name == "key_value_region":
            around.numbered[frame.number] = element
            around.targets.append((element, frame.links))
        attached = [child for child in frame.children if child.type in _ATTACHED]
        inner = [child for child in frame.children if child.type not in _ATTACHED]
        if frame.name not in _HOLDERS:
            attached, inner = [], frame.children
        element.children += _paired(frame, inner)
        if frame.rows:
            self._fill(element, frame)
        self._add(around, with_captions(element, attached))

    def _element(self, frame: _Frame) -> NativeElement | None:
        """The element of a frame by itself; None for a list without items and places."""
        type_ = CLASSES.get(frame.name, ElementType.MISSING)
        boxes, text = self._boxes(frame.places) or frame.boxes, frame.text
        self._page_boxes.note(self._page)
        element = NativeElement(type_, text, boxes, self._pages(boxes))
        if type_ is ElementType.MISSING:
            element.metadata[NATIVE_CLASS] = frame.name
        if frame.name in _CHECKED:
            element.metadata["checked"] = _CHECKED[frame.name]
        if type_ in (ElementType.TITLE, ElementType.SECTION_HEADER):
            element.level = heading_level(text, frame.number)
        is_empty = not (text or boxes or frame.children or frame.rows)
        return None if is_empty else element

    def _fill(self, element: NativeElement, frame: _Frame) -> None:
        """Puts the cells into a table; those of a chart are a table in its figure."""
        cells = cells_of(frame.rows, self._boxes)
        if element.type is ElementType.FIGURE:
            table = NativeElement(ElementType.TABLE, pages=element.pages)
            element.children.append(fill_table(table, cells))
        else:
            fill_table(element, cells)

    def _add(self, frame: _Frame, elements: Sequence[NativeElement]) -> None:
        for element in elements:
            is_text = element.type is ElementType.PARAGRAPH
            if frame.square and element.type not in _ATTACHED:
                frame.square.texts += [" ", element.text] if is_text else []
                frame.square.blocks += [] if is_text else [element]
            elif frame.name == "list_item" and is_text:
                frame.texts += [" ", element.text]
                frame.boxes += element.boxes
            else:
                frame.children.append(element)

    def _boxes(self, places: list[int]) -> tuple[BoundingBox, ...]:
        whole = len(places) - len(places) % 4
        edges = [[place / _SCALE for place in places[at : at + 4]] for at in range(0, whole, 4)]
        boxes = (self._page_boxes.box(self._page, (a, b, c, d)) for a, b, c, d in edges)
        return tuple(box for box in boxes if box)

    def _pages(self, boxes: tuple[BoundingBox, ...]) -> tuple[int, ...]:
        return () if boxes else self._page_boxes.known([self._page])


def _nested(items: list[NativeElement]) -> list[NativeElement]:
    """The items of a list; one that only holds lists, as Docling writes it, goes into the last."""
    result: list[NativeElement] = []
    for item in items:
        only_lists = item.children and all(c.type is ElementType.LIST for c in item.children)
        if result and only_lists and not item.text and result[-1].type is ElementType.LIST_ITEM:
            result[-1].children += item.children
        else:
            result.append(item)
    return result


def _paired(frame: _Frame, elements: list[NativeElement]) -> list[NativeElement]:
    """The elements of a region of keys and values, each key with the values it points to."""
    joined: set[int] = set()
    for element, links in frame.targets:
        for target in filter(None, map(frame.numbered.get, links)):
            if target is not element and not {id(target), id(element)} & joined:
                element.text = f"{element.text} {target.text}".strip()
                element.boxes += target.boxes
                joined.add(id(target))
    return [element for element in elements if id(element) not in joined]
