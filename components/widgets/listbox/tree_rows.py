"""Rows of an outline, made from a tree."""

from __future__ import annotations

from typing import NamedTuple

from components.labels.elements import class_words
from core.parsing.node_places import first_pages
from core.parsing.structuring.tables_of_contents import LEADER_DOTS
from core.sir import HEADINGS, ElementType, Node, Sir
from core.text.one_line import beginning

_LABEL_LENGTH = 120
_FIRST_WORDS = 9
"""Words by which a segment is called."""
_QUOTES = '“”„"‘’«»'
_STOPS = ".,;:—– "


class TreeRow(NamedTuple):
    """One line of an outline: `node` is its index in the tree, `page` 1-based, 0 if unknown.

    `note` is said behind the label, with a bar in `colour` before the row.
    """

    node: int
    depth: int
    kind: str
    label: str
    page: int
    section: bool
    note: str = ""
    colour: str = ""


def tree_rows(sir: Sir) -> list[TreeRow]:
    """The flow of a document in reading order, without its root."""
    pages = first_pages(sir)
    depth = [0] * sir.flow
    for index in range(1, sir.flow):
        depth[index] = depth[sir.nodes[index].parent] + 1
    return [_row(sir, index, depth[index] - 1, int(pages[index])) for index in range(1, sir.flow)]


def aside_rows(sir: Sir) -> list[TreeRow]:
    """What was set aside: running headers, hidden text and the like, as a flat list; and why.

    Rows of dots that lead to page numbers are left out: `dot_rows` counts them.
    """
    pages = first_pages(sir)
    return [
        _row(sir, index, 0, int(pages[index]))._replace(note=_aside_reason(sir.nodes[index]))
        for index in range(sir.flow, len(sir.nodes))
        if _says_something(sir.nodes[index])
    ]


def aside_count(sir: Sir) -> int:
    """How many elements were set aside: as many as `aside_rows` lists."""
    return sum(map(_says_something, sir.nodes[sir.flow :]))


def dot_rows(sir: Sir) -> int:
    """How many rows of dots were set aside, which say nothing to anybody."""
    return sum(map(_is_dots, sir.nodes[sir.flow :]))


def _says_something(node: Node) -> bool:
    return bool(node.text or node.regions) and not _is_dots(node)


def _is_dots(node: Node) -> bool:
    return node.metadata.get("aside") == LEADER_DOTS


def _aside_reason(node: Node) -> str:
    """Why a node was set aside, unless its class says it: navigation, cookie notice, hidden."""
    reason = node.metadata.get("aside", "")
    return "" if reason == node.type.value else reason.replace("_", " ")


def _row(sir: Sir, index: int, depth: int, page: int) -> TreeRow:
    node = sir.nodes[index]
    section = node.type in HEADINGS
    words = first_words(sir, index) or node.text.strip() or _words_below(sir, node)
    plain = section or node.type is ElementType.PARAGRAPH
    kind = "" if plain else class_words(node.type)
    label = beginning(words, _LABEL_LENGTH) or "(no text)"
    return TreeRow(index, depth, kind, label, page, section)


def first_words(sir: Sir, node: int) -> str:
    """What a segment is called, which has no text of its own: its first words, in quotes.

    Empty for any other node.
    """
    if sir.nodes[node].type is not ElementType.SEGMENT:
        return ""
    words: list[str] = []
    for below in sir.walk(node):
        words += sir.nodes[below].text.split()[: _FIRST_WORDS + 1]
        if len(words) > _FIRST_WORDS:
            return f"“{' '.join(words[:_FIRST_WORDS]).strip(_QUOTES).rstrip(_STOPS)}…”"
    return f"“{' '.join(words).strip(_QUOTES)}”"


def _words_below(sir: Sir, node: Node) -> str:
    texts: list[str] = []
    waiting = list(reversed(node.children))
    while waiting and sum(map(len, texts)) <= _LABEL_LENGTH:
        below = sir.nodes[waiting.pop()]
        if below.text:
            texts.append(" ".join(below.text.split()))
        waiting.extend(reversed(below.children))
    return " · ".join(texts)
