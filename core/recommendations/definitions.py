"""Where a document says what a grade or a level of evidence means."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.evidence.table_rows import caption_of, header_cells, row_of, row_spans
from core.recommendations.statements import ARROWS, GRAMMARS, Sort
from core.recommendations.stating import stated
from core.sir import ElementType, Sir
from core.spans import Span, text_of
from core.text.sentences import sentence_spans
from core.text.word_tables import any_of, whole_words, word_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.recommendations.base import Stated

_LISTS: dict[str, list[str]] = word_table(__file__)
_LABELS = {Sort.GRADE: _LISTS["grade_label"], Sort.EVIDENCE: _LISTS["evidence_label"]}
_SECTIONS = {
    Sort.GRADE: whole_words(_LISTS["grade_section"]),
    Sort.EVIDENCE: whole_words(_LISTS["evidence_section"]),
}
_BESIDE = any_of([rf"[-\s]+(?:{'|'.join(_LISTS['beside_value'])})\b.*"])
_CELL_UP_TO = 40
"""Characters of a cell that holds only a value, with its sign or its name."""


def defined(sir: Sir, sort: Sort, value: str) -> Stated | None:
    """The row of a table or the sentence that explains a value, in a section on such values."""
    value = _BESIDE.sub("", value)
    labels = f"(?i:{'|'.join(_LABELS[sort])})"
    key = re.escape(value) if value[:2].upper() == value[:2] else f"(?i:{re.escape(value)})"
    first = re.compile(rf"\W*(?:{labels}\s+)?{key}(?=$|[\s{ARROWS}:(])(?!-)")
    named = re.compile(rf"^\W*{key}(?!\w)\W*[:=]|\b{labels}\s+{key}(?!\w)")
    for node in range(sir.flow):
        row = row_of(sir, node)
        if row is not None and row_spans(sir, row)[:1] and row_spans(sir, row)[0].node == node:
            text = sir.nodes[node].text.strip()
            if len(text) <= _CELL_UP_TO and first.match(text) and _is_about(sir, row, sort):
                return stated(sir, *row_spans(sir, row))
        elif row is None and sir.nodes[node].type in _TELLING and _under(sir, node, sort):
            for span in _sentences(sir, node):
                if named.search(text_of(sir, span)):
                    return stated(sir, span)
    return None


_TELLING = frozenset({ElementType.PARAGRAPH, ElementType.LIST_ITEM})


def _sentences(sir: Sir, node: int) -> Iterator[Span]:
    text = sir.nodes[node].text
    yield from (Span(node, start, end) for start, end in sentence_spans(text))


def _is_about(sir: Sir, row: int, sort: Sort) -> bool:
    header, caption = header_cells(sir, row), caption_of(sir, row)
    if not header or len(row_spans(sir, row)) < 2:
        return False
    if caption is not None and _SECTIONS[sort].search(sir.nodes[caption].text):
        return True
    names = GRAMMARS[sort].label.fullmatch(text_of(sir, header[0])) is not None
    return names and _under(sir, row, sort)


def _under(sir: Sir, node: int, sort: Sort) -> bool:
    lineage = sir.lineage(node)
    return bool(lineage) and _SECTIONS[sort].search(sir.nodes[lineage[-1]].text) is not None
