"""Words of a document as they are compared between editions, each with its place."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from core.sir import ElementType, Sir
from core.spans import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


_SYMBOL = "[\u2190-\u22ff\u25a0-\u27bf\u2b00-\u2bff]"
"""Arrows, mathematical operators, geometric shapes and dingbats, as grades are drawn with."""
_WORD = re.compile(rf"\d+(?:[.,]\d+)*|[^\W\d_]+|[%‰<>≤≥=±−+×§]|{_SYMBOL}+")
"""A number with its points and commas, letters, or signs that change what is meant."""
_BULLET = re.compile(rf"\s*{_SYMBOL}(?=\s)")
"""The mark of an item in a list, which is a matter of style."""
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_SOFT_HYPHEN = "\u00ad"


class ComparedWord(NamedTuple):
    """A word at its place; `key` is what it is compared by: no case, no ligatures."""

    key: str
    span: Span


def compared_words(sir: Sir, spans: Iterable[Span]) -> tuple[ComparedWord, ...]:
    """The words of spans in their order, marks of footnotes left out."""
    marks = _note_marks(sir)
    return tuple(
        ComparedWord(key_of(match.group()), Span(span.node, match.start(), match.end()))
        for span in spans
        for match in _WORD.finditer(sir.nodes[span.node].text, _start(sir, span), span.end)
        if not any(low <= match.start() < high for low, high in marks.get(span.node, ()))
    )


def _start(sir: Sir, span: Span) -> int:
    """Where the words of a span begin, behind the mark of an item."""
    node = sir.nodes[span.node]
    bullet = node.type is ElementType.LIST_ITEM and _BULLET.match(node.text, span.start)
    return bullet.end() if bullet else span.start


def key_of(word: str) -> str:
    """A word without case, ligatures and soft hyphens."""
    return unicodedata.normalize("NFKC", word).replace(_SOFT_HYPHEN, "").casefold()


def same_letters(old: Sequence[ComparedWord], new: Sequence[ComparedWord]) -> bool:
    """Whether words differ only in where they are parted, as by a hyphen at the end of a line.

    Numbers have to be parted alike.
    """
    old_text, new_text = ("".join(word.key for word in words) for words in (old, new))
    return old_text == new_text and _numbers(old) == _numbers(new)


def _numbers(words: Sequence[ComparedWord]) -> list[str]:
    return [number for word in words for number in _DIGITS.findall(word.key)]


def _note_marks(sir: Sir) -> dict[int, list[tuple[int, int]]]:
    places: dict[str, list[tuple[int, int]]] = {}
    for node in sir.nodes:
        owner, _, place = node.metadata.get("note_of", "").partition(":")
        low, _, high = place.partition("-")
        if low.isdecimal() and high.isdecimal():
            places.setdefault(owner, []).append((int(low), int(high)))
    return {at: places[node.id] for at, node in enumerate(sir.nodes) if node.id in places}
