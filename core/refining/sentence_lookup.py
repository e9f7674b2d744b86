"""The sentences that SIR_Query answers with: those before a chunk that may explain an expression.

Source: TopoChunker, section 3.3.3.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from core.chunking.additions import SupplementKind
from core.refining.acronyms import is_acronym
from core.refining.sir_query import TEXTS, sentences, walk
from core.refining.supplement_sources import Reach, node_text, shortened
from core.sir import ElementType, Sir
from core.spans import Span
from core.text.words import STOP_WORDS, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


_NEAREST = 2
"""Sentences right before a chunk, for what points back."""
_FARTHEST = 3000
"""Sentences before a chunk that are looked at."""


class _Sentence(NamedTuple):
    span: Span
    text: str
    stems: frozenset[str]


class SentenceLookup:
    """The sentences of one document, split once each."""

    def __init__(self, sir: Sir) -> None:
        """Splits nothing yet."""
        self._sir = sir
        self._sentences = cache(self._split)

    def explaining(self, reach: Reach, expression: str, kind: SupplementKind) -> list[Span]:
        """Sentences and rows of tables, in reading order, that stand before the chunk of `reach`.

        For what points back, the two right before it, and the nearest that holds all telling words
        of the expression, or else its noun. For a term, the nearest that holds it and the first of
        the document, where terms are mostly defined. For an acronym, one that writes it out.
        """
        before = [
            sentence
            for sentence in islice(self._before(*reach.first), _FARTHEST)
            if reach.explains(sentence.span)
        ]
        if is_acronym(expression):
            chosen = _writing_out(before, expression)[:1]
        elif kind is SupplementKind.ANAPHOR:
            chosen = [*before[:_NEAREST], *_holding(before, expression)[:1]]
        else:
            holding = _holding(before, expression)
            chosen = [*holding[:1], *holding[-1:]]
        return sorted({sentence.span for sentence in chosen})

    def text(self, span: Span) -> str:
        """The words of a sentence on one line."""
        return " ".join(node_text(self._sir, span.node)[span.start : span.end].split())

    def _before(self, node: int, start: int) -> Iterator[_Sentence]:
        """Sentences before a place, the nearest first, as SIR_Query comes by them."""
        yield from (sentence for sentence in self._sentences(node) if sentence.span.end <= start)
        for nodes, _ in walk(self._sir, node):
            for at in reversed(nodes):
                yield from self._sentences(at)

    def _split(self, node: int) -> list[_Sentence]:
        """The sentences of a node, the last first; a row of a table is one, a heading none."""
        kind = self._sir.nodes[node].type
        spans: list[Span] = []
        if kind is ElementType.TABLE_ROW:
            spans = [Span(node, 0, len(node_text(self._sir, node)))]
        elif kind in TEXTS:
            spans = sentences(self._sir, node)
        return [
            _Sentence(span, text, frozenset(word.stem for word in words(text)))
            for span in (shortened(self._sir, span) for span in spans)
            if (text := self.text(span))
        ]


def _writing_out(before: Sequence[_Sentence], acronym: str) -> list[_Sentence]:
    """Sentences with the acronym in or before brackets, or before a colon, as lists have it."""
    short = re.escape(acronym)
    written = re.compile(rf"\({short}s?\)|\b{short} \(|^{short}: ")
    return [sentence for sentence in before if written.search(sentence.text)]


def _holding(before: Sequence[_Sentence], expression: str) -> list[_Sentence]:
    """Sentences with all telling words of an expression; without any, those with the last one."""
    telling = [word.stem for word in words(expression) if word.text.casefold() not in STOP_WORDS]
    for needed in (frozenset(telling), frozenset(telling[-1:])):
        if needed and (holding := [each for each in before if needed <= each.stems]):
            return holding
    return []
