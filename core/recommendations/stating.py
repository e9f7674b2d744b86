"""Words of a document with their own place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.evidence.table_rows import whole
from core.recommendations.base import Stated
from core.spans import Span, text_of
from core.text.sentences import sentence_spans

if TYPE_CHECKING:
    import re

    from core.sir import Sir

_APART = " … "
"""Stands between words of different places."""


def stated(sir: Sir, *spans: Span) -> Stated:
    """The words of spans, those of different places set apart; they are nowhere else copied."""
    words = (" ".join(text_of(sir, span).split()) for span in spans)
    return Stated(_APART.join(words), spans)


def stated_node(sir: Sir, node: int) -> Stated:
    """All words of a node."""
    return stated(sir, whole(sir, node))


def matched(span: Span, match: re.Match[str], group: int | str = 0) -> Span:
    """Where a match in the text of a span stands in its node."""
    return Span(span.node, span.start + match.start(group), span.start + match.end(group))


def first_sentence(sir: Sir, span: Span) -> Span:
    """The first sentence of a span, or all of it if it has no other."""
    bounds = next(iter(sentence_spans(text_of(sir, span))), None)
    start, end = bounds or (0, span.end - span.start)
    return Span(span.node, span.start + start, span.start + end)
