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
"""The measures of `MEASURES` that judge answers, whoever wrote them."""
CLAIM_MEASURES = ("faithfulness", "gold_cited")
"""Those that judge the claims of a language model. The value of a question is a share itself, so
that none of them counts questions."""
NO_KIND = ""
"""The kind of questions that carry no tag."""


class Wrong(StrEnum):
    """What is wrong with an answer; the value is for people."""

    REFUSED = "refused, though the text answers"
    LATER = "right, but not in the first citation"
    ELSEWHERE = "cites other lines than those that answer"
    ANSWERED = "answered, though the text does not"
    UNSUPPORTED = "right lines, but a claim they do not bear out"


@dataclass(frozen=True)
class Mistake:
    """A question that was not answered as it should be."""

    question: Question
    wrong: Wrong
    reply: Reply


@dataclass(frozen=True)
class AnswerFigures:
    """The figures of a setting over the questions that it answered or refused.

    `shares` are means of the measures in `ANSWER_MEASURES` and `CLAIM_MEASURES` that are defined,
    `kinds` the same by kind of question (`NO_KIND` for those without a tag), empty where no
    question has one. `calibration` compares the probability stated with whether the first citation
    is right, also of questions that were refused; those without a citation are left out: no text
    was found for them, or a language model found no answer in it.
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
    by_id = {question.id: question for question in questions}
    asked = [
        (by_id[outcome.question], outcome, outcome.reply)
        for outcome in scored.outcomes
        if outcome.reply and outcome.question in by_id
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
        calibration=calibration(
            [probability for probability, _ in stated], [right for _, right in stated]
        ),
        mistakes=tuple(
            Mistake(question, wrong, reply)
            for question, _, reply in asked
            if (wrong := _wrong(question, reply))
        ),
        seconds=scored.cost.answer_seconds if scored.cost else None,
        price=scored.cost.answer_price if scored.cost else None,
    )


def figures_record(figures: AnswerFigures) -> dict[str, Any]:
    """The figures as values of JSON."""
    return {
        "questions": figures.questions,
        "with_answer": figures.answerable,
        "shares": _records(figures.shares),
        "kinds": {kind: _records(shares) for kind, shares in figures.kinds.items()},
        "calibration": {
            "expected_error": figures.calibration.error,
            "bins": [
                {
                    "low": part.low,
                    "high": part.high,
                    "stated": part.stated,
                    "right": part.right and interval_record(part.right),
                }
                for part in figures.calibration.bins
            ],
        },
        "mistakes": [
            {
                "question": mistake.question.id,
                "text": mistake.question.text,
                "kind": mistake.question.kind,
                "wrong": mistake.wrong.value,
                "probability": mistake.reply.probability,
                "first": mistake.reply.best and mistake.reply.best.model_dump(),
                "unsupported": [claim.text for claim in mistake.reply.unsupported],
            }
            for mistake in figures.mistakes
        ],
        "median_milliseconds": None if figures.seconds is None else 1000 * figures.seconds,
        "price_per_1000": figures.price,
    }


def _records(shares: Mapping[str, Interval]) -> dict[str, dict[str, float]]:
    return {name: interval_record(interval) for name, interval in shares.items()}


def interval_record(interval: Interval) -> dict[str, float]:
    """A mean with the ends of its interval and its number of questions, as values of JSON."""
    ends = {"mean": interval.mean, "low": interval.low, "high": interval.high}
    return {**ends, "questions": interval.count}


def _shares(outcomes: Sequence[Outcome]) -> dict[str, Interval]:
    means = {
        name: bootstrap_mean(outcome.measures.get(name) for outcome in outcomes)
        for name in (*ANSWER_MEASURES, *CLAIM_MEASURES)
    }
    return {name: interval for name, interval in means.items() if interval}


def _wrong(question: Question, reply: Reply) -> Wrong | None:
    right = [citation.on_gold for citation in reply.citations]
    if not question.answerable:
        return None if reply.refused else Wrong.ANSWERED
    if reply.refused:
        return Wrong.REFUSED
    if right[:1] == [True]:
        return Wrong.UNSUPPORTED if reply.unsupported else None
    return Wrong.LATER if any(right) else Wrong.ELSEWHERE
