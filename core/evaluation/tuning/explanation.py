"""A recommendation in words: why this setting, and what was given up for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.configuration.labels import label
from core.evaluation.outcome import MEASURES

if TYPE_CHECKING:
    from core.evaluation.metrics.intervals import Difference, Interval
    from core.evaluation.tuning.base import Judged

_NEAR = 0.005
"""Differences below this are called none."""


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
    said = (
        f"{name} {_interval(best.held_out)} on the held-out questions, beside "
        f"{_interval(current.held_out)} of what you use now."
    )
    if gain is None:
        return said
    sure = f"It is better in {gain.better:.0%} of draws of these {gain.count} questions"
    if adopt:
        return f"{said} {sure}."
    if gain.mean < 0:
        return f"{said} {sure} only: nothing speaks for a change."
    return f"{said} {sure}, which may be chance: more questions would tell."


def given_up(best: Judged, second: Judged | None, current: Judged, measure: str) -> str:
    """What the runner-up and the current setting do better; empty if nothing."""
    said = [
        _given_up(best, other, called, measure)
        for other, called in ((second, "the runner-up"), (current, "what you use now"))
        if other is not None and other.setting != best.setting
    ]
    if second is not None and second.setting == current.setting:
        said = said[1:]
    return " ".join(filter(None, said))


def _given_up(best: Judged, other: Judged, called: str, measure: str) -> str:
    losses: list[str] = []
    behind = _mean(other.held_out) - _mean(best.held_out)
    if behind > _NEAR:
        losses.append(f"{100 * behind:.1f} points of {MEASURES.get(measure, measure).lower()}")
    if best.tokens and other.tokens and best.tokens > 1.02 * other.tokens:
        losses.append(f"{best.tokens - other.tokens:.0f} more tokens to read for a question")
    if not losses:
        return ""
    return f"Given up against {called} ({label(other.setting)}): {' and '.join(losses)}."


def _mean(found: Interval | None) -> float:
    return found.mean if found else 0.0


def _interval(found: Interval | None) -> str:
    if found is None:
        return "not known"
    return f"{found.mean:.3f} ({found.low:.3f} to {found.high:.3f})"
