"""Numbered references, such as "Article 14" or "Tabelle 3", and what they name in the document."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from core.refining.rules import RULES
from core.sir import HEADINGS, ElementType, Sir
from core.spans import Span
from core.text.sentences import sentence_spans

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


_NOUNS = {name: noun for noun, names in RULES["numbered_parts"].items() for name in names.split()}
"""What is numbered, by its names in English and German."""
_NUMBER = r"(?:\d+(?:\.\d+)*[a-z]?|[IVX]+|[A-Z])(?![\w])"
_NOUN = rf"((?i:{'|'.join(_NOUNS)}))(?:(?<=§)\s*|\s+)"
_MENTION = re.compile(
    rf"(?<!\w){_NOUN}({_NUMBER})(?:,?\s+(?:clause|Absatz|Abs\.)\s+(\d+))?",
)
_NAMED = re.compile(rf"{_NOUN}({_NUMBER})")
_COUNTED = re.compile(r"(\d+(?:\.\d+)*)\.?\s+\S")
_ELSEWHERE = re.compile(
    r"(?:\(\w{1,3}\))*\s*(?:,?\s*(?:and|or|to|und|oder|bis|–|-)\s*\d|(?:of|in|from)\s+(?!this\b|these\b)"
    r"|(?:de[rs]|in|im|aus|von)\s+(?!dies)|[A-ZÄÖÜ]{2,}\b|(?:Abs|Satz)\b)"
)
"""What follows a reference into another document, or the first of several references."""
_TITLE_WORDS = 8
"""Words of a line that only names a recommendation, whose text stands below it."""


class Mention(NamedTuple):
    """A reference in `text[start:end]`; `clause` is the number of a clause of it, 0 for none."""

    target: tuple[str, str]
    clause: int
    start: int
    end: int


def mentions(text: str) -> Iterator[Mention]:
    """The references of a text to parts of its own document, in their order."""
    for match in _MENTION.finditer(text):
        if not _ELSEWHERE.match(text, match.end()):
            yield Mention(_target(match), int(match[3] or 0), *match.span())


def targets(sir: Sir) -> Mapping[tuple[str, str], list[int]]:
    """Nodes under what they are called: headings, captions and numbered recommendations."""
    nodes: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for node in range(sir.flow):
        for name in _names(sir, node):
            nodes[name].append(node)
    return nodes


def clause(sir: Sir, article: int, number: int) -> int | None:
    """The item "(3)" of an article that clause 3 names; None if there is no such one."""
    items = (n for n in sir.walk(article) if sir.nodes[n].text.lstrip().startswith(f"({number})"))
    return next(items, None)


def span(sir: Sir, node: int) -> Span:
    """The span of what a reference to a node is explained by: its first sentence.

    A line that only names a recommendation is passed over for the one below it.
    """
    element = sir.nodes[node]
    if element.type in HEADINGS or element.type is ElementType.CAPTION:
        return Span(node, 0, len(element.text))
    below = node + 1
    short = len(element.text.split()) <= _TITLE_WORDS
    if short and below < sir.flow and sir.nodes[below].type is ElementType.PARAGRAPH:
        node = below
    start, end = next(iter(sentence_spans(sir.nodes[node].text, sir.language)), (0, 0))
    return Span(node, start, end)


def _names(sir: Sir, node: int) -> Iterator[tuple[str, str]]:
    element = sir.nodes[node]
    heading = element.type in HEADINGS
    if named := _NAMED.match(element.text):
        noun, number = _target(named)
        if heading or element.type is ElementType.CAPTION or noun == "recommendation":
            yield noun, number
        if heading and noun == "chapter":
            yield "section", number
    elif counted := _COUNTED.match(element.text):
        number = counted[1]
        parts = number.count(".")
        if heading:
            yield "section", number
            if not parts:
                yield "chapter", number
        elif parts > 1 and element.type in (ElementType.PARAGRAPH, ElementType.LIST_ITEM):
            yield "recommendation", number


def _target(match: re.Match[str]) -> tuple[str, str]:
    """What a reference names: the kind of part, and its number."""
    return _NOUNS[match[1].casefold()], match[2].casefold()
