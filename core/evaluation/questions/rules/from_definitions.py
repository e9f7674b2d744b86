"""Questions for the meaning of terms and acronyms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.evaluation.questions.rules.base import Candidate, DocumentWords, title_of
from core.evaluation.questions.rules.from_headings import asks_for_something, own_text
from core.evaluation.questions.rules.wording import PATTERNS, phrase
from core.refining.acronyms import long_forms
from core.refining.definitions import defined_term
from core.sir import HEADINGS, ElementType
from core.spans import Span
from core.text.sentences import sentence_spans

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.evaluation.questions.base import Evidence

_SHORTEST, _LONGEST = 25, 500
"""Characters of a sentence that says what something means."""
_LONGEST_TERM = 60
_USED = 2
"""How often an acronym must stand in sentences to be worth asking for."""
_TEXTS = frozenset({ElementType.PARAGRAPH, ElementType.LIST_ITEM, ElementType.FOOTNOTE})


def terms(document: DocumentWords) -> Iterator[Candidate]:
    """A question for each term that a sentence defines, or a heading among definitions names."""
    sir = document.sir
    for node in range(1, sir.flow):
        kind = sir.nodes[node].type
        if kind in HEADINGS and _among_definitions(document, node):
            yield from _of_heading(document, node)
        elif kind in _TEXTS:
            yield from _in_sentences(document, node)


def acronyms(document: DocumentWords) -> Iterator[Candidate]:
    """A question for each acronym that stands in brackets behind its words, and is used."""
    sir = document.sir
    seen: set[str] = set()
    for node in range(1, sir.flow):
        if sir.nodes[node].type not in _TEXTS:
            continue
        for short, start, end in long_forms(sir.nodes[node].text):
            evidence = document.evidence(Span(node, start, end))
            if evidence and short not in seen and document.occurrences(short) >= _USED:
                seen.add(short)
                text = phrase(document.language, "stands_for", short)
                yield Candidate(text, evidence, node)


def _of_heading(document: DocumentWords, node: int) -> Iterator[Candidate]:
    term = title_of(document.sir.nodes[node].text)
    evidence = document.whole(*own_text(document, node))
    if evidence and len(evidence.text) >= _SHORTEST and _is_term(term):
        yield _candidate(document, term, evidence, node)


def _is_term(term: str) -> bool:
    fits = len(term) <= _LONGEST_TERM and not PATTERNS["no term"].search(term)
    return fits and asks_for_something(term)


def _in_sentences(document: DocumentWords, node: int) -> Iterator[Candidate]:
    text = document.sir.nodes[node].text
    inside = _among_definitions(document, node)
    for start, end in sentence_spans(text):
        term = defined_term(text[start:end], inside)
        if not term or not _is_term(term) or not _SHORTEST <= end - start <= _LONGEST:
            continue
        if evidence := document.evidence(Span(node, start, end)):
            yield _candidate(document, term, evidence, node)


def _candidate(document: DocumentWords, term: str, evidence: Evidence, node: int) -> Candidate:
    text = phrase(document.language, "means", document.in_sentence(term))
    return Candidate(text, evidence, node, term)


def _among_definitions(document: DocumentWords, node: int) -> bool:
    path = document.sir.lineage(node)
    return bool(path) and bool(PATTERNS["definitions"].search(document.sir.nodes[path[-1]].text))
