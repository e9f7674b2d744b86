"""`content_list.json` of MinerU, which people read more often than `middle.json`, and its v2.

Text is Markdown with a few escapes. Boxes, in thousandths of the page, were added with version 2.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from core.parsing.adapters.json_values import mapping, mappings, number, sequence, string, whole
from core.parsing.adapters.mineru.blocks import Block, Sheet, TextLine, edges_of, inline_text

if TYPE_CHECKING:
    from core.parsing.adapters.mineru.middle import Sheets

_UNITS = 1000.0
_FORMULA = re.compile(r"((?<!\\)\$[^$]*(?<!\\)\$)")
_ESCAPED = re.compile(r"\\([*`~$#+\-_>|.!()\[\]\\])")
_FENCED = re.compile(r"^```[^\n]*\n(.*?)\n?```$", re.DOTALL)
_NEW_ITEM = "  \n"
_ATTACHED = ("caption", "footnote")
_SHORT = {"image": "img"}
"""Beginnings of names of keys in version 0."""
_RENAMED = {
    "paragraph": "text",
    "equation_interline": "interline_equation",
    "equation": "interline_equation",
    "algorithm": "code",
    "page_header": "header",
    "page_footer": "footer",
    "page_aside_text": "aside_text",
}
"""Types of content lists, as `middle.json` calls them."""
_REFERENCES = ("ref_text", "reference_list")


def content_list_blocks(items: list[Any], sheets: Sheets) -> list[Block]:
    """The blocks of a content list in its order."""
    return [_item(item, _sheet(whole(item.get("page_idx")), sheets)) for item in mappings(items)]


def content_list_v2_blocks(pages: list[Any], sheets: Sheets) -> list[Block]:
    """The blocks of a content list that has a list for each page."""
    return [
        _item_v2(item, sheet)
        for at, page in enumerate(pages)
        for sheet in (_sheet(at, sheets),)
        for item in mappings(page)
    ]


def _sheet(index: int | None, sheets: Sheets) -> Sheet:
    return sheets(0 if index is None else index + 1, _UNITS, _UNITS)


def _item(item: dict[str, Any], sheet: Sheet) -> Block:
    name = string(item.get("type"))
    kind = _RENAMED.get(name, name)
    block = Block(kind, sheet, edges_of(item.get("bbox")), sub_type=string(item.get("sub_type")))
    block.level = whole(item.get("text_level"))
    if kind == "text" and block.level:
        block.kind = "title"
    block.html = string(item.get("table_body"))
    texts = [item.get("text"), item.get("content")]
    for text in filter(None, map(string, texts)):
        _add_text(block, text)
    if code := string(item.get("code_body")):
        fenced = _FENCED.match(code)
        block.lines.append(TextLine(fenced[1] if fenced else code, sheet.number, block.edges))
    block.blocks = [
        *(_part("text", text, sheet) for text in sequence(item.get("list_items"))),
        *_attached(item, kind, sheet),
    ]
    return block


def _add_text(block: Block, text: str) -> None:
    page, edges = block.sheet.number, block.edges
    if block.kind == "interline_equation":
        latex = text.removeprefix("$$").removesuffix("$$").strip()
        block.lines.append(TextLine(latex, page, edges))
        return
    parts = text.split(_NEW_ITEM) if block.kind == "text" else [text]
    if len(parts) > 1:
        block.kind, edges = "list", None
    block.lines += [TextLine(_plain(part), page, edges, begins=len(parts) > 1) for part in parts]


def _plain(text: str) -> str:
    """The text without the escapes of Markdown; those within formulas are of LaTeX."""
    parts = _FORMULA.split(text)
    parts[::2] = [_ESCAPED.sub(r"\1", part) for part in parts[::2]]
    return "".join(parts)


def _attached(item: dict[str, Any], kind: str, sheet: Sheet) -> list[Block]:
    """Captions and notes, each a text or a list of texts; they have no boxes."""
    names = [(kind, what) for what in _ATTACHED]
    names += [(_SHORT[kind], what) for what in _ATTACHED if kind in _SHORT]
    found = [(what, item.get(f"{name}_{what}")) for name, what in names]
    return [
        _part(f"{kind}_{what}", text, sheet)
        for what, value in found
        for text in (value if isinstance(value, list) else [value])
    ]


def _part(kind: str, value: Any, sheet: Sheet) -> Block:
    """A block without a box; an item of a list may be a text, or hold one with items below."""
    block = Block(kind, sheet)
    raw = mapping(value)
    text = _plain(string(raw.get("text") or raw.get("content") if raw else value))
    if text:
        block.lines.append(TextLine(text, sheet.number))
    items = sequence(raw.get("list_items"))
    if items:
        block.blocks = [Block("list", sheet, blocks=[_part("text", each, sheet) for each in items])]
    return block


def _item_v2(item: dict[str, Any], sheet: Sheet) -> Block:
    name, content = string(item.get("type")), mapping(item.get("content"))
    kind = _RENAMED.get(name, name)
    block = Block(kind, sheet, edges_of(item.get("bbox")), sub_type=string(item.get("sub_type")))
    block.level = whole(content.get("level"))
    block.index = number(item.get("index"))
    block.html = string(content.get("html"))
    if string(content.get("list_type")) in _REFERENCES:
        block.sub_type = "ref_text"
    for key, value in content.items():
        if key == "list_items":
            block.blocks += [_item_of_list(each, sheet) for each in mappings(value)]
        elif key.endswith(_ATTACHED):
            attached = Block(f"{kind}_{key.rpartition('_')[2]}", sheet)
            _add_spans(attached, value)
            block.blocks.append(attached)
        elif key == "content" or key.endswith("_content"):
            _add_spans(block, value)
    return block


def _item_of_list(item: dict[str, Any], sheet: Sheet) -> Block:
    block = Block("text", sheet)
    _add_spans(block, item.get("item_content"))
    inner = mappings(item.get("list_items")) or mappings(item.get("children"))
    if inner:
        items = [_item_of_list(each, sheet) for each in inner]
        block.blocks = [Block("list", sheet, blocks=items)]
    return block


def _add_spans(block: Block, value: Any) -> None:
    """Adds the text of a string, or of spans."""
    text = inline_text(value)
    if text:
        block.lines.append(TextLine(text, block.sheet.number, block.edges))
