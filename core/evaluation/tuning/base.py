"""What is asked of the search for good settings, and what it says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from core.evaluation.outcome import Scored
from core.evaluation.questions.base import QuestionSet
from core.evaluation.setting import Setting

if TYPE_CHECKING:
    from core.evaluation.metrics.intervals import Difference, Interval

ScoreAll = Callable[[Sequence[Setting], QuestionSet], Sequence[Scored]]
"""Scores settings on questions, in their order. It may raise `Cancelled`."""


class TuneOptions(BaseModel):
    """How far the search goes, and what counts."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    budget: int = Field(
        default=16,
        ge=3,
        le=500,
        title="Budget",
        description="How often the documents are cut and embedded anew, at most. A setting that "
        "is dropped after a share of the documents counts for that share; one that differs in the "
        "search only counts nothing.",
    )
    measure: str = Field(
        default="line_recall",
        title="What counts",
        description="The mean of this measure is raised.",
    )
    most_tokens: float | None = Field(
        default=None,
        ge=1,
        title="Tokens retrieved, at most",
        description="Settings that retrieve more tokens for a question, on average, are left out.",
    )


@dataclass(frozen=True, slots=True)
class Trial:
    """One setting tried on `questions` questions of the tuning half in a round (from 1)."""

    round: int
    setting: Setting
    questions: int
    value: float | None
    tokens: float | None


@dataclass(frozen=True, slots=True)
class Judged:
    """A setting with its mean on the half it was found by, and on the held-out half."""

    setting: Setting
    tuned: Interval | None
    held_out: Interval | None
    tokens: float | None
    seconds: float


@dataclass(frozen=True)
class Recommendation:
    """What the search found.

    `best` was chosen on the tuning half alone; `gain` is its lead over `current` on the held-out
    half, `lead` that over the runner-up. With `adopt` the gain is no noise. `reason` and
    `given_up` are for people. `spent` counts as `TuneOptions.budget` does.
    """

    best: Judged
    runner_up: Judged | None
    current: Judged
    gain: Difference | None
    lead: Difference | None
    adopt: bool
    reason: str
    given_up: str
    spent: float
    trials: tuple[Trial, ...]
    measure: str
    tuning_questions: int
    held_out_questions: int
