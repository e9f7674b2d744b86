"""Blocks of the Markdown that models write: nearly Markdown, with pages' own numbers kept.

A reader of CommonMark would take `1999. A year` for a list and drop the number, which the page
shows.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from core.parsing.adapters.markdown_text import heading_level, plain, without_marker
from core.parsing.adapters.native import NATIVE_CLASS, NativeElement
from core.parsing.adapters.tables import fill_table, html_tables, markdown_cells
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_ITEM = re.compile(r"(?P<indent>[ \t]{0,80})(?:[-*+\u2022]|\d{1,3}[.)])[ \t]+\S")
_ROW = re.compile(r"[ \t]*\|")
_RULE = re.compile(r"\|?(?:[ \t]{0,40}:?-+:?[ \t]{0,40}\|)+[ \t]{0,40}(?::?-+:?)?")
_QUOTED = re.compile(r"^[ ]{0,3}(?:>[ \t]?){1,8}(?![ \t]*[\d.,])", re.ASCII)
_LINE = re.compile(r"(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}")
_FENCED = re.compile(
    r"^[ ]{0,3}```[^\n]*\n(?P<code>.*?)(?:^[ ]{0,3}```[ \t]*$|\Z)"
    r"|^[ ]{0,3}\$\$(?P<formula>.*?)\$\$"
    r"|(?P<table><table\b)",
    re.DOTALL | re.MULTILINE | re.IGNORECASE,
)
_TABLE_TAG = re.compile(r"<(/?)table\b[^<>]{0,1000}>", re.IGNORECASE)
_BLANK = re.compile(r"\n[ \t]*\n")
_UNDERLINED = re.compile(r"^([^\n\S]{0,3}[^\s#|>\-*+`~=][^\n]*)\n={3,}[ \t]*$", re.MULTILINE)
_DEEPEST = 8
"""Lists inside each other."""


def markdown_blocks(markdown: str) -> list[NativeElement]:
    """Headings, lists, tables, formulas and paragraphs of Markdown, in their order."""
    elements: list[NativeElement] = []
    ends = _table_ends(markdown)
    at = 0
    while match := _FENCED.search(markdown, at):
        elements += _unfenced(markdown[at : match.start()])
        if match["table"] is None:
            elements += _fenced(match)
            at = match.end()
        else:
            # A table without an end is over where Markdown ends any HTML.
            blank = _BLANK.search(markdown, match.end())
            at = ends.get(match.start()) or (blank.start() if blank else len(markdown))
            elements += _table(markdown[match.start() : at])
    return [*elements, *_unfenced(markdown[at:])]


def _table_ends(markdown: str) -> dict[int, int]:
    """Where tables in HTML end, by where they begin; those that hold others behind these."""
    ends: dict[int, int] = {}
    begun: list[int] = []
    for tag in _TABLE_TAG.finditer(markdown):
        if not tag[1]:
            begun.append(tag.start())
        elif begun:
            ends[begun.pop()] = tag.end()
    return ends


def _table(html: str) -> list[NativeElement]:
    """A table, and what of its text stands in no cell, such as its caption."""
    cells, rest = html_tables(html)
    table = [fill_table(NativeElement(ElementType.TABLE), cells)] if cells else []
    return [*table, *([NativeElement(ElementType.PARAGRAPH, rest)] if rest else [])]


def _fenced(match: re.Match[str]) -> list[NativeElement]:
    if match["formula"] is not None:
        text = match["formula"].strip()
        return [NativeElement(ElementType.FORMULA, text)] if text else []
    text = match["code"].strip("\n")
    code = NativeElement(ElementType.MISSING, text, metadata={NATIVE_CLASS: "code"})
    return [code] if text.strip() else []


def _unfenced(markdown: str) -> Iterator[NativeElement]:
    for kind, group in groupby(_UNDERLINED.sub(r"# \1", markdown).splitlines(), _kinds()):
        lines = list(group)
        if kind == "item":
            yield _list(lines)
        elif kind == "row":
            if cells := markdown_cells("\n".join(lines)):
                yield fill_table(NativeElement(ElementType.TABLE), cells)
        elif kind == "heading":
            yield from map(_heading, lines)
        elif kind and (text := plain(" ".join(map(_unquoted, lines)))):
            yield NativeElement(ElementType.PARAGRAPH, text)


def _unquoted(line: str) -> str:
    """A line without the mark of a quotation; before a number it is a sign that the page shows."""
    return _QUOTED.sub("", line)


def _kinds() -> Callable[[str], str]:
    """Tells what a line belongs to; one below an item, without a mark, goes on with it."""
    last = ""

    def kind(line: str) -> str:
        nonlocal last
        words = line.strip()
        if not words or _LINE.fullmatch(words):
            last = ""
        elif heading_level(line):
            last = "heading"
        elif _ROW.match(line) or _RULE.fullmatch(words):
            last = "row"
        elif _ITEM.match(line) or last == "item":
            last = "item"
        else:
            last = "text"
        return last

    return kind


def _heading(line: str) -> NativeElement:
    return NativeElement(
        ElementType.SECTION_HEADER, plain(without_marker(line)), level=heading_level(line)
    )


def _list(lines: Sequence[str]) -> NativeElement:
    """A list, its items below those that are indented less."""
    top = NativeElement(ElementType.LIST)
    open_lists = [(-1, top)]
    for indent, text in _items(lines):
        while len(open_lists) > 1 and indent < open_lists[-1][0]:
            open_lists.pop()
        place, holder = open_lists[-1]
        if place < 0:
            open_lists[0] = (indent, top)
        elif indent > place + 1 and len(open_lists) < _DEEPEST:
            above = holder.children[-1]
            holder = NativeElement(ElementType.LIST)
            above.children.append(holder)
            open_lists.append((indent, holder))
        holder.children.append(NativeElement(ElementType.LIST_ITEM, text))
    return top


def _items(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The indent and the text of each item, whose lines may be several."""
    items: list[tuple[int, list[str]]] = []
    for line in lines:
        if match := _ITEM.match(line):
            mark = without_marker(line.lstrip().removeprefix("\N{BULLET}").lstrip())
            items.append((len(match["indent"].expandtabs(4)), [mark]))
        else:
            items[-1][1].append(line)
    return ((indent, plain(" ".join(parts))) for indent, parts in items)
