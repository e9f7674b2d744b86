"""Items of lists that are too long for one quote: what belongs to each, and what introduces it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.parsing.structuring.markers import BULLET
from core.sir import ElementType
from core.spans import Span
from core.text.sentences import sentence_spans

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.sir import Sir

LIST_UP_TO = 1000
"""Characters up to which a list is quoted whole, with what introduces it."""

LABEL_UP_TO = 90
"""Characters of a line that only names a recommendation."""

_TORN_WORDS = 7
"""Words in front of the comma behind which a paragraph is torn, at least."""
_SALUTATION = re.compile(r"^(?:dear|hello|hi|sehr geehrte[rsn]?|liebe[rs]?|hallo)\b", re.IGNORECASE)


def is_item(sir: Sir, node: int) -> bool:
    """Whether a node is an item of a list, also one that the parser took for a paragraph."""
    is_listed = sir.nodes[node].type is ElementType.LIST_ITEM
    return is_listed or bool(BULLET.match(sir.nodes[node].text.lstrip()))


def is_torn(sir: Sir, before: int, node: int) -> bool:
    """Whether a paragraph goes on with the one before, torn behind a comma; no line of a letter."""
    text = sir.nodes[before].text.rstrip()
    plain = {sir.nodes[before].type, sir.nodes[node].type} == {ElementType.PARAGRAPH}
    long = len(text.split()) >= _TORN_WORDS and not _SALUTATION.match(text)
    return plain and long and text.endswith(",") and not is_item(sir, node)


def closes(sir: Sir, node: int) -> bool:
    """Whether a paragraph ends the sentence of the list above it, as "unless they agree" does."""
    text = sir.nodes[node].text.lstrip()
    return sir.nodes[node].type is ElementType.PARAGRAPH and text[:1].islower()


def introduces(sir: Sir, before: int, node: int) -> bool:
    """Whether the text just before a list has no end of its own."""
    text = sir.nodes[before].text.rstrip()
    return sir.nodes[node].parent != before and text[-1:].isalnum() and len(text) > LABEL_UP_TO


def introductions(sir: Sir, group: Sequence[int], node: int) -> tuple[Span, ...]:
    """The sentences of a list that introduce one of its items, the highest first.

    They are the sentence before the list, and the items that the item is nested below.
    """
    above = [at for at in sir.ancestors(node) if at in group]
    if not is_item(sir, group[0]) or sir.nodes[group[0]].text.rstrip().endswith(":"):
        above.insert(0, group[0])
    return tuple(_last_sentence(sir, at) for at in dict.fromkeys(above) if at != node)


def _last_sentence(sir: Sir, node: int) -> Span:
    text = sir.nodes[node].text.rstrip()
    start, end = sentence_spans(text)[-1]
    return Span(node, start, end)


def list_items(sir: Sir, group: Sequence[int]) -> Iterator[list[int]]:
    """The nodes of a list, each with those nested below it that it introduces."""
    item: list[int] = []
    length = 0
    for node in group:
        text = sir.nodes[node].text
        nested = item and len(group) > 1 and item[0] != group[0] and _nested(sir, item, node)
        if nested and length + len(text) <= LIST_UP_TO:
            item.append(node)
            length += len(text)
            continue
        if item:
            yield item
        item, length = [node], len(text)
    if item:
        yield item


def _nested(sir: Sir, item: Sequence[int], node: int) -> bool:
    """Whether a node is nested below an item: it has another sign, or a deeper list."""
    outer, inner = (sir.nodes[index] for index in (item[0], node))
    if len(sir.ancestors(node)) != len(sir.ancestors(item[0])):
        return inner.type is not ElementType.LIST_ITEM or len(sir.ancestors(node)) > len(
            sir.ancestors(item[0])
        )
    opens = sir.nodes[item[-1]].text.rstrip().endswith(":")
    same = outer.text.lstrip()[:1] == inner.text.lstrip()[:1]
    return not same and (opens or len(item) > 1)
