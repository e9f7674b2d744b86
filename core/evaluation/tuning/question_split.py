"""Questions in two halves, and the tuning half in growing parts."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.evaluation.questions.base import GoldLine, Question, QuestionSet

    _Kind = tuple[str, bool]

_ANYWHERE = ""
"""Stands for the document of a question that names none; it is asked of whatever is there."""


def halves(questions: QuestionSet) -> tuple[QuestionSet, QuestionSet]:
    """The tuning half and the held-out half, decided by the questions alone.

    The questions of a document are dealt out to both halves, those without an answer apart, so
    that the halves are alike. Those that share a line of evidence stay together: of two wordings
    of one question, one would tell what the other is to judge.
    """
    taken: tuple[list[Question], list[Question]] = ([], [])
    counts: tuple[Counter[_Kind], Counter[_Kind]] = (Counter(), Counter())
    for group in _together(sorted(questions.questions, key=_place)):
        kind = _place(group[0])[:2]
        half = min((0, 1), key=lambda one: (counts[one][kind], len(taken[one])))
        taken[half].extend(group)
        counts[half].update(_place(one)[:2] for one in group)
    return _part(questions, "tuning", taken[0]), _part(questions, "held out", taken[1])


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


def _together(questions: Sequence[Question]) -> list[list[Question]]:
    """The questions in groups that share no line of evidence, in the order of their firsts."""
    group = list(range(len(questions)))

    def first(place: int) -> int:
        while group[place] != place:
            place = group[place]
        return place

    for one, other in _sharing(questions):
        low, high = sorted((first(one), first(other)))
        group[high] = low
    found: dict[int, list[Question]] = {}
    for place, question in enumerate(questions):
        found.setdefault(first(place), []).append(question)
    return list(found.values())


def _sharing(questions: Sequence[Question]) -> Iterator[tuple[int, int]]:
    """Pairs of places whose questions share a line."""
    by_page: dict[tuple[str, int], list[tuple[int, GoldLine]]] = {}
    for place, question in enumerate(questions):
        for piece in question.evidence:
            for line in piece.lines:
                by_page.setdefault((piece.document, line.page), []).append((place, line))
    for lines in by_page.values():
        for (one, mine), (other, theirs) in combinations(lines, 2):
            if one != other and _overlap(mine, theirs):
                yield one, other


def _overlap(one: GoldLine, other: GoldLine) -> bool:
    """Whether two boxes hold words in common; boxes of lines that follow each other may touch."""
    wide = min(one.right, other.right) > max(one.left, other.left)
    shared = min(one.bottom, other.bottom) - max(one.top, other.top)
    return wide and shared > min(one.bottom - one.top, other.bottom - other.top) / 2


def _place(question: Question) -> tuple[str, bool, str]:
    named = question.documents or tuple(piece.document for piece in question.evidence)
    return min(named, default=_ANYWHERE), question.answerable, question.id


def _part(questions: QuestionSet, name: str, held: Sequence[Question]) -> QuestionSet:
    return questions.model_copy(update={"name": name[:80], "questions": tuple(held)})
