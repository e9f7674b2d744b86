"""Where a document says what a grade or a level of evidence means."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.evidence.table_rows import caption_of, row_of, row_spans
from core.recommendations.stating import stated, text_of
from core.sir import ElementType
from core.spans import Span
from core.text.sentences import sentence_spans
from core.text.word_tables import whole_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.recommendations.base import Stated
    from core.sir import Sir


def defined(sir: Sir, sections: Sequence[str], labels: Sequence[str], value: str) -> Stated | None:
    """The row of a table or the sentence that explains a value, in a section on such values.

    `sections` and `labels` are expressions of headings or captions, and of words before a value.
    """
    about = whole_words(sections)
    named = re.compile(
        rf"^\W*{re.escape(value)}(?!\w)\W*[:=]|\b(?i:{'|'.join(labels)})\s+{re.escape(value)}(?!\w)"
    )
    for node in range(sir.flow):
        row = row_of(sir, node)
        if row is not None and row_spans(sir, row)[:1] and row_spans(sir, row)[0].node == node:
            if sir.nodes[node].text.strip() == value and _is_about(sir, row, about):
                return stated(sir, *row_spans(sir, row))
        elif row is None and sir.nodes[node].type in _TELLING and _under(sir, node, about):
            for span in _sentences(sir, node):
                if named.search(text_of(sir, span)):
                    return stated(sir, span)
    return None


_TELLING = frozenset({ElementType.PARAGRAPH, ElementType.LIST_ITEM})


def _sentences(sir: Sir, node: int) -> Iterator[Span]:
    text = sir.nodes[node].text
    yield from (Span(node, start, end) for start, end in sentence_spans(text))


def _is_about(sir: Sir, row: int, about: re.Pattern[str]) -> bool:
    caption = caption_of(sir, row)
    named = caption is not None and about.search(sir.nodes[caption].text)
    return bool(named) or _under(sir, row, about)


def _under(sir: Sir, node: int, about: re.Pattern[str]) -> bool:
    lineage = sir.lineage(node)
    return bool(lineage) and about.search(sir.nodes[lineage[-1]].text) is not None
