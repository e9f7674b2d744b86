"""The tree of a DoclingDocument as elements, in its reading order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.parsing.adapters.docling.floating import (
    chart,
    description,
    key_values,
    plain,
    table_cells,
)
from core.parsing.adapters.docling.places import Places
from core.parsing.adapters.doctags.tokens import CLASSES as TAGS
from core.parsing.adapters.native import NATIVE_CLASS, NativeDocument, NativeElement, grouped
from core.parsing.adapters.structure import heading_level, with_captions
from core.parsing.adapters.tables import fill_table
from core.sir import HEADINGS, ElementType

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.parsing.adapters.docling.reading import DoclingFile
    from core.parsing.adapters.docling.schema import Item, TableData
    from core.sir import Page

CLASSES = {
    **TAGS,
    "field_heading": ElementType.SECTION_HEADER,
    "list": ElementType.LIST,
    "picture_area": ElementType.FIGURE,
    "key_value_area": ElementType.KEY_VALUE_AREA,
    "field_item": ElementType.KEY_VALUE,
    "field_key": ElementType.KEY_VALUE,
    "field_value": ElementType.KEY_VALUE,
    "field_hint": ElementType.KEY_VALUE,
    "form_area": ElementType.FORM_AREA,
    "field_region": ElementType.FORM_AREA,
    "unknown": ElementType.UNKNOWN,
    "unspecified": ElementType.UNKNOWN,
    "": ElementType.UNKNOWN,
}
"""Classes by labels, most of which are tags, too. What is missing has no counterpart."""
_TRANSPARENT = frozenset({"", "unspecified", "chapter", "section", "sheet", "slide"})
"""Labels of groups that only hold what is in them."""
_CHECKED = {"checkbox_selected": "true", "checkbox_unselected": "false"}
_HOLDS = frozenset(
    {
        ElementType.LIST,
        ElementType.LIST_ITEM,
        ElementType.FIGURE,
        ElementType.KEY_VALUE_AREA,
        ElementType.FORM_AREA,
    }
)
"""Classes that hold what Docling puts below them; below others, it stands behind them."""
_NO_TEXT = _HOLDS - {ElementType.LIST_ITEM} | {ElementType.TABLE, ElementType.DOC_INDEX}
"""Classes without a text of their own; all others are made of pieces where they have none."""
_PIECES = frozenset(
    {ElementType.PARAGRAPH, ElementType.FORMULA, ElementType.KEY_VALUE, ElementType.MISSING}
)
_ASIDE = {"invisible": "hidden", "notes": "note"}
"""Layers that the page does not show, and why they are out of the flow."""
_DEEPEST = 24
"""Elements within each other; what is nested deeper stands beside the others."""
_RUNNING = "running text"
_BACKGROUND = "background"
_CODE = "code"


class DocumentTree:
    """Walks a document once; each item becomes one element, however often it is named."""

    def __init__(self, file: DoclingFile, pages: Sequence[Page]) -> None:
        """Of a document with these pages."""
        self._file = file
        self._places = Places(file.sizes, pages)
        self._elements: dict[str, NativeElement] = {}
        self._entered: set[str] = set()
        self._captions: dict[str, str] = {}
        self._notes: set[str] = set()
        self._held = {*file.body.children, *file.furniture.children}
        for reference, item in file.items.items():
            self._held.update(item.children)
            self._notes.update(item.footnotes)
            for caption in item.captions:
                self._captions.setdefault(caption, reference)
            self._leave_to_pairs(item)

    def convert(self) -> NativeDocument:
        """All elements: those of the body, of the furniture, and those that neither names."""
        elements = self._all(self._file.body.children, 0)
        running = self._all(self._file.furniture.children, 0)
        for element in running:
            element.aside = element.aside or _RUNNING
        attached = self._held | self._captions.keys() | self._notes
        loose = [reference for reference in self._file.items if reference not in attached]
        elements += [*running, *self._all([*loose, *self._file.items], 0)]
        for caption, holder in self._captions.items():
            if caption in self._elements and holder in self._elements:
                self._elements[caption].caption_of = self._elements[holder]
        metadata = {"schema_version": self._file.version} if self._file.version else {}
        return NativeDocument(grouped(elements), metadata, self._problems())

    def _leave_to_pairs(self, item: Item) -> None:
        """Texts that are keys and values of a form stand there, and not once more by themselves."""
        for cell in item.graph.cells if item.graph else ():
            other = self._file.items.get(cell.item_ref)
            if other and not other.children and other.graph is None and other.data is None:
                self._entered.add(cell.item_ref)

    def _problems(self) -> list[str]:
        damaged = self._file.damaged
        if not damaged:
            return self._places.problems()
        rest = f" and {len(damaged) - 3} more" if len(damaged) > 3 else ""
        items = f"{', '.join(damaged[:3])}{rest}"
        return [f"Items without a readable text: {items}.", *self._places.problems()]

    def _all(self, references: Iterable[str], depth: int) -> list[NativeElement]:
        """The elements of references that were not met before, in their order."""
        if depth > _DEEPEST:
            return self._flat(references)
        return [element for ref in references for element in self._one(ref, depth)]

    def _flat(self, references: Iterable[str]) -> list[NativeElement]:
        """The same without any nesting, by a loop."""
        elements: list[NativeElement] = []
        waiting = list(references)[::-1]
        while waiting:
            reference = waiting.pop()
            item = self._enter(reference)
            if item is not None:
                elements += self._kept(reference, self._element(reference, item))
                waiting += item.children[::-1]
        return elements

    def _enter(self, reference: str) -> Item | None:
        """The item of a reference, once."""
        if reference in self._entered or reference not in self._file.items:
            return None
        self._entered.add(reference)
        return self._file.items[reference]

    def _one(self, reference: str, depth: int) -> list[NativeElement]:
        """The element of an item, what is attached to it, and what stands behind it."""
        item = self._enter(reference)
        if item is None:
            return []
        if item.label in _TRANSPARENT and reference.startswith("#/groups/"):
            return self._all(item.children, depth + 1)
        element = self._element(reference, item)
        if item.data:
            self._fill(element, item.data, depth)
        named = (*item.captions, *item.footnotes)
        own = {*item.children, *(target for target in named if target not in self._held)}
        attached = self._all([target for target in named if target in own], depth + 1)
        below = self._all(item.children, depth + 1)
        if not element.text and element.type not in _NO_TEXT:
            below = _joined(element, below)
        if element.type in HEADINGS:
            element.level = heading_level(element.text, item.level)
        if element.type in _HOLDS:
            is_list = element.type is ElementType.LIST
            element.children += below if is_list else grouped(below)
            below = []
        kept = self._kept(reference, element)
        return [*(with_captions(element, attached) if kept else attached), *below]

    def _kept(self, reference: str, element: NativeElement) -> list[NativeElement]:
        """The element, unless there is nothing of it."""
        if not (element.text or element.boxes or element.children):
            return []
        self._elements[reference] = element
        return [element]

    def _element(self, reference: str, item: Item) -> NativeElement:
        """The element of an item by itself."""
        type_, text = self._class(reference, item), item.text.strip() or item.orig.strip()
        text = text if item.label == _CODE else plain(text)
        if item.enumerated and item.marker.strip() and not text.startswith(item.marker.strip()):
            text = f"{item.marker.strip()} {text}"
        element = NativeElement(type_, text, self._places.boxes(item.prov))
        element.pages = self._places.pages(item.prov)
        element.aside = _ASIDE.get(item.content_layer, "")
        if type_ is ElementType.MISSING:
            element.metadata[NATIVE_CLASS] = item.label
        if item.label in _CHECKED:
            element.metadata["checked"] = _CHECKED[item.label]
        if type_ in HEADINGS:
            element.level = heading_level(text, item.level)
        if item.graph:
            element.children += key_values(item.graph, self._places, self._file.items)
        if type_ is ElementType.FIGURE:
            element.children += chart(item, self._places)
            if words := description(item):
                element.metadata["description"] = words
        return element

    def _class(self, reference: str, item: Item) -> ElementType:
        type_ = CLASSES.get(item.label, ElementType.MISSING)
        if type_ is not ElementType.PARAGRAPH:
            return type_
        if reference in self._captions:
            return ElementType.CAPTION
        if reference in self._notes:
            return ElementType.FOOTNOTE
        return ElementType.WATERMARK if item.content_layer == _BACKGROUND else type_

    def _fill(self, element: NativeElement, data: TableData, depth: int) -> None:
        cells = table_cells(
            data, self._places, element.pages, lambda target: self._all([target], depth + 1)
        )
        fill_table(element, cells)


def _joined(element: NativeElement, below: list[NativeElement]) -> list[NativeElement]:
    """Makes a text of its pieces; what is left is no piece.

    A text of a single piece is what that piece is, such as a formula.
    """
    pieces = [piece for piece in below if piece.type in _PIECES and not piece.children]
    element.text = " ".join(piece.text for piece in pieces)
    boxes = dict.fromkeys(box for piece in pieces for box in piece.boxes)
    element.boxes = element.boxes or tuple(boxes)
    element.pages = element.pages or tuple(
        dict.fromkeys(page for piece in pieces for page in piece.pages)
    )
    if len(pieces) == 1 and element.type is ElementType.PARAGRAPH:
        element.type = pieces[0].type
        element.metadata.update(pieces[0].metadata)
    joined = set(map(id, pieces))
    return [other for other in below if id(other) not in joined]
