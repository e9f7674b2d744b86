"""How well a setting answers: shares with their intervals, calibration, and what went wrong."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from core.evaluation.metrics.calibration import Calibration, calibration
from core.evaluation.metrics.intervals import Interval, bootstrap_mean

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.evaluation.outcome import Outcome, Reply, Scored
    from core.evaluation.questions.base import Question

ANSWER_MEASURES = ("first_right", "any_right", "answered", "right_if_answered", "abstained")
"""The measures of `MEASURES` that judge answers."""
NO_KIND = ""
"""The kind of questions that carry no tag."""


class Wrong(StrEnum):
    """What is wrong with an answer; the value is for people."""

    REFUSED = "refused, though the text answers"
    LATER = "right, but not in the first citation"
    ELSEWHERE = "cites other lines than those that answer"
    ANSWERED = "answered, though the text does not"


@dataclass(frozen=True)
class Mistake:
    """A question that was not answered as it should be."""

    question: Question
    wrong: Wrong
    reply: Reply


@dataclass(frozen=True)
class AnswerFigures:
    """The figures of a setting over the questions that it answered or refused.

    `shares` are means of the measures in `ANSWER_MEASURES` that are defined, `kinds` the same by
    kind of question (`NO_KIND` for those without a tag), empty where no question has one.
    `calibration` compares the probability stated with whether the first citation is right, also
    of questions that were refused; those for which no text was found are left out.
    """

    questions: int
    answerable: int
    shares: Mapping[str, Interval]
    kinds: Mapping[str, Mapping[str, Interval]]
    calibration: Calibration
    mistakes: tuple[Mistake, ...]
    seconds: float | None
    price: float | None


def answer_figures(scored: Scored, questions: Sequence[Question]) -> AnswerFigures | None:
    """The figures of a setting; None where its questions were not answered.

    `questions` are those that were asked; of others nothing is known.
    """
    by_id = {one.id: one for one in questions}
    asked = [
        (by_id[one.question], one, one.reply)
        for one in scored.outcomes
        if one.reply and one.question in by_id
    ]
    if not asked:
        return None
    stated = [(reply.probability, reply.best.on_gold) for _, _, reply in asked if reply.best]
    kinds = sorted({question.kind for question, _, _ in asked})
    return AnswerFigures(
        questions=len(asked),
        answerable=sum(question.answerable for question, _, _ in asked),
        shares=_shares([outcome for _, outcome, _ in asked]),
        kinds={
            kind: _shares([outcome for question, outcome, _ in asked if question.kind == kind])
            for kind in kinds
            if kinds != [NO_KIND]
        },
        calibration=calibration([one for one, _ in stated], [right for _, right in stated]),
        mistakes=tuple(
            Mistake(question, wrong, reply)
            for question, _, reply in asked
            if (wrong := _wrong(question, reply))
        ),
        seconds=scored.cost and scored.cost.answer_seconds,
        price=scored.cost and scored.cost.answer_price,
    )


def figures_record(found: AnswerFigures) -> dict[str, Any]:
    """The figures as values of JSON."""
    return {
        "questions": found.questions,
        "with_answer": found.answerable,
        "shares": {name: interval_record(one) for name, one in found.shares.items()},
        "kinds": {
            kind: {name: interval_record(one) for name, one in shares.items()}
            for kind, shares in found.kinds.items()
        },
        "calibration": {
            "expected_error": found.calibration.error,
            "bins": [
                {
                    "low": one.low,
                    "high": one.high,
                    "stated": one.stated,
                    "right": interval_record(one.right) if one.right else None,
                }
                for one in found.calibration.bins
            ],
        },
        "mistakes": [
            {
                "question": one.question.id,
                "text": one.question.text,
                "kind": one.question.kind,
                "wrong": one.wrong.value,
                "probability": one.reply.probability,
                "first": one.reply.best.model_dump() if one.reply.best else None,
            }
            for one in found.mistakes
        ],
        "median_milliseconds": None if found.seconds is None else 1000 * found.seconds,
        "price_per_1000": found.price,
    }


def interval_record(found: Interval) -> dict[str, float]:
    """A mean with the ends of its interval and its number of questions, as values of JSON."""
    return {"mean": found.mean, "low": found.low, "high": found.high, "questions": found.count}


def _shares(outcomes: Sequence[Outcome]) -> dict[str, Interval]:
    means = {
        name: bootstrap_mean(one.measures.get(name) for one in outcomes) for name in ANSWER_MEASURES
    }
    return {name: found for name, found in means.items() if found}


def _wrong(question: Question, reply: Reply) -> Wrong | None:
    right = [one.on_gold for one in reply.citations]
    if not question.answerable:
        return None if reply.refused else Wrong.ANSWERED
    if reply.refused:
        return Wrong.REFUSED
    if right[0]:
        return None
    return Wrong.LATER if any(right) else Wrong.ELSEWHERE
