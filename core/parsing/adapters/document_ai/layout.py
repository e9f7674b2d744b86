"""The tree of the Layout Parser: blocks of text, tables, lists and pictures, blocks inside them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from core.parsing.adapters.document_ai.answers import field, polygon
from core.parsing.adapters.json_values import mapping, mappings, string, whole
from core.parsing.adapters.markdown_blocks import markdown_blocks
from core.parsing.adapters.native import NATIVE_CLASS, NativeElement
from core.parsing.adapters.structure import heading_level
from core.parsing.adapters.tables import GridPlaces, NativeCell, fill_table, spanned
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.geometry import BoundingBox
    from core.parsing.adapters.page_boxes import PageBoxes

_CLASSES = {
    "paragraph": ElementType.PARAGRAPH,
    "title": ElementType.TITLE,
    "subtitle": ElementType.SECTION_HEADER,
    "header": ElementType.PAGE_HEADER,
    "footer": ElementType.PAGE_FOOTER,
    "footnote": ElementType.FOOTNOTE,
    "caption": ElementType.CAPTION,
    "list_item": ElementType.LIST_ITEM,
    "": ElementType.UNKNOWN,
}
_HEADING = re.compile(r"heading-(\d{1,2})")
_BLOCKS = ("textBlock", "tableBlock", "listBlock", "imageBlock")
_SUBTITLE = 2
_MOST_PAGES = 200
"""Pages behind its first that a block may stand on."""
_LONGEST_DESCRIPTION = 2000
_WORDS = (ElementType.PARAGRAPH, ElementType.LIST_ITEM, ElementType.UNKNOWN)
"""Blocks that give a cell or an item its text; others stay elements in it."""


class LayoutReading:
    """Makes elements of the blocks of a document whose pages stand behind `offset` others."""

    def __init__(self, boxes: PageBoxes, offset: int) -> None:
        self._boxes, self._offset = boxes, offset

    def blocks(self, rows: Any) -> Iterator[NativeElement]:
        """Elements in their order; what a heading holds comes behind it."""
        for row in mappings(rows):
            yield from self._block(row)

    def chunks(self, rows: Any) -> Iterator[NativeElement]:
        """Elements of chunks in Markdown, where there is nothing else."""
        for row in mappings(rows):
            pages = self._pages(row)
            elements = [*self._running(row, "pageHeaders", ElementType.PAGE_HEADER)]
            elements += markdown_blocks(string(row.get("content")))
            elements += self._running(row, "pageFooters", ElementType.PAGE_FOOTER)
            for element in (inner for top in elements for inner in top.walk()):
                element.pages = element.pages or pages
            yield from elements

    def _running(self, row: Any, name: str, kind: ElementType) -> Iterator[NativeElement]:
        for running in mappings(field(row, name)):
            if text := string(running.get("text")):
                yield NativeElement(kind, text, pages=self._pages(running))

    def _block(self, row: dict[str, Any]) -> Iterator[NativeElement]:
        name = next((name for name in _BLOCKS if isinstance(field(row, name), dict)), "")
        content = mapping(field(row, name)) if name else {}
        makers = {
            "textBlock": self._text,
            "tableBlock": self._table,
            "listBlock": self._list,
            "imageBlock": self._image,
        }
        if name:
            yield from makers[name](row, content)
        elif others := [key for key, value in row.items() if isinstance(value, dict)]:
            yield from self._other(row, others)

    def _other(self, row: dict[str, Any], names: list[str]) -> Iterator[NativeElement]:
        """A block of a kind that came later than this."""
        for name in names:
            if text := string(mapping(row[name]).get("text")):
                element = NativeElement(ElementType.MISSING, text, pages=self._pages(row))
                element.metadata[NATIVE_CLASS] = name
                yield element

    def _text(self, row: dict[str, Any], content: dict[str, Any]) -> Iterator[NativeElement]:
        name = string(field(content, "type"))
        text = string(content.get("text"))
        inner = list(self.blocks(content.get("blocks")))
        if text:
            # The span of a heading is that of its whole section.
            yield self._typed(name, text, row, first_only=bool(inner))
        yield from inner

    def _typed(
        self, name: str, text: str, row: dict[str, Any], *, first_only: bool
    ) -> NativeElement:
        match = _HEADING.fullmatch(name)
        kind = ElementType.SECTION_HEADER if match else _CLASSES.get(name, ElementType.MISSING)
        element = NativeElement(kind, text)
        self._place(element, row, first_only=first_only)
        if match:
            element.level = heading_level(text, int(match[1]))
        elif kind is ElementType.SECTION_HEADER:
            element.level = heading_level(text, _SUBTITLE)
        elif kind is ElementType.TITLE:
            element.level = 1
        elif kind is ElementType.MISSING:
            element.metadata[NATIVE_CLASS] = name
        return element

    def _table(self, row: dict[str, Any], content: dict[str, Any]) -> Iterator[NativeElement]:
        table = NativeElement(ElementType.TABLE)
        self._place(table, row)
        _describe(table, content)
        if text := string(content.get("caption")):
            yield NativeElement(ElementType.CAPTION, text, pages=table.pages, caption_of=table)
        heads = mappings(field(content, "headerRows"))
        rows = [*heads, *mappings(field(content, "bodyRows"))]
        places = GridPlaces()
        cells = [
            self._cell(cell, at, places, header=at < len(heads))
            for at, cells in enumerate(rows)
            for cell in mappings(cells.get("cells"))
        ]
        yield fill_table(table, cells)

    def _cell(
        self, cell: dict[str, Any], row: int, places: GridPlaces, *, header: bool
    ) -> NativeCell:
        rows, columns = span(cell, "rowSpan"), span(cell, "colSpan")
        text, children, boxes = self._filling(cell)
        column = places.take(row, rows, columns)
        return NativeCell(row, column, text, rows, columns, header, boxes, children=children)

    def _filling(
        self, holder: dict[str, Any]
    ) -> tuple[str, list[NativeElement], tuple[BoundingBox, ...]]:
        """Text, other elements and boxes of what blocks inside a cell or an item hold."""
        elements = list(self.blocks(holder.get("blocks")))
        words = [element for element in elements if element.type in _WORDS]
        others = [element for element in elements if element.type not in _WORDS]
        boxes = tuple(box for element in words for box in element.boxes)
        return "\n".join(element.text for element in words), others, boxes

    def _list(self, row: dict[str, Any], content: dict[str, Any]) -> Iterator[NativeElement]:
        holder = NativeElement(ElementType.LIST)
        self._place(holder, row)
        for entry in mappings(field(content, "listEntries")):
            text, children, boxes = self._filling(entry)
            item = NativeElement(ElementType.LIST_ITEM, text, boxes, holder.pages)
            item.children = children
            holder.children.append(item)
        yield holder

    def _image(self, row: dict[str, Any], content: dict[str, Any]) -> Iterator[NativeElement]:
        figure = NativeElement(ElementType.FIGURE, string(field(content, "imageText")))
        self._place(figure, row)
        _describe(figure, content)
        yield figure

    def _place(
        self, element: NativeElement, row: dict[str, Any], *, first_only: bool = False
    ) -> None:
        pages = self._pages(row)
        element.pages = pages[:1] if first_only else pages
        edges = polygon(row, None, "boundingBox")
        # A box says of one page where it lies; of a block on several it is not said of which.
        if edges and len(element.pages) == 1:
            box = self._boxes.box(element.pages[0], edges)
            element.boxes = (box,) if box else ()

    def _pages(self, row: dict[str, Any]) -> tuple[int, ...]:
        """Pages of the file that a block stands on."""
        pages = field(row, "pageSpan")
        first, last = (whole(field(pages, name)) for name in ("pageStart", "pageEnd"))
        if first is None:
            return ()
        last = min(max(last or first, first), first + _MOST_PAGES)
        return self._boxes.known(range(first + self._offset, last + self._offset + 1))


def span(cell: dict[str, Any], name: str) -> int:
    """Rows or columns that a cell covers, at least 1."""
    return spanned(whole(field(cell, name)))


def _describe(element: NativeElement, content: dict[str, Any]) -> None:
    """Keeps what a model says of a picture or table; the page does not show these words."""
    text = string(mapping(content.get("annotations")).get("description"))
    if text:
        element.metadata["description"] = text[:_LONGEST_DESCRIPTION]
