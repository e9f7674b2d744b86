"""Two settings beside the gold of the questions on a document: which finds more, and how sure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from core.evaluation.metrics.intervals import bootstrap_difference, mean
from core.evaluation.questions.base import QuestionSet, distinct

if TYPE_CHECKING:
    from collections.abc import Collection

    from core.evaluation.metrics.intervals import Difference
    from core.evaluation.outcome import Scored
    from core.evaluation.questions.base import Question

SHOWN = (
    "line_recall",
    "page_first",
    "page_hit",
    "token_recall",
    "token_iou",
    "mrr",
    "retrieved_tokens",
)
"""Measures (see `core.evaluation.outcome.MEASURES`) that two settings are compared by."""


class Beside(NamedTuple):
    """A measure of two settings: their means over the same questions, and the first's gain.

    All are None where the measure is not defined for any of the questions.
    """

    measure: str
    one: float | None
    other: float | None
    difference: Difference | None


def of_document(questions: QuestionSet, document: str) -> QuestionSet:
    """The questions whose evidence is in this document, asked of it alone.

    Of a question for which one piece of evidence is enough, the pieces of the document are kept;
    one that needs pieces of others too is left out, as are those without evidence.
    """
    found = (_of_document(one, document) for one in questions.questions)
    return QuestionSet(
        name=questions.name, questions=distinct(one for one in found if one is not None)
    )


def on_page(questions: QuestionSet, page: int) -> frozenset[str]:
    """Ids of the questions with evidence on a 1-based page; the set is of one document."""
    return frozenset(
        one.id
        for one in questions.questions
        if any(line.page == page for piece in one.evidence for line in piece.lines)
    )


def beside(one: Scored, other: Scored, among: Collection[str]) -> list[Beside]:
    """The measures of two settings over those of these questions (ids) that both were asked.

    Differences are drawn question by question, with the interval of the paired bootstrap.
    """
    values = {outcome.question: outcome.measures for outcome in other.outcomes}
    pairs = [
        (outcome.measures, values[outcome.question])
        for outcome in one.outcomes
        if outcome.question in among and outcome.question in values
    ]
    found: list[Beside] = []
    for name in SHOWN:
        ones = [mine.get(name) for mine, _ in pairs]
        others = [theirs.get(name) for _, theirs in pairs]
        found.append(Beside(name, mean(ones), mean(others), bootstrap_difference(ones, others)))
    return found


def _of_document(question: Question, document: str) -> Question | None:
    own = tuple(piece for piece in question.evidence if piece.document == document)
    if not own or (not question.any_of and len(own) < len(question.evidence)):
        return None
    return question.model_copy(update={"evidence": own, "documents": (document,)})
