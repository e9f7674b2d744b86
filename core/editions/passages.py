"""What is compared between editions: recommendations, headings, paragraphs, items, table rows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import TYPE_CHECKING

from core.editions.words import ComparedWord, compared_words
from core.evidence.table_rows import row_of
from core.recommendations.units import units
from core.sir import HEADINGS, ElementType, Sir
from core.spans import Span, text_of
from core.text.word_tables import word_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


_TABLE = word_table(__file__)
_NUMBER = r"(?:[A-Z]\.)?\d+(?:\.\d+)*[a-z]?"
_HEADING = re.compile(rf"(?:(?:{'|'.join(_TABLE['heading'])})\s+)?({_NUMBER})[.:)]?\s+(?=\S)", re.I)
_NUMBERED = re.compile(r"((?:[A-Z]\.)?\d+(?:\.\d+){1,4})[.:)]?\s+(?=[^\W\d_a-zäöü])")
_CAPTION = re.compile(rf"[^\W\d_]+\.?\s+({_NUMBER})[.:)]?\s+")
_NOTE = re.compile(r"\d{1,3}\s+|[*†‡§]+\s*")


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
    made = (_passage(sir, part, number) for part, number in _parts(sir, rows))
    return tuple(passage for passage in made if passage.words or passage.number)


_Part = tuple[PassageKind, list[Span]]
_LABELS = {
    PassageKind.HEADING: (_HEADING,),
    PassageKind.TEXT: (_NUMBERED,),
    PassageKind.APART: (_CAPTION, _NOTE),
}


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


def _parts(sir: Sir, parts: list[_Part]) -> Iterator[tuple[_Part, Span | None]]:
    numbers = dict(_numbers(sir))
    for number, group in groupby(parts, lambda part: _number_of(part, numbers)):
        if number is None:
            yield from ((part, None) for part in group)
        else:
            spans = [span for _, spans in group for span in spans]
            yield (PassageKind.RECOMMENDATION, spans), number


def _numbers(sir: Sir) -> Iterator[tuple[int, Span]]:
    for unit in units(sir):
        if unit.number and row_of(sir, unit.number.node) is None:
            yield from ((span.node, unit.number) for span in unit.whole)


def _number_of(part: _Part, numbers: Mapping[int, Span]) -> Span | None:
    kind, spans = part
    return None if kind is PassageKind.APART else numbers.get(spans[0].node)


def _passage(sir: Sir, part: _Part, number: Span | None) -> Passage:
    kind, spans = part
    first = spans[0]
    text = sir.nodes[first.node].text
    start, named = _label(kind, text)
    if number:
        start, named = number.end, text_of(sir, number)
    rest = (Span(first.node, start, first.end), *spans[1:])
    lineage = [above for above in sir.lineage(first.node) if above != first.node]
    section = lineage[-1] if lineage else -1
    label = compared_words(sir, [Span(first.node, 0, start)])
    return Passage(kind, tuple(spans), named, label, compared_words(sir, rest), section)


def _label(kind: PassageKind, text: str) -> tuple[int, str]:
    """The end of the words that number a passage, and its number; empty without one."""
    for pattern in _LABELS.get(kind, ()):
        if match := pattern.match(text):
            return match.end(), match[1] if match.re.groups else ""
    return 0, ""
