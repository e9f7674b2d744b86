"""What is open in a chunk, and the earlier sentences that may explain it.

Source: TopoChunker, section 3.3.3 (contextual voids, SIR_Query).
"""

from __future__ import annotations

import re
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from core.refining.acronyms import is_acronym
from core.refining.explanations import LONGEST
from core.refining.sir_query import sentences, walk
from core.refining.supplement_sources import Reach
from core.sir import HEADINGS, ElementType
from core.spans import Role, joined
from core.text.sentences import sentence_spans
from core.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.chunking.base import Chunk
    from core.sir import Sir
    from core.spans import Span

PRONOUN = re.compile(
    r"^\W*(?:it|they|he|she|this|these|those|both|such|es|sie|er|dies|diese[rsmn]?|beide[rsn]?)\b",
    re.IGNORECASE,
)
_POINTING = re.compile(
    r"\b(?:this|these|both|such|diese[rsmn]?|beide[rn]?)\s+[^\W\d_]{4,}", re.IGNORECASE
)
_NEAREST = 4
"""Sentences before a chunk that are shown where it points back."""
_FOR_EACH = 2
"""Sentences farther before it that are shown for each open expression."""
_FARTHEST = 400
"""Sentences before a chunk that are searched for them."""
_TEXTS = frozenset({ElementType.PARAGRAPH, ElementType.LIST_ITEM, ElementType.FOOTNOTE})


class Lookup:
    """Sentences of one document, split once each."""

    def __init__(self, sir: Sir) -> None:
        """Splits nothing yet."""
        self._sir = sir
        self._sentences = cache(self._split)

    def candidates(self, chunk: Chunk) -> list[Span]:
        """Sentences before a chunk that may explain what is open in it; none if nothing is open.

        For pointing words, the nearest sentences and those that hold the noun; for an acronym that
        rules do not know, those that put it in brackets, or something in brackets behind it.
        """
        pointing, acronyms = open_terms(self._sir, chunk)
        if not pointing and not acronyms:
            return []
        reach = Reach(self._sir, chunk)
        near = islice(self._before(*reach.first), _FARTHEST)
        before = [
            span for span in near if reach.explains(span) and span.end - span.start <= LONGEST
        ]
        chosen = before[:_NEAREST] if pointing else []
        patterns = [re.escape(term.split()[-1]) for term in pointing if " " in term]
        patterns += [rf"\({term}\b|\b{term} \(" for term in map(re.escape, acronyms)]
        for pattern in patterns:
            holding = (span for span in before if re.search(pattern, joined(self._sir, [span])))
            chosen += islice(holding, _FOR_EACH)
        return sorted(set(chosen))

    def _before(self, node: int, start: int) -> Iterator[Span]:
        """Sentences before a place, the nearest first, as SIR_Query comes by them."""
        yield from (span for span in self._sentences(node) if span.end <= start)
        for nodes, _ in walk(self._sir, node):
            for at in reversed(nodes):
                yield from self._sentences(at)

    def _split(self, node: int) -> list[Span]:
        """The sentences of a node, the last first; of a heading or a table none."""
        return sentences(self._sir, node) if self._sir.nodes[node].type in _TEXTS else []


def open_terms(sir: Sir, chunk: Chunk) -> tuple[list[str], list[str]]:
    """Words in its first sentence that point back, and acronyms without an explanation."""
    explained = {entry.term for entry in chunk.supplement}
    opening = _opening(sir, chunk)
    pointing = [
        match.group().strip()
        for start, end in sentence_spans(opening, sir.language)[:1]
        for pattern in (PRONOUN, _POINTING)
        if (match := pattern.search(opening[start:end]))
    ]
    acronyms = [word.text for word in words(chunk.content) if is_acronym(word.text)]
    acronyms = [acronym for acronym in acronyms if f"({acronym})" not in chunk.content]
    return _new(pointing, explained), _new(acronyms, explained)


def _opening(sir: Sir, chunk: Chunk) -> str:
    """The first own text of a chunk that is no heading."""
    for segment in chunk.segments:
        element = sir.nodes[segment.node]
        if segment.role is Role.OWN and element.type not in HEADINGS:
            return element.text[segment.start : segment.end]
    return ""


def _new(terms: Sequence[str], explained: set[str]) -> list[str]:
    return [term for term in dict.fromkeys(terms) if term not in explained]
