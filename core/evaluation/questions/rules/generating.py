"""Candidate questions from headings, definitions and tables, without a language model."""

from __future__ import annotations

from itertools import chain, zip_longest
from typing import TYPE_CHECKING, TypeVar

from core.evaluation.questions.base import Origin, Question, distinct
from core.evaluation.questions.rules import from_definitions, from_headings, from_tables
from core.evaluation.questions.rules.base import Candidate, DocumentWords
from core.text.content_words import content_words, stem_list, stems_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from core.progress import Progress
    from core.sir import Sir

    _Candidates = tuple[DocumentWords, list[Candidate]]

T = TypeVar("T")

_SHARES = (
    (from_definitions.terms, 0.25),
    (from_tables.candidates, 0.25),
    (from_definitions.acronyms, 0.1),
    (from_headings.candidates, 1.0),
)
"""Rules, and the share of the questions that each may make; the last one fills up."""
_FEWEST_CONTENT_WORDS = 2
"""Of the subject of a question without an answer: a single word may have a synonym."""


def generate(
    sirs: Sequence[Sir],
    most: int = 20,
    unanswerable: int = 0,
    progress: Progress | None = None,
) -> tuple[Question, ...]:
    """Up to `most` questions of each document with their evidence, in reading order.

    Then up to `unanswerable` questions that a document does not answer: they ask it for what
    another document speaks of in words that it does not hold. All are candidates that somebody
    should look at, these above all. `progress` counts documents. The same documents give the
    same questions.
    """
    by_document: list[_Candidates] = []
    for number, sir in enumerate(sirs, start=1):
        document = DocumentWords(sir)
        by_document.append((document, _chosen(document, most)))
        if progress:
            progress(number, len(sirs))
    answered = [candidate.question for _, chosen in by_document for candidate in chosen]
    return distinct([*answered, *_without_answer(by_document, unanswerable)])


def _chosen(document: DocumentWords, most: int) -> list[Candidate]:
    chosen: list[Candidate] = []
    for rule, share in _SHARES:
        fresh = _distinct(rule(document), chosen)
        left = most - len(chosen)
        chosen += spread(fresh, left if share == 1.0 else min(left, round(most * share)))
    return sorted(chosen, key=lambda candidate: (candidate.node, candidate.text))


def _distinct(candidates: Iterable[Candidate], taken: Sequence[Candidate]) -> list[Candidate]:
    texts = {candidate.text.casefold() for candidate in taken}
    lines = {candidate.evidence.lines for candidate in taken}
    fresh: list[Candidate] = []
    for candidate in candidates:
        text = candidate.text.casefold()
        if text not in texts and candidate.evidence.lines not in lines:
            texts.add(text)
            lines.add(candidate.evidence.lines)
            fresh.append(candidate)
    return fresh


def _without_answer(by_document: Sequence[_Candidates], most: int) -> list[Question]:
    of_each = [
        list(_not_answered(document, [*by_document[:at], *by_document[at + 1 :]]))
        for at, (document, _) in enumerate(by_document)
    ]
    share = -(-most // max(len(of_each), 1))
    turns = zip_longest(*(spread(questions, share) for questions in of_each))
    return [question for question in chain.from_iterable(turns) if question is not None][:most]


def _not_answered(document: DocumentWords, others: Iterable[_Candidates]) -> Iterator[Question]:
    """Questions of other documents in the same language, none of whose words the document holds.

    The document may still speak of it in other words: a reader should confirm them.
    """
    sir, language = document.sir, document.language
    stems = {stem for node in sir.nodes for stem in stems_of(node.text, language)}
    for other, candidates in others:
        for candidate in candidates if other.language is language else ():
            subject = stem_list(content_words(candidate.subject), language)
            if len(subject) >= _FEWEST_CONTENT_WORDS and not stems.intersection(subject):
                yield Question(text=candidate.text, documents=(sir.document,), origin=Origin.RULES)


def spread(items: Sequence[T], most: int) -> list[T]:
    """Up to `most` of the items, as evenly spread over them as can be, in their order."""
    count = max(min(most, len(items)), 0)
    return [items[at * len(items) // count] for at in range(count)]
