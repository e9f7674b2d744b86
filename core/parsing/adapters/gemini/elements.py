"""Elements of the text that a language model gives for each category."""

from __future__ import annotations

import re
from textwrap import dedent
from typing import TYPE_CHECKING, Any

from core.parsing.adapters.gemini.layout import CLASSES
from core.parsing.adapters.gemini.reading import category
from core.parsing.adapters.json_values import string, whole
from core.parsing.adapters.markdown_blocks import markdown_blocks
from core.parsing.adapters.markdown_text import heading_level as level_by_hashes
from core.parsing.adapters.markdown_text import plain, without_marker
from core.parsing.adapters.native import NATIVE_CLASS, NativeElement
from core.parsing.adapters.structure import heading_level
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.geometry import BoundingBox

DESCRIPTION = "description"
"""Key of metadata: what the model says of a figure, in its own words."""

_LOWEST = 9
"""Levels of headings that are told apart."""
_COUNTED = re.compile(
    r"^([ \t]*)(?=\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,5})[.)][ \t]+\S)", re.MULTILINE
)
"""Where a number or letter begins an item, also one that is no mark of Markdown, as `a)`."""
_BARE_ROW = re.compile(r"^(?![ \t]*\|)(?=.*\|)", re.MULTILINE)
"""Where a row of a table begins whose first cell has no line before it."""
_DELIMITERS = re.compile(r"(\$\$?|\\\[|\\\()\s*([^$]*?)\s*(?:\$\$?|\\\]|\\\))", re.DOTALL)
_UNESCAPED = {"\b": r"\b", "\f": r"\f", "\t": r"\t", "\r": r"\r"}
_LOST = re.compile(r"[\x08\x0c]|\t(?=imes|ext|heta|au|frac|ilde|o\b)|\r(?=ho|ight|angle|m\b)")
"""What JSON makes of LaTeX whose backslashes were not escaped, as in `\\frac` and `\\times`."""


def elements_of(
    values: dict[str, Any], boxes: tuple[BoundingBox, ...], pages: tuple[int, ...]
) -> list[NativeElement]:
    """The elements that one of the model's stands for: a list may be given as one, in lines,
    and a table with words around it.
    """
    name, content = category(values), values.get("content")
    type_ = CLASSES.get(name, ElementType.MISSING if name else ElementType.UNKNOWN)
    label = string(values.get("label"))
    if label and not name:
        type_ = ElementType.FIGURE
    text = _latex(content) if type_ is ElementType.FORMULA else string(content)
    made = NativeElement(type_, boxes=boxes, pages=pages)
    if type_ is ElementType.MISSING:
        made.metadata[NATIVE_CLASS] = name
    if type_ is ElementType.TABLE:
        return _table(made, text)
    if type_ in (ElementType.LIST_ITEM, ElementType.REFERENCE_ITEM):
        return _items(made, content)
    if type_ is ElementType.FIGURE:
        return [_figure(made, " ".join(f"{label} {text}".split()))]
    if type_ is ElementType.SECTION_HEADER:
        made.text = plain(without_marker(text))
        given = whole(values.get("heading_level"))
        made.level = min(heading_level(made.text, given or level_by_hashes(text)), _LOWEST)
    else:
        made.text = text if type_ is ElementType.FORMULA else plain(text)
    return [made]


def _figure(figure: NativeElement, words: str) -> NativeElement:
    """A figure has no text; words that the model has for it are a description."""
    if words:
        figure.metadata[DESCRIPTION] = words
    return figure


def _latex(content: Any) -> str:
    """LaTeX without what sets it apart from text, and with its backslashes."""
    if isinstance(content, str):
        content = _LOST.sub(lambda match: _UNESCAPED[match[0]], content)
    text = string(content)
    inside = _DELIMITERS.fullmatch(text)
    return inside[2] if inside else text


def _table(table: NativeElement, text: str) -> list[NativeElement]:
    """The table where it stands among the words around it; words that are no table are its text."""
    blocks = markdown_blocks(text)
    if not _has(ElementType.TABLE, blocks):
        blocks = markdown_blocks(_BARE_ROW.sub("|", text))
    at = next((at for at, block in enumerate(blocks) if block.type is ElementType.TABLE), None)
    if at is None:
        table.text = plain(text)
        return [table]
    table.children = blocks[at].children
    blocks[at] = table
    # Cells in HTML are read as they are; all others are plain by now.
    is_marked = "<table" in text.lower()
    for block in blocks:
        for inner in block.walk():
            inner.pages = table.pages
            if is_marked and block.type is ElementType.TABLE:
                inner.text = plain(inner.text)
    return blocks


def _items(item: NativeElement, content: Any) -> list[NativeElement]:
    """The items of a Markdown list, which may hold lists, and what stands around them; any other
    text is one item.
    """
    text = string(dedent(content) if isinstance(content, str) else content)
    lines = filter(str.strip, _COUNTED.sub(r"\1- ", text).splitlines())
    blocks = markdown_blocks("\n".join(lines))
    if not _has(ElementType.LIST, blocks):
        item.text = plain(without_marker(text))
        return [item]
    for block in blocks:
        for made in block.walk():
            if made is block or made.type is ElementType.LIST_ITEM:
                made.boxes, made.pages = item.boxes, item.pages
            if made.type is ElementType.LIST_ITEM:
                made.type = item.type
    return [
        made
        for block in blocks
        for made in (block.children if block.type is ElementType.LIST else [block])
    ]


def _has(type_: ElementType, blocks: Iterable[NativeElement]) -> bool:
    return any(block.type is type_ for block in blocks)
