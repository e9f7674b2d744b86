"""SIR_Query: from a node upwards and backwards over the pointers of the tree, and nowhere else.

Source: TopoChunker, section 3.3.3.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from core.sir import ElementType, Sir
from core.spans import Span
from core.text.sentences import sentence_spans

if TYPE_CHECKING:
    from collections.abc import Iterator


TEXTS = frozenset({ElementType.PARAGRAPH, ElementType.LIST_ITEM, ElementType.FOOTNOTE})
"""What holds sentences of running text."""


class Visit(NamedTuple):
    """The nodes seen at a stop on the way: a parent alone, or an earlier sibling with all below."""

    nodes: range
    is_parent: bool


def walk(sir: Sir, node: int) -> Iterator[Visit]:
    """The nodes above and before a node, the nearest first: siblings backwards, then the parent.

    Together the visits see every node of the flow that stands before it, each once.
    """
    while (parent := sir.nodes[node].parent) >= 0:
        siblings = sir.nodes[parent].children
        for sibling in reversed(siblings[: bisect_left(siblings, node)]):
            yield Visit(range(sibling, int(sir.subtree_end[sibling])), is_parent=False)
        yield Visit(range(parent, parent + 1), is_parent=True)
        node = parent


def sentences(sir: Sir, node: int, end: int | None = None) -> list[Span]:
    """The sentences of a node's text, or of its first `end` characters, the last first."""
    spans = sentence_spans(sir.nodes[node].text[:end], sir.language)
    return [Span(node, *bounds) for bounds in reversed(spans)]


def sentences_before(sir: Sir, node: int, start: int) -> Iterator[Span]:
    """Sentences of running text before a place, the nearest first, as the walk comes by them."""
    yield from sentences(sir, node, start)
    for nodes, _ in walk(sir, node):
        for at in reversed(nodes):
            if sir.nodes[at].type in TEXTS:
                yield from sentences(sir, at)
