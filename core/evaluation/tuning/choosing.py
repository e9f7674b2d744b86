"""Which of the settings that were tried is recommended, and in what words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.evaluation.metrics.intervals import bootstrap_difference

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.evaluation.metrics.intervals import Difference
    from core.evaluation.outcome import Scored
    from core.evaluation.tuning.base import TuneOptions

SURE = 0.95
"""Share of draws (one-sided) in which a setting has to beat another to be recommended."""
LEVEL = 0.01
"""Difference of means that nobody would pay tokens for."""
_TOKENS = "retrieved_tokens"


def ordered(scored: Sequence[Scored], options: TuneOptions) -> list[Scored]:
    """The settings that may be recommended, the best first.

    First stands, of those whose mean is within `LEVEL` of the best, the one that retrieves the
    fewest tokens; then the others by their means.
    """
    able = [one for one in scored if _allowed(one, options)]
    by_mean = sorted(able, key=lambda one: (-_mean(one, options.measure), _tokens(one), one.key))
    if not by_mean:
        return []
    best = _mean(by_mean[0], options.measure)
    level = [one for one in by_mean if best - _mean(one, options.measure) <= LEVEL]
    first = min(level, key=lambda one: (round(_tokens(one)), by_mean.index(one)))
    return [first, *(one for one in by_mean if one is not first)]


def difference(one: Scored, other: Scored, measure: str) -> Difference | None:
    """The lead of one over the other, question by question. Source: `bootstrap_difference`."""
    theirs = {held.question: held.measures.get(measure) for held in other.outcomes}
    own = [held.measures.get(measure) for held in one.outcomes]
    return bootstrap_difference(own, [theirs.get(held.question) for held in one.outcomes])


def _allowed(one: Scored, options: TuneOptions) -> bool:
    return one.mean(options.measure) is not None and (
        options.most_tokens is None or _tokens(one) <= options.most_tokens
    )


def _mean(one: Scored, measure: str) -> float:
    return one.mean(measure) or 0.0


def _tokens(one: Scored) -> float:
    return one.mean(_TOKENS) or 0.0
