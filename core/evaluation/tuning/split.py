"""Questions in two halves, and the tuning half in growing parts."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.evaluation.questions.base import Question, QuestionSet

_ANYWHERE = ""
"""Stands for the document of a question that names none; it is asked of whatever is there."""


def halves(questions: QuestionSet) -> tuple[QuestionSet, QuestionSet]:
    """The tuning half and the held-out half, decided by the questions' ids alone.

    Every other question of a document goes to each half, those without an answer apart, so that
    both halves are alike.
    """
    ordered = sorted(questions.questions, key=_place)
    groups = [list(held) for _, held in groupby(ordered, key=lambda one: _place(one)[:2])]
    taken = [one for held in groups for one in held]
    return _part(questions, "tuning", taken[::2]), _part(questions, "held out", taken[1::2])


def rounds(questions: QuestionSet, shares: Sequence[float]) -> list[QuestionSet]:
    """Growing parts of a question set, each made of whole documents, the last one all of it.

    What costs is to embed documents, so a part without some of them is what saves; questions of
    one document, or of several together, cannot be divided so, and there is one part only.
    """
    first = {one.id: _place(one)[0] for one in questions.questions}
    documents = sorted(set(first.values()) - {_ANYWHERE})
    parts: list[QuestionSet] = []
    for share in shares:
        taken = {_ANYWHERE, *documents[: max(1, round(share * len(documents)))]}
        held = [one for one in questions.questions if first[one.id] in taken]
        part = _part(questions, questions.name, held)
        smaller = not parts or len(parts[-1].documents) < len(part.documents)
        if smaller and len(part.documents) < len(questions.documents):
            parts.append(part)
    return [*parts, questions]


def _place(question: Question) -> tuple[str, bool, str]:
    named = question.documents or tuple(piece.document for piece in question.evidence)
    return min(named, default=_ANYWHERE), question.answerable, question.id


def _part(questions: QuestionSet, name: str, held: Sequence[Question]) -> QuestionSet:
    return questions.model_copy(update={"name": name[:80], "questions": tuple(held)})
