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
        half = min((0, 1), key=lambda side: (counts[side][kind], len(taken[side])))
        taken[half].extend(group)
        counts[half].update(_place(question)[:2] for question in group)
    return _part(questions, "tuning", taken[0]), _part(questions, "held out", taken[1])


def rounds(questions: QuestionSet, shares: Sequence[float]) -> list[QuestionSet]:
    """Growing parts of a question set, each made of whole documents, the last one all of it.

    What costs is to embed documents, so a part without some of them is what saves; questions of
    one document, or of several together, cannot be divided so, and there is one part only.
    """
    first = {question.id: _place(question)[0] for question in questions.questions}
    documents = sorted(set(first.values()) - {_ANYWHERE})
    parts: list[QuestionSet] = []
    for share in shares:
        taken = {_ANYWHERE, *documents[: max(1, round(share * len(documents)))]}
        chosen = [question for question in questions.questions if first[question.id] in taken]
        part = _part(questions, questions.name, chosen)
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

    for place_a, place_b in _sharing(questions):
        low, high = sorted((first(place_a), first(place_b)))
        group[high] = low
    groups: dict[int, list[Question]] = {}
    for place, question in enumerate(questions):
        groups.setdefault(first(place), []).append(question)
    return list(groups.values())


def _sharing(questions: Sequence[Question]) -> Iterator[tuple[int, int]]:
    by_page: dict[tuple[str, int], list[tuple[int, GoldLine]]] = {}
    for place, question in enumerate(questions):
        for piece in question.evidence:
            for line in piece.lines:
                by_page.setdefault((piece.document, line.page), []).append((place, line))
    for lines in by_page.values():
        for (place_a, mine), (place_b, theirs) in combinations(lines, 2):
            if place_a != place_b and _overlap(mine, theirs):
                yield place_a, place_b


def _overlap(first: GoldLine, second: GoldLine) -> bool:
    """Whether two boxes hold words in common; boxes of lines that follow each other may touch."""
    wide = min(first.right, second.right) > max(first.left, second.left)
    shared = min(first.bottom, second.bottom) - max(first.top, second.top)
    return wide and shared > min(first.bottom - first.top, second.bottom - second.top) / 2


def _place(question: Question) -> tuple[str, bool, str]:
    named = question.documents or tuple(piece.document for piece in question.evidence)
    return min(named, default=_ANYWHERE), question.answerable, question.id


def _part(questions: QuestionSet, name: str, chosen: Sequence[Question]) -> QuestionSet:
    return questions.model_copy(update={"name": name[:80], "questions": tuple(chosen)})
