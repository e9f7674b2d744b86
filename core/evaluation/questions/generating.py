"""Candidate questions from headings, definitions and tables, without a language model."""

from __future__ import annotations

from itertools import chain, zip_longest
from typing import TYPE_CHECKING, TypeVar

from core.evaluation.questions.base import distinct
from core.evaluation.questions.rules import from_definitions, from_headings, from_tables
from core.evaluation.questions.rules.base import Known
from core.evaluation.questions.rules.unanswerable import not_held

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.evaluation.questions.base import Question
    from core.evaluation.questions.rules.base import Candidate
    from core.progress import Progress
    from core.sir import Sir

T = TypeVar("T")

_SHARES = (
    (from_definitions.terms, 0.25),
    (from_tables.candidates, 0.25),
    (from_definitions.acronyms, 0.1),
    (from_headings.candidates, 1.0),
)
"""Rules, and the share of the questions that each may make; the last one fills up."""


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
    found: list[tuple[Known, list[Candidate]]] = []
    for number, sir in enumerate(sirs, start=1):
        known = Known(sir)
        found.append((known, _chosen(known, most)))
        if progress:
            progress(number, len(sirs))
    answered = [one.question for _, candidates in found for one in candidates]
    return distinct([*answered, *_without_answer(found, unanswerable)])


def _chosen(known: Known, most: int) -> list[Candidate]:
    """The questions of a document: of each rule its share, spread over the document."""
    chosen: list[Candidate] = []
    for rule, share in _SHARES:
        fresh = _distinct(rule(known), chosen)
        left = most - len(chosen)
        chosen += spread(fresh, left if share == 1.0 else min(left, round(most * share)))
    return sorted(chosen, key=lambda one: (one.node, one.text))


def _distinct(found: Iterable[Candidate], taken: Sequence[Candidate]) -> list[Candidate]:
    """Candidates with other words and other lines than those before them."""
    texts = {one.text.casefold() for one in taken}
    lines = {one.evidence.lines for one in taken}
    fresh: list[Candidate] = []
    for one in found:
        if one.text.casefold() not in texts and one.evidence.lines not in lines:
            texts.add(one.text.casefold())
            lines.add(one.evidence.lines)
            fresh.append(one)
    return fresh


def _without_answer(found: Sequence[tuple[Known, list[Candidate]]], most: int) -> list[Question]:
    """Questions without an answer, of each document in turn."""
    of_each = [
        list(not_held(known, [*found[:at], *found[at + 1 :]]))
        for at, (known, _) in enumerate(found)
    ]
    share = -(-most // max(len(of_each), 1))
    turns = zip_longest(*(spread(one, share) for one in of_each))
    return [one for one in chain.from_iterable(turns) if one is not None][:most]


def spread(items: Sequence[T], most: int) -> list[T]:
    """Up to `most` of the items, as evenly spread over them as can be, in their order."""
    count = max(min(most, len(items)), 0)
    return [items[at * len(items) // count] for at in range(count)]
