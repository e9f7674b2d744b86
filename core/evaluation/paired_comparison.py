"""Two settings question by question."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from core.evaluation.outcome import Scored


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


def pairs(one: Scored, other: Scored, measure: str) -> list[Pair]:
    """A measure of both settings for each question that both were asked.

    The questions at which the one is further ahead come first, equal ones in their order.
    """
    values = {outcome.question: outcome.measures.get(measure) for outcome in other.outcomes}
    found = [
        Pair(outcome.question, outcome.measures.get(measure), values[outcome.question])
        for outcome in one.outcomes
        if outcome.question in values
    ]
    return sorted(found, key=lambda pair: -pair.difference)
