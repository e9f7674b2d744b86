"""Elements of Unstructured, a flat list in JSON: each with a class, a text and metadata.

Elements of a chunked output are taken out of their chunks, which would cut them up.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from core.parsing.adapters.caption_links import link_captions
from core.parsing.adapters.json_values import loaded, mapping, mappings, string, whole
from core.parsing.adapters.native import (
    NATIVE_CLASS,
    NativeDocument,
    NativeElement,
    NotNative,
    grouped,
)
from core.parsing.adapters.page_boxes import PageBoxes
from core.parsing.adapters.page_frames import PageFrames
from core.parsing.adapters.structure import heading_level
from core.parsing.adapters.unstructured.chunks import Unpacker
from core.parsing.adapters.unstructured.coordinates import edges
from core.parsing.adapters.unstructured.tables import fill
from core.sir import HEADINGS, ElementType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.geometry import BoundingBox
    from core.sir import Page

PARSER = "Unstructured"
_CLASSES = {
    # Headings of any level: the title of the document has no class of its own.
    "Title": ElementType.SECTION_HEADER,
    "Headline": ElementType.TITLE,
    "Subheadline": ElementType.SECTION_HEADER,
    "Section-header": ElementType.SECTION_HEADER,
    "Text": ElementType.PARAGRAPH,
    "NarrativeText": ElementType.PARAGRAPH,
    "Paragraph": ElementType.PARAGRAPH,
    "Abstract": ElementType.PARAGRAPH,
    "Address": ElementType.PARAGRAPH,
    "EmailAddress": ElementType.PARAGRAPH,
    "Link": ElementType.PARAGRAPH,
    "UncategorizedText": ElementType.UNKNOWN,
    "BulletedText": ElementType.LIST_ITEM,
    "ListItem": ElementType.LIST_ITEM,
    "List-item": ElementType.LIST_ITEM,
    "List": ElementType.LIST,
    "Table": ElementType.TABLE,
    "Image": ElementType.FIGURE,
    "Picture": ElementType.FIGURE,
    "Figure": ElementType.FIGURE,
    "FigureCaption": ElementType.CAPTION,
    "Caption": ElementType.CAPTION,
    "Formula": ElementType.FORMULA,
    "Header": ElementType.PAGE_HEADER,
    "Page-header": ElementType.PAGE_HEADER,
    "Footer": ElementType.PAGE_FOOTER,
    "Page-footer": ElementType.PAGE_FOOTER,
    "PageNumber": ElementType.PAGE_FOOTER,
    "Footnote": ElementType.FOOTNOTE,
    "Form": ElementType.FORM_AREA,
    "FormKeysValues": ElementType.KEY_VALUE_AREA,
    "Field-Name": ElementType.KEY_VALUE,
    "Value": ElementType.KEY_VALUE,
    "Checked": ElementType.KEY_VALUE,
    "Unchecked": ElementType.KEY_VALUE,
    "CheckBoxChecked": ElementType.KEY_VALUE,
    "CheckBoxUnchecked": ElementType.KEY_VALUE,
    "RadioButtonChecked": ElementType.KEY_VALUE,
    "RadioButtonUnchecked": ElementType.KEY_VALUE,
}
_DEEPEST = 8
"""Lists inside each other."""


def convert(content: bytes, pages: Sequence[Page]) -> NativeDocument:
    """The elements of an output in JSON; see `Adapter.convert`.

    Raises:
        NotNative: it is no list of elements of Unstructured.
    """
    rows = loaded(content, PARSER)
    if not isinstance(rows, list) or (rows and not any(map(_is_element, rows))):
        raise NotNative(
            "this is no output of Unstructured, which is a list of elements with type, text and "
            "metadata. Bring the JSON that partition or the API wrote, or choose another parser."
        )
    unpacker = Unpacker()
    made = _Elements(PageBoxes(pages), PageFrames(pages))
    for row in unpacker.unpacked(mappings(rows)):
        made.add(row)
    link_captions(made.flat)
    return NativeDocument(
        grouped(made.top),
        problems=[*unpacker.problems, *made.problems()],
    )


def _is_element(row: Any) -> bool:
    described = isinstance(row, dict) and isinstance(row.get("type"), str)
    return described and ("element_id" in row or isinstance(row.get("metadata"), dict))


@dataclass
class _Elements:
    """Elements in their order: all of them, and those that no other one holds."""

    boxes: PageBoxes
    frames: PageFrames
    flat: list[NativeElement] = field(default_factory=list)
    top: list[NativeElement] = field(default_factory=list)
    _by_id: dict[str, NativeElement] = field(default_factory=dict)
    _depth: dict[NativeElement, int] = field(default_factory=dict)

    def add(self, row: dict[str, Any]) -> None:
        """Takes in one element, below the item that it belongs to where there is one."""
        element = self._element(row)
        if not (element.text or element.children or element.boxes):
            return
        above = self._by_id.get(string(mapping(row.get("metadata")).get("parent_id")))
        self.flat.append(element)
        if element.type in HEADINGS:
            element.level = _level(row, element, above)
        if not self._hold(element, above):
            self.top.append(element)
        if identifier := string(row.get("element_id")):
            self._by_id[identifier] = element

    def problems(self) -> list[str]:
        """What a person should know of boxes and pages."""
        return [*self.boxes.problems(), *self.frames.problems()]

    def _hold(self, element: NativeElement, above: NativeElement | None) -> bool:
        """Puts an item below the item that is its parent; whether it was one."""
        is_item = element.type is ElementType.LIST_ITEM
        if not (is_item and above and above.type is ElementType.LIST_ITEM):
            self._depth[element] = 1
            return False
        depth = self._depth.get(above, 1) + 1
        if depth > _DEEPEST:
            self._depth[element] = 1
            return False
        self._depth[element] = depth
        if not (above.children and above.children[-1].type is ElementType.LIST):
            above.children.append(NativeElement(ElementType.LIST))
        above.children[-1].children.append(element)
        return True

    def _element(self, row: dict[str, Any]) -> NativeElement:
        name = string(row.get("type"))
        metadata = mapping(row.get("metadata"))
        kind = _CLASSES.get(name, ElementType.MISSING)
        element = NativeElement(kind, string(row.get("text")))
        if kind is ElementType.MISSING:
            element.metadata[NATIVE_CLASS] = name or "none"
        page = whole(metadata.get("page_number"))
        if page is not None:
            element.pages = self.boxes.known([page])
            element.boxes = self._boxes(page, metadata)
        if kind is ElementType.TABLE:
            fill(element, metadata)
        elif kind is ElementType.KEY_VALUE_AREA and not element.text:
            element.children = _pairs(metadata)
        return element

    def _boxes(self, page: int, metadata: dict[str, Any]) -> tuple[BoundingBox, ...]:
        fractions = edges(mapping(metadata.get("coordinates")), page, self.frames)
        box = self.boxes.box(page, fractions) if fractions else None
        return (box,) if box else ()


def _level(row: dict[str, Any], element: NativeElement, above: NativeElement | None) -> int:
    depth = whole(mapping(row.get("metadata")).get("category_depth"))
    given = depth + 1 if depth is not None and 0 <= depth < 100 else None
    if given is None and above and above.type in HEADINGS and above.level:
        given = above.level + 1
    return heading_level(element.text, given)


def _pairs(metadata: dict[str, Any]) -> list[NativeElement]:
    """Keys with their values, of a form whose element has no text itself."""
    elements = []
    for pair in mappings(metadata.get("key_value_pairs")):
        sides = (string(mapping(pair.get(side)).get("text")) for side in ("key", "value"))
        if text := " ".join(filter(None, sides)):
            elements.append(NativeElement(ElementType.KEY_VALUE, text))
    return elements
