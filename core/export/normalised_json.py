"""The flow of a document as the normalised JSON that structured chunking takes in.

Headings that name the document are `h1`, like those of main sections; the two levels below are
`h2` and `h3`, any deeper ones paragraphs, as the form has no more. Lists and tables are one block
each: items on lines, cells parted by tabs. `core.parsing.adapters.normalised` reads the form.

Source: structured chunking v2, sections 4 and 7 (input shape).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from core.chunking.main_headings import LEVELS, numbered
from core.sir import ElementType, Sir

if TYPE_CHECKING:
    from collections.abc import Iterator


_LISTS = frozenset({ElementType.LIST, ElementType.REFERENCE_LIST})


def normalised_json(sir: Sir) -> str:
    """`normalised_pages` as a file."""
    return json.dumps({"pages": normalised_pages(sir)}, ensure_ascii=False)


def normalised_pages(sir: Sir) -> list[dict[str, Any]]:
    """All pages with what begins on them: by kind, and as `blocks` in reading order.

    `list` holds the items of each list, `table` the rows of each table. A block that reading order
    puts behind one of a later page is listed with that page, and says its own `page_number`.
    """
    pages = [_empty(page.number) for page in sir.pages]
    last = 1
    for node, kind, value in _units(sir):
        number = _page(sir, node) or last
        last = max(last, number)
        listed = pages[last - 1]
        listed[kind].append(value)
        text = _text(value)
        listed["blocks"].append({"type": kind, "text": text, "page_number": number})
    return pages


def _empty(number: int) -> dict[str, Any]:
    kinds = ("h1", "h2", "h3", "p", "list", "table")
    return {"page_number": number, **{kind: [] for kind in kinds}, "blocks": []}


def _units(sir: Sir) -> Iterator[tuple[int, str, Any]]:
    """Node, kind and content of each block in reading order, those without text left out."""
    levels = numbered(sir)
    node = 1
    while node < sir.flow:
        own = sir.nodes[node]
        whole = own.type in _LISTS or own.type is ElementType.TABLE
        if whole:
            kind = "list" if own.type in _LISTS else "table"
            value: Any = _items(sir, node) if kind == "list" else _rows(sir, node)
        else:
            level = max(levels.get(node, LEVELS + 1), 1)
            kind, value = (f"h{level}" if level <= LEVELS else "p"), own.text
        if _text(value).strip():
            yield node, kind, value
        node = int(sir.subtree_end[node]) if whole else node + 1


def _items(sir: Sir, node: int) -> list[str]:
    """The texts of a list, one a line; those below an item as further ones."""
    return [_one_line(sir.nodes[i].text) for i in sir.walk(node) if sir.nodes[i].text.strip()]


def _rows(sir: Sir, node: int) -> list[list[str]]:
    """The cells of a table by row; what stands beside its rows as rows of one cell."""
    rows: list[list[str]] = []
    for child in sir.nodes[node].children:
        is_row = sir.nodes[child].type is ElementType.TABLE_ROW
        cells = sir.nodes[child].children if is_row else (child,)
        rows.append([" ".join(_items(sir, cell)) for cell in cells])
    own = _one_line(sir.nodes[node].text)
    return [*([[own]] if own else []), *(row for row in rows if any(row))]


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    return "\n".join(part if isinstance(part, str) else "\t".join(part) for part in value)


def _page(sir: Sir, node: int) -> int:
    """The page of the first word of a block; 0 where none has a place."""
    for index in sir.walk(node):
        words = sir.words_between(index, 0, len(sir.nodes[index].text))
        if len(words):
            return int(sir.lines.page[sir.words.line[words[0]]])
    return 0
