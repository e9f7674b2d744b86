"""Which of the settings that were tried is recommended, and why, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.configuration.labels import label
from core.evaluation.outcome import MEASURES, Scored

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.evaluation.metrics.intervals import Difference, Interval
    from core.evaluation.tuning.base import Judged, TuneOptions

SURE = 0.95
"""Share of draws (one-sided) in which a setting has to beat another to be recommended."""
LEVEL = 0.01
"""Difference of means that nobody would pay tokens for."""
_NEAR = 0.005
"""Differences below this are called none."""
_MORE_TOKENS = 1.02
"""How many times as many tokens are called more."""


def ranked(scored: Sequence[Scored], options: TuneOptions) -> list[Scored]:
    """The settings that may be recommended, the best first.

    First stands, of those whose mean is within `LEVEL` of the best, the one that retrieves the
    fewest tokens; then the others by their means.
    """

    def mean(setting: Scored) -> float:
        return setting.mean(options.measure) or 0.0

    most = float("inf") if options.most_tokens is None else options.most_tokens
    able = [
        setting
        for setting in scored
        if setting.mean(options.measure) is not None and _tokens(setting) <= most
    ]
    by_mean = sorted(able, key=lambda setting: (-mean(setting), _tokens(setting), setting.key))
    level = [setting for setting in by_mean if mean(by_mean[0]) - mean(setting) <= LEVEL]
    first = min(level, key=lambda setting: round(_tokens(setting)), default=None)
    return [first, *(setting for setting in by_mean if setting is not first)] if first else []


def reason(
    best: Judged, current: Judged, gain: Difference | None, measure: str, *, adopt: bool
) -> str:
    """What speaks for the setting, by the questions that it was not chosen on."""
    name = MEASURES.get(measure, measure)
    if best.setting == current.setting:
        return (
            f"Of all that was tried, what you use now is best: {name} "
            f"{_interval(best.held_out)} on the held-out questions."
        )
    figures = (
        f"{name} {_interval(best.held_out)} on the held-out questions, beside "
        f"{_interval(current.held_out)} of what you use now."
    )
    if gain is None:
        return figures
    sure = f"It is better in {gain.better:.0%} of draws of these {gain.count} questions"
    if adopt:
        return f"{figures} {sure}."
    if gain.mean < 0:
        return f"{figures} {sure} only: nothing speaks for a change."
    return f"{figures} {sure}, which may be chance: more questions would tell."


def given_up(best: Judged, second: Judged | None, current: Judged, measure: str) -> str:
    """What the runner-up and the current setting do better; empty if nothing."""
    others = {"the runner-up": second, "what you use now": current}
    if second is not None and second.setting == current.setting:
        del others["the runner-up"]
    losses = (
        _loss(best, other, name, measure)
        for name, other in others.items()
        if other is not None and other.setting != best.setting
    )
    return " ".join(filter(None, losses))


def _loss(best: Judged, other: Judged, name: str, measure: str) -> str:
    losses: list[str] = []
    behind = _mean(other.held_out) - _mean(best.held_out)
    if behind > _NEAR:
        losses.append(f"{100 * behind:.1f} points of {MEASURES.get(measure, measure).lower()}")
    if best.tokens and other.tokens and best.tokens > _MORE_TOKENS * other.tokens:
        losses.append(f"{best.tokens - other.tokens:.0f} more tokens to read for a question")
    if not losses:
        return ""
    return f"Given up against {name} ({label(other.setting)}): {' and '.join(losses)}."


def _tokens(scored: Scored) -> float:
    return scored.mean("retrieved_tokens") or 0.0


def _mean(interval: Interval | None) -> float:
    return interval.mean if interval else 0.0


def _interval(interval: Interval | None) -> str:
    if interval is None:
        return "not known"
    return f"{interval.mean:.3f} ({interval.low:.3f} to {interval.high:.3f})"
