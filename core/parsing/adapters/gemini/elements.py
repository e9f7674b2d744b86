"""Elements of the text that a language model gives for each category."""

from __future__ import annotations

import re
from textwrap import dedent
from typing import TYPE_CHECKING, Any

from core.parsing.adapters.gemini.layout import CLASSES
from core.parsing.adapters.gemini.reading import category
from core.parsing.adapters.json_values import string, whole
from core.parsing.adapters.markdown_text import heading_level as level_by_hashes
from core.parsing.adapters.markdown_text import plain, without_marker
from core.parsing.adapters.native import NATIVE_CLASS, NativeElement
from core.parsing.adapters.structure import heading_level
from core.parsing.adapters.tables import NativeCell, fill_table, html_cells, markdown_cells
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.geometry import BoundingBox

DESCRIPTION = "description"
"""Key of metadata: what the model says of a figure, in its own words."""

_LOWEST = 9
"""Levels of headings that are told apart."""
_DEEPEST = 8
"""Lists inside each other."""
_ITEM = re.compile(r"([ \t]*)(?:[-*+•]|\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,5})[.)])\s+\S")
_HTML_TABLE = re.compile(r"<table\b.*?(?:</table\s*>|\Z)", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"<[^<>]{1,400}>")
_DELIMITERS = re.compile(r"(\$\$?|\\\[|\\\()\s*([^$]*?)\s*(?:\$\$?|\\\]|\\\))", re.DOTALL)
_UNESCAPED = {"\b": r"\b", "\f": r"\f", "\t": r"\t", "\r": r"\r"}
_LOST = re.compile(r"[\x08\x0c]|\t(?=imes|ext|heta|au|frac|ilde|o\b)|\r(?=ho|ight|angle|m\b)")
"""What JSON makes of LaTeX whose backslashes were not escaped, as in `\\frac` and `\\times`."""


def elements_of(
    values: dict[str, Any], boxes: tuple[BoundingBox, ...], pages: tuple[int, ...]
) -> list[NativeElement]:
    """The elements that one of the model's stands for: a list may be given as one, in lines.

    What it writes around a table follows the table.
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
    """The table, and what stands beside it as text of the same place."""
    html = _HTML_TABLE.findall(text)
    cells = [cell for part in html for cell in html_cells(part)] if len(html) == 1 else []
    rest = _TAG.sub(" ", _HTML_TABLE.sub("\n", text) if cells else text)
    if not cells:
        lines = rest.splitlines()
        cells = markdown_cells(rest) if any("|" in line for line in lines) else []
        rest = "\n".join(line for line in lines if "|" not in line)
    if not cells:
        # Words that are no table still stand there.
        table.text = plain(rest)
        return [table]
    fill_table(table, [_plain_cell(cell) for cell in cells])
    beside = NativeElement(ElementType.PARAGRAPH, plain(rest), pages=table.pages)
    return [table, beside] if beside.text else [table]


def _plain_cell(cell: NativeCell) -> NativeCell:
    cell.text = plain(cell.text)
    return cell


def _items(item: NativeElement, content: Any) -> list[NativeElement]:
    """The items of a Markdown list; those that are set in deeper are lists within the one above."""
    items: list[NativeElement] = []
    above: list[tuple[int, NativeElement]] = []
    for indent, words in _lines_of_items(content):
        made = NativeElement(item.type, words, item.boxes, item.pages)
        while above and (above[-1][0] >= indent or len(above) == _DEEPEST):
            above.pop()
        (_inner(above[-1][1]) if above else items).append(made)
        above.append((indent, made))
    return items or [item]


def _lines_of_items(content: Any) -> Iterator[tuple[int, str]]:
    """The indent and the words of each item of a list; lines without a marker go on with one."""
    indent, lines = 0, list[str]()
    for line in string(dedent(content) if isinstance(content, str) else content).splitlines():
        begun = _ITEM.match(line)
        if begun and lines:
            yield indent, " ".join(lines)
            lines = []
        if begun:
            indent = len(begun[1].expandtabs(4))
        lines.append(plain(without_marker(line)))
    if any(lines):
        yield indent, " ".join(lines)


def _inner(item: NativeElement) -> list[NativeElement]:
    """The items of the list that an item holds."""
    if not item.children:
        item.children.append(NativeElement(ElementType.LIST))
    return item.children[0].children
