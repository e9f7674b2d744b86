"""Items of a page of LlamaParse as elements, without their places."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.parsing.adapters.json_values import mapping, mappings, sequence, string, whole
from core.parsing.adapters.markdown_blocks import markdown_blocks
from core.parsing.adapters.markdown_text import heading_level as hashes
from core.parsing.adapters.markdown_text import plain, without_marker
from core.parsing.adapters.native import NATIVE_CLASS, NativeElement
from core.parsing.adapters.structure import heading_level, with_corners
from core.parsing.adapters.tables import NativeCell, fill_table, html_cells, markdown_cells
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Callable

_LABELS = {
    "doc_title": ElementType.TITLE,
    "header": ElementType.PAGE_HEADER,
    "footer": ElementType.PAGE_FOOTER,
    "number": ElementType.PAGE_FOOTER,
    "footnote": ElementType.FOOTNOTE,
    "vision_footnote": ElementType.FOOTNOTE,
    "figure_title": ElementType.CAPTION,
    "table_title": ElementType.CAPTION,
    "chart_title": ElementType.CAPTION,
    "caption": ElementType.CAPTION,
    "formula": ElementType.FORMULA,
    "display_formula": ElementType.FORMULA,
    "reference_content": ElementType.REFERENCE_ITEM,
}
"""What its layout model calls the place of a text, where that says more than `text`."""
_RUNNING = (ElementType.PAGE_HEADER, ElementType.PAGE_FOOTER)
_TEXTS = (ElementType.PARAGRAPH, ElementType.SECTION_HEADER, ElementType.TITLE)
_DEEPEST = 8
"""Lists inside each other."""


def elements_of(item: dict[str, Any]) -> list[NativeElement]:
    """The elements of an item; a text of several paragraphs gives several."""
    make = _MAKERS.get(string(item.get("type")), _unknown)
    elements = make(item)
    kind = _LABELS.get(_label(item))
    if kind and (kind is not ElementType.TITLE or string(item.get("type")) == "heading"):
        for element in elements:
            _relabel(element, kind)
    return elements


def boxes_of(item: dict[str, Any]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The box of an item, of which there may be several, and those of its parts."""
    given = item.get("bBox", item.get("bbox"))
    wholes = mappings(given) if isinstance(given, list) else [mapping(given)]
    lines = [mapping(line.get("bBox")) for line in mappings(item.get("lines"))]
    return [box for box in wholes if box], lines or mappings(item.get("layoutAwareBbox"))


def _label(item: dict[str, Any]) -> str:
    """What the layout model calls an item, if it calls all of it the same."""
    wholes, parts = boxes_of(item)
    labels = {string(box.get("label")) for box in parts or wholes}
    return labels.pop() if len(labels) == 1 else ""


def _relabel(element: NativeElement, kind: ElementType) -> None:
    if element.type in _TEXTS:
        element.type = kind
        element.level = element.level if kind is ElementType.TITLE else None


def _text(item: dict[str, Any]) -> list[NativeElement]:
    return markdown_blocks(string(item.get("md")) or string(item.get("value")))


def _heading(item: dict[str, Any]) -> list[NativeElement]:
    markdown = string(item.get("md"))
    text = plain(without_marker(markdown or string(item.get("value"))))
    given = whole(item.get("lvl", item.get("level"))) or hashes(markdown)
    level = heading_level(text, given)
    return [NativeElement(ElementType.SECTION_HEADER, text, level=level)] if text else []


def _table(item: dict[str, Any]) -> list[NativeElement]:
    markdown = string(item.get("md"))
    cells = html_cells(string(item.get("html"))) or _cells(item) or markdown_cells(markdown)
    table = NativeElement(ElementType.TABLE)
    if not cells:
        # Tables that were joined with one on a page before are empty here.
        table.text = plain(markdown)
    return [fill_table(table, with_corners(cells))]


def _cells(item: dict[str, Any]) -> list[NativeCell]:
    heads = {cell.row for cell in markdown_cells(string(item.get("md"))) if cell.header}
    return [
        NativeCell(row, column, _cell_text(value), header=row in heads)
        for row, values in enumerate(sequence(item.get("rows")))
        for column, value in enumerate(sequence(values))
    ]


def _cell_text(value: Any) -> str:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return f"{value:.15g}" if isinstance(value, float) else str(value)[:400]
    return plain(string(value))


def _list(item: dict[str, Any], depth: int = 1) -> list[NativeElement]:
    rows = mappings(item.get("items"))
    if not rows or depth > _DEEPEST:
        return _text(item)
    holder = NativeElement(ElementType.LIST)
    for row in rows:
        if string(row.get("type")) == "list" and holder.children:
            holder.children[-1].children += _list(row, depth + 1)
        elif string(row.get("type")) == "list":
            holder.children += [child for each in _list(row, depth + 1) for child in each.children]
        else:
            markdown = string(row.get("md")) or string(row.get("value"))
            text = plain(without_marker(markdown))
            holder.children.append(NativeElement(ElementType.LIST_ITEM, text))
    return [holder]


def _image(item: dict[str, Any]) -> list[NativeElement]:
    figure = NativeElement(ElementType.FIGURE)
    caption = plain(string(item.get("caption")))
    if not caption:
        return [figure]
    return [figure, NativeElement(ElementType.CAPTION, caption, caption_of=figure)]


def _link(item: dict[str, Any]) -> list[NativeElement]:
    text = plain(string(item.get("text")) or string(item.get("md")))
    return [NativeElement(ElementType.PARAGRAPH, text)] if text else []


def _running(kind: ElementType) -> Callable[[dict[str, Any]], list[NativeElement]]:
    def make(item: dict[str, Any]) -> list[NativeElement]:
        rows = mappings(item.get("items"))
        inner = [row for row in rows if string(row.get("type")) not in ("header", "footer")]
        elements = [element for row in inner for element in elements_of(row)] or _text(item)
        for element in elements:
            if element.type in (*_TEXTS, *_RUNNING):
                element.type, element.level = kind, None
            else:
                element.aside = kind.value
        return elements

    return make


def _unknown(item: dict[str, Any]) -> list[NativeElement]:
    name = string(item.get("type")) or "none"
    text = string(item.get("value")) or string(item.get("md")) or string(item.get("text"))
    element = NativeElement(ElementType.MISSING, text, metadata={NATIVE_CLASS: name})
    return [element] if text else []


_MAKERS: dict[str, Callable[[dict[str, Any]], list[NativeElement]]] = {
    "text": _text,
    "heading": _heading,
    "table": _table,
    "list": _list,
    "image": _image,
    "link": _link,
    "header": _running(ElementType.PAGE_HEADER),
    "footer": _running(ElementType.PAGE_FOOTER),
}
"""How items of each class become elements; others, such as `code`, have no counterpart."""
