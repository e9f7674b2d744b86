"""What is compared between editions: recommendations, headings, paragraphs, items, table rows."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from core.editions.words import compared_words
from core.sir import HEADINGS, ElementType
from core.spans import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.editions.words import ComparedWord
    from core.sir import Sir

_TABLE = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
_NUMBER = r"(?:[A-Z]\.)?\d+(?:\.\d+)*[a-z]?"
_HEADING = re.compile(rf"(?:(?:{'|'.join(_TABLE['heading'])})\s+)?({_NUMBER})[.:)]?\s+(?=\S)", re.I)
_LABELLED = re.compile(
    rf"(?:{'|'.join(_TABLE['recommendation'])})\s+({_NUMBER})[.:)]?(?=\s|$)", re.I
)
_NUMBERED = re.compile(r"((?:[A-Z]\.)?\d+(?:\.\d+){1,4})[.:)]?\s+(?=[^\W\d_a-zäöü])")
_CAPTION = re.compile(rf"[^\W\d_]+\.?\s+({_NUMBER})[.:)]?\s+")
_NOTE = re.compile(r"\d{1,3}\s+|[*†‡§]+\s*")
_CONSENSUS = re.compile(rf"(?:{'|'.join(_TABLE['consensus'])})\b", re.I)
_LABEL_WORDS = 16
"""A paragraph with a label and no more words than this is the head of a recommendation."""


class PassageKind(StrEnum):
    """What a passage is to a reader."""

    RECOMMENDATION = "recommendation"
    HEADING = "heading"
    TEXT = "text"
    TABLE_ROW = "table row"
    APART = "apart"
    """Footnotes, captions and words of figures, which stand where the page has room for them."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a document: its place, its number (empty without one) and its other words.

    `label` are the words that hold the number, as "Table 2". `section` is the nearest heading
    above, as an index of a node; -1 without one.
    """

    kind: PassageKind
    spans: tuple[Span, ...]
    number: str
    label: tuple[ComparedWord, ...]
    words: tuple[ComparedWord, ...]
    section: int = -1

    @property
    def keys(self) -> tuple[str, ...]:
        """The words as they are compared."""
        return tuple(word.key for word in self.words)


def passages(sir: Sir) -> tuple[Passage, ...]:
    """All text of the flow in its order, contents pages left out."""
    rows = _rows(sir)
    made = (_passage(sir, kind, spans) for kind, spans in _parts(sir, rows))
    return tuple(passage for passage in made if passage.words or passage.number)


_Part = tuple[PassageKind, list[Span]]


def _rows(sir: Sir) -> list[_Part]:
    """Each element with its own text, and each row of a table with all its cells."""
    parts: list[_Part] = []
    last_row = -1
    for index in range(1, sir.flow):
        node = sir.nodes[index]
        if not node.text.strip() or node.type is ElementType.DOC_INDEX:
            continue
        span = Span(index, 0, len(node.text))
        if node.type is ElementType.TABLE_CELL:
            if node.parent == last_row:
                parts[-1][1].append(span)
            else:
                parts.append((PassageKind.TABLE_ROW, [span]))
            last_row = node.parent
            continue
        parts.append((_kind(sir, index), [span]))
    return parts


def _kind(sir: Sir, index: int) -> PassageKind:
    node = sir.nodes[index]
    if node.type in HEADINGS:
        return PassageKind.HEADING
    if node.type in (ElementType.CAPTION, ElementType.FOOTNOTE, ElementType.REFERENCE_ITEM):
        return PassageKind.APART
    if any(sir.nodes[above].type is ElementType.FIGURE for above in sir.ancestors(index)):
        return PassageKind.APART
    return PassageKind.TEXT


def _parts(sir: Sir, parts: list[_Part]) -> Iterator[_Part]:
    """The parts, those of a recommendation as one: its head, its text, and the items of a list."""
    at = 0
    while at < len(parts):
        kind, spans = parts[at]
        at += 1
        text = sir.nodes[spans[0].node].text
        labelled = _LABELLED.match(text) and kind is not PassageKind.APART
        if not labelled and (kind is not PassageKind.TEXT or not _NUMBERED.match(text)):
            yield kind, spans
            continue
        whole = list(spans)
        if labelled and len(text.split()) <= _LABEL_WORDS and _is_text(parts, at):
            whole += parts[at][1]
            at += 1
        if _is_text(parts, at) and _CONSENSUS.match(sir.nodes[parts[at][1][0].node].text):
            whole += parts[at][1]
            at += 1
        while _is_text(parts, at) and _goes_on(sir, whole[-1].node, parts[at][1][0].node):
            whole += parts[at][1]
            at += 1
        yield PassageKind.RECOMMENDATION, whole


def _is_text(parts: list[_Part], at: int) -> bool:
    return at < len(parts) and parts[at][0] is PassageKind.TEXT


def _goes_on(sir: Sir, last: int, following: int) -> bool:
    """Whether an element belongs to the list that a recommendation has begun."""
    node, before = sir.nodes[following], sir.nodes[last]
    if node.type is ElementType.LIST_ITEM or not node.text.lstrip()[:1].isalnum():
        return before.type is ElementType.LIST_ITEM or before.text.rstrip().endswith(":")
    return False


def _passage(sir: Sir, kind: PassageKind, spans: list[Span]) -> Passage:
    """A passage whose number and words are told apart."""
    first = spans[0]
    match = _number(kind, sir.nodes[first.node].text)
    number = match[1] if match and match.re is not _NOTE else ""
    start = match.end() if match else 0
    rest = (Span(first.node, start, first.end), *spans[1:])
    lineage = [above for above in sir.lineage(first.node) if above != first.node]
    section = lineage[-1] if lineage else -1
    label = compared_words(sir, [Span(first.node, 0, start)])
    return Passage(kind, tuple(spans), number, label, compared_words(sir, rest), section)


def _number(kind: PassageKind, text: str) -> re.Match[str] | None:
    if kind is PassageKind.HEADING:
        return _HEADING.match(text)
    if kind is PassageKind.RECOMMENDATION:
        return _LABELLED.match(text) or _NUMBERED.match(text)
    if kind is PassageKind.APART:
        return _CAPTION.match(text) or _NOTE.match(text)
    return None
