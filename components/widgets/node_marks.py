"""Marks for nodes of the tree: the selected one, and every line that can be clicked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from components.labels.elements import class_words
from components.widgets.page_view import Mark, MarkRole, colour_of
from core.sir import HEADINGS, Sir
from core.text.one_line import beginning

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


_TIP_LENGTH = 160
MOST_PAGES = 12
"""Pages of an element that are shown at once."""


def node_marks(sir: Sir, node: int | None, pages: Sequence[int]) -> list[Mark]:
    """Marks on these 1-based pages: lines to click, and above them the selected node's own.

    A heading marks its whole section: itself as a heading, what lies below it as filled lines.
    """
    marks = [mark for page in pages for mark in line_marks(sir, page)]
    if node is not None:
        marks += _selected(sir, node)
    return marks


def line_marks(sir: Sir, page: int) -> Iterator[Mark]:
    """One mark a line of a page, which gives the id of the node that the line belongs to."""
    for node, words in words_by_node(sir, page):
        label = describe(sir, node)
        for box in sir.line_boxes(words):
            yield Mark(sir.nodes[node].id, box, label, MarkRole.LINE, colour_of(0))
    for node in sir.nodes:
        for region in node.regions:
            if region.page == page:
                yield Mark(node.id, region, class_words(node.type), MarkRole.LINE, colour_of(0))


def words_by_node(sir: Sir, page: int) -> Iterator[tuple[int, np.ndarray]]:
    """Nodes with text on a page, each with the indexes of its words there."""
    pieces = np.flatnonzero(sir.lines.page[sir.words.line[sir.pieces.word]] == page)
    owners = np.searchsorted(sir.pieces.first, pieces, side="right") - 1
    for node in np.unique(owners):
        yield int(node), sir.pieces.word[pieces[owners == node]]


def pages_of(sir: Sir, node: int) -> list[int]:
    """All 1-based pages of a node with all below it; empty if its place is not known."""
    below = range(node, int(sir.subtree_end[node])) if node < sir.flow else (node,)
    return sorted({box.page for index in below for box in sir.boxes(index)})


def shown_pages(sir: Sir, node: int | None, page: int | None) -> list[int]:
    """The 1-based pages to show: those of a node with all below it, or else `page`.

    Of a node on more than `MOST_PAGES` pages, it is the group of so many that `page` is in.
    """
    pages = pages_of(sir, node) if node is not None else []
    if pages and (page is None or page in pages):
        first = pages.index(page or pages[0]) // MOST_PAGES * MOST_PAGES
        return pages[first : first + MOST_PAGES]
    return [min(max(page or 1, 1), len(sir.pages))]


def describe(sir: Sir, node: int) -> str:
    """Type, page range and beginning of a node, as a pointer over it reads."""
    element = sir.nodes[node]
    kind = class_words(element.type)
    return f"{kind}: {beginning(element.text, _TIP_LENGTH)}"


def _selected(sir: Sir, node: int) -> Iterator[Mark]:
    chosen = sir.nodes[node]
    below = range(node, int(sir.subtree_end[node])) if node < sir.flow else (node,)
    for index in below:
        role = MarkRole.HEADING if sir.nodes[index].type in HEADINGS else MarkRole.OWN
        for box in sir.boxes(index):
            yield Mark(
                chosen.id,
                box,
                describe(sir, index),
                MarkRole.OWN if index == node else role,
                colour_of(0),
                sir.nodes[index].location,
            )
