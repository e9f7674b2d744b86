"""Settings compared: question by question, and by what they cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from core.evaluation.metrics.intervals import Difference, bootstrap_difference, mean

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from core.evaluation.outcome import Scored


COMPARED = (
    "line_recall",
    "page_first",
    "page_hit",
    "token_recall",
    "token_iou",
    "mrr",
    "retrieved_tokens",
)
"""Measures (see `core.evaluation.outcome.MEASURES`) that two settings are compared by."""


class Pair(NamedTuple):
    """What two settings reached for a question, by id; None where the measure is not defined."""

    question: str
    one: float | None
    other: float | None

    @property
    def difference(self) -> float:
        """How much more the one reached; 0 where one of the two is not defined."""
        if self.one is None or self.other is None:
            return 0.0
        return self.one - self.other


class MeasureComparison(NamedTuple):
    """A measure of two settings: their means over the same questions, and the first's gain.

    All are None where the measure is not defined for any of the questions.
    """

    measure: str
    one: float | None
    other: float | None
    difference: Difference | None


def pairs(first: Scored, second: Scored, measure: str) -> list[Pair]:
    """A measure of both settings for each question that both were asked.

    The questions at which the one is further ahead come first, equal ones in their order.
    """
    return sorted(_paired(first, second, measure), key=lambda pair: -pair.difference)


def paired_difference(first: Scored, second: Scored, measure: str) -> Difference | None:
    """The lead of the one over the other, question by question; see `bootstrap_difference`."""
    return _compared(_paired(first, second, measure), measure).difference


def compare(first: Scored, second: Scored, among: Collection[str]) -> list[MeasureComparison]:
    """The measures `COMPARED` over those of these questions (ids) that both were asked.

    Differences are drawn question by question, with the interval of the paired bootstrap.
    """
    return [_compared(_paired(first, second, measure, among), measure) for measure in COMPARED]


def _paired(
    first: Scored, second: Scored, measure: str, among: Collection[str] | None = None
) -> list[Pair]:
    values = {outcome.question: outcome.measures.get(measure) for outcome in second.outcomes}
    return [
        Pair(outcome.question, outcome.measures.get(measure), values[outcome.question])
        for outcome in first.outcomes
        if outcome.question in values and (among is None or outcome.question in among)
    ]


def _compared(paired: Sequence[Pair], measure: str) -> MeasureComparison:
    ones, others = [pair.one for pair in paired], [pair.other for pair in paired]
    return MeasureComparison(measure, mean(ones), mean(others), bootstrap_difference(ones, others))


def not_worse(scored: Sequence[Scored], measure: str) -> frozenset[str]:
    """The keys of settings that are not shown to be worse than the one with the highest mean.

    The interval of the difference, question by question, holds 0 or reaches above it. Empty
    where the measure is defined for none.
    """
    means = {
        setting.key: value for setting in scored if (value := setting.mean(measure)) is not None
    }
    if not means:
        return frozenset()
    highest = max(means.values())
    best = next(setting for setting in scored if means.get(setting.key) == highest)
    leads = {
        setting.key: paired_difference(setting, best, measure)
        for setting in scored
        if setting.key in means
    }
    return frozenset(key for key, lead in leads.items() if lead is None or lead.high >= 0)


def pareto_front(costs: Sequence[float], gains: Sequence[float]) -> list[int]:
    """Places of the points that gain more than all that cost as much or less, by rising cost.

    Of points that are alike, the first.

    Raises:
        ValueError: the two are not of one length.
    """
    points = list(zip(costs, gains, strict=True))
    order = sorted(range(len(points)), key=lambda at: (points[at][0], -points[at][1], at))
    front: list[int] = []
    for at in order:
        if not front or points[at][1] > points[front[-1]][1]:
            front.append(at)
    return front
