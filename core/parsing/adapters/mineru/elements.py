"""Blocks of MinerU as elements: their classes, their text, and what belongs to what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.parsing.adapters.mineru.blocks import Block, in_order
from core.parsing.adapters.mineru.line_places import boxes_of, item_boxes
from core.parsing.adapters.mineru.table_html import cells_and_rest
from core.parsing.adapters.native import NATIVE_CLASS, NativeElement, grouped
from core.parsing.adapters.structure import heading_level, with_captions
from core.parsing.adapters.tables import fill_table
from core.parsing.hyphens import vocabulary_of
from core.parsing.structuring.markers import numbering
from core.parsing.text_joining import join
from core.reading.line import Line
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from core.geometry import BoundingBox
    from core.parsing.adapters.mineru.blocks import TextLine
    from core.parsing.hyphens import Vocabulary

    _Rank = tuple[float, int]

CLASSES = {
    "title": ElementType.SECTION_HEADER,
    "doc_title": ElementType.TITLE,
    "paragraph_title": ElementType.SECTION_HEADER,
    "text": ElementType.PARAGRAPH,
    "abstract": ElementType.PARAGRAPH,
    "vertical_text": ElementType.PARAGRAPH,
    "list": ElementType.LIST,
    "index": ElementType.DOC_INDEX,
    "ref_text": ElementType.REFERENCE_ITEM,
    "interline_equation": ElementType.FORMULA,
    "equation": ElementType.FORMULA,
    "table": ElementType.TABLE,
    "table_body": ElementType.TABLE,
    "image": ElementType.FIGURE,
    "image_body": ElementType.FIGURE,
    "chart": ElementType.FIGURE,
    "chart_body": ElementType.FIGURE,
    "seal": ElementType.FIGURE,
    "caption": ElementType.CAPTION,
    "image_caption": ElementType.CAPTION,
    "table_caption": ElementType.CAPTION,
    "chart_caption": ElementType.CAPTION,
    "code_caption": ElementType.CAPTION,
    "algorithm_caption": ElementType.CAPTION,
    "footnote": ElementType.FOOTNOTE,
    "image_footnote": ElementType.FOOTNOTE,
    "table_footnote": ElementType.FOOTNOTE,
    "chart_footnote": ElementType.FOOTNOTE,
    "code_footnote": ElementType.FOOTNOTE,
    "page_footnote": ElementType.FOOTNOTE,
    "header": ElementType.PAGE_HEADER,
    "header_image": ElementType.PAGE_HEADER,
    "footer": ElementType.PAGE_FOOTER,
    "footer_image": ElementType.PAGE_FOOTER,
    "page_number": ElementType.PAGE_FOOTER,
}
"""The class of each type of block; code, phonetic notes, margins and what the pipeline discards
have no counterpart."""

_ASIDE = {
    "discarded": "discarded by the parser",
    "abandon": "discarded by the parser",
    "aside_text": "text in the margin",
}
_VERBATIM = frozenset({"code", "code_body", "algorithm", "algorithm_body", "interline_equation"})
"""Blocks whose line breaks are part of their text."""
_TITLES = ("title", "paragraph_title")
_RANKED = ("worded", "enumerated")
"""Patterns of numbers that say which of two headings encloses the other."""
_BODIES = ("image_body", "table_body", "chart_body", "code_body", "algorithm_body")
_VISUAL = frozenset({"image", "table", "chart", "code"})
_SHOWN = frozenset({ElementType.FIGURE, ElementType.TABLE})
"""Classes that an element may have without text."""


def elements_of(blocks: Sequence[Block]) -> list[NativeElement]:
    """The elements of a document from its blocks, both in reading order."""
    builder = _Builder(vocabulary_of(map(_line, _lines(blocks))), _ranks(blocks))
    return grouped([element for block in blocks for element in builder.elements(block)])


def _lines(blocks: Iterable[Block]) -> Iterator[TextLine]:
    for block in blocks:
        yield from (line for line in block.lines if line.words)
        yield from _lines(block.blocks)


def _ranks(blocks: Iterable[Block]) -> dict[_Rank, int]:
    """Levels of headings that are numbered with words or signs, as chapters and Chinese ones.

    Those that enclose others stand above them; a document need not have all of them.
    """
    titles = (" ".join(line.text for line in b.lines) for b in blocks if b.kind in _TITLES)
    numbers = filter(None, map(numbering, titles))
    ranks = {number.rank for number in numbers if number.pattern.startswith(_RANKED)}
    return {rank: level for level, rank in enumerate(sorted(ranks), 1)}


def _line(line: TextLine) -> Line:
    return Line(line.page, line.words, [line.edges or (0.0, 0.0, 0.0, 0.0)] * len(line.words))


class _Builder:
    """Makes elements of blocks.

    `vocabulary` tells which hyphens at line ends stay, `ranks` the levels of some headings.
    """

    def __init__(self, vocabulary: Vocabulary, ranks: Mapping[_Rank, int]) -> None:
        self._vocabulary = vocabulary
        self._ranks = ranks

    def elements(self, block: Block) -> list[NativeElement]:
        """The elements of a block: several where it has captions and notes."""
        if block.kind in _VISUAL:
            return self._visual(block)
        if block.kind in ("list", "index"):
            element = self._list(block)
            return [element] if element.children else []
        inner = [element for child in block.blocks for element in self.elements(child)]
        element = self._leaf(block)
        shown = element.text or element.children or element.type in _SHOWN
        return [element, *inner] if shown else inner

    def _leaf(self, block: Block) -> NativeElement:
        text = self._text(block.lines, verbatim=block.kind in _VERBATIM)
        element = self._empty(block, boxes_of(block))
        element.text = text
        if element.type is ElementType.SECTION_HEADER:
            element.level = self._level(text, block.level)
        elif element.type is ElementType.TITLE:
            element.level = 1
        elif element.type is ElementType.TABLE:
            self._fill(element, block.html)
        return element

    def _level(self, text: str, given: int | None) -> int:
        level, number = heading_level(text, given), numbering(text)
        return self._ranks.get(number.rank, level) if number and level == 1 else level

    def _empty(self, block: Block, boxes: tuple[BoundingBox, ...]) -> NativeElement:
        """An element of the class and the place of a block, without its content."""
        kind = CLASSES.get(block.kind, ElementType.MISSING)
        element = NativeElement(kind, boxes=boxes, aside=_ASIDE.get(block.kind, ""))
        element.pages = () if boxes else block.sheet.boxes.known([block.sheet.number])
        if kind is ElementType.MISSING:
            element.metadata[NATIVE_CLASS] = block.kind or "none"
        return element

    def _fill(self, table: NativeElement, html: str) -> None:
        cells, rest = cells_and_rest(html)
        fill_table(table, cells)
        table.text = " ".join(filter(None, (table.text, rest)))

    def _text(self, lines: Sequence[TextLine], *, verbatim: bool = False) -> str:
        if verbatim:
            return "\n".join(line.text for line in lines)
        return join([_line(line) for line in lines if line.words], self._vocabulary).text

    def _list(self, block: Block) -> NativeElement:
        holder = self._empty(block, boxes_of(block))
        item = ElementType.LIST_ITEM
        if block.sub_type == "ref_text" or any(child.kind == "ref_text" for child in block.blocks):
            holder.type, item = ElementType.REFERENCE_LIST, ElementType.REFERENCE_ITEM
        for lines in _items(block.lines):
            boxes = item_boxes(block, lines)
            pages = () if boxes else holder.pages
            holder.children.append(NativeElement(item, self._text(lines), boxes, pages))
        for child in block.blocks:
            self._add_item(holder, child, item)
        return holder

    def _add_item(self, holder: NativeElement, block: Block, kind: ElementType) -> None:
        """Adds an item; a list without one of its own belongs to the item before it."""
        if block.kind in ("list", "index"):
            inner = self._list(block)
            last = holder.children[-1] if holder.children else holder
            last.children += [inner] if inner.children else []
            return
        elements = self.elements(block)
        if block.kind in ("text", "ref_text", "title") and elements:
            elements[0].type, elements[0].level = kind, None
            elements[0].children += elements[1:]
            elements = elements[:1]
        holder.children += elements

    def _visual(self, block: Block) -> list[NativeElement]:
        """A table, figure or listing with its captions and notes, which point to it."""
        parts = in_order(block.blocks)
        bodies = [part for part in parts if part.kind in _BODIES]
        holder = self._holder(block, bodies)
        _moved(parts, block)
        made = [(part, self._beside(part)) for part in parts]
        attached = [element for _, elements in made for element in elements]
        if any(part.index is None for part in parts) or not bodies:
            return with_captions(holder, attached)
        for element in attached:
            if element.type is ElementType.CAPTION:
                element.caption_of = holder
        place = bodies[0].index or 0.0
        before = [e for part, elements in made for e in elements if (part.index or 0.0) < place]
        return [*before, holder, *attached[len(before) :]]

    def _beside(self, part: Block) -> list[NativeElement]:
        """The elements of a part that are not the table, figure or listing itself."""
        if part.kind not in _BODIES:
            return self.elements(part)
        return [element for child in part.blocks for element in self.elements(child)]

    def _holder(self, block: Block, bodies: Sequence[Block]) -> NativeElement:
        """The element of the bodies of a block, or of itself where it has none."""
        parts = [block, *bodies] if block.lines or block.html or not bodies else bodies
        boxes = [box for part in parts for box in boxes_of(part)]
        if block.kind == "table":
            further = (part.sheet.box(part.edges) for part in block.continued)
            boxes += [box for box in further if box is not None]
        holder = self._empty(block, tuple(dict.fromkeys(boxes)))
        lines = [line for part in parts for line in part.lines]
        holder.text = self._text(lines, verbatim=block.kind in _VERBATIM)
        if holder.type is ElementType.TABLE:
            self._fill(holder, "".join(part.html for part in parts))
        return holder


def _items(lines: Sequence[TextLine]) -> Iterator[list[TextLine]]:
    """The lines of each item of a list."""
    item: list[TextLine] = []
    for line in lines:
        if line.begins and item:
            yield item
            item = []
        item.append(line)
    if item:
        yield item


def _moved(parts: Sequence[Block], holder: Block) -> None:
    """Puts notes of a table that goes on where they stand: there a part of it has them, emptied."""
    further = holder.continued
    places = {note.edges: table.sheet for table in further for note in table.blocks}
    for part in parts:
        if part.crosses and further:
            part.sheet = places.get(part.edges, further[-1].sheet)
            for line in part.lines:
                line.page, line.crosses = part.sheet.number, False
