"""What is asked of the search for good settings, and what it says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Annotated

from pydantic import AfterValidator, Field

from core.configuration import Configuration
from core.evaluation.metrics.intervals import Difference, Interval
from core.evaluation.outcome import Scored
from core.evaluation.questions.base import QuestionSet
from core.evaluation.sweeps.base import Within
from core.value_models import FrozenModel, StrictModel

KeptSetting = Annotated[Configuration, AfterValidator(lambda config: replace(config, model=""))]
"""A sweep plans by rules, so a planning model is let go."""

ScoreAll = Callable[[Sequence[Configuration], QuestionSet], Sequence[Scored]]
"""Scores settings on questions, in their order. It may raise `Cancelled`."""


class TuneOptions(StrictModel):
    """How far the search goes, and what counts."""

    budget: int = Field(
        default=16,
        ge=3,
        le=500,
        title="Budget",
        description="How often the documents of the tuning half are cut and embedded, at most. A "
        "setting that is dropped after a share of the documents counts for that share; one that "
        "differs in the neighbourhood or in the search only counts nothing. To judge at most "
        "three settings on the held-out half is not counted.",
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


class Request(StrictModel):
    """What is searched, beginning with what is used now, by which questions."""

    questions: QuestionSet
    space: tuple[KeptSetting, ...]
    current: KeptSetting
    options: TuneOptions
    within: Within = Within.DOCUMENT

    @property
    def key(self) -> str:
        """Twelve hexadecimal digits: the same request gives the same recommendation."""
        return blake2b(self.model_dump_json().encode(), digest_size=6).hexdigest()


class Trial(FrozenModel):
    """One setting tried on `questions` questions of the tuning half in a round (from 1)."""

    round: int
    setting: KeptSetting
    questions: int
    value: float | None
    tokens: float | None


class Judged(FrozenModel):
    """A setting with its mean on the half it was found by, and on the held-out half.

    `tokens` are those retrieved for a question, `seconds` those of a search, both held out.
    """

    setting: KeptSetting
    tuned: Interval | None
    held_out: Interval | None
    tokens: float | None
    seconds: float


class Recommendation(FrozenModel):
    """What the search found.

    `best` was chosen on the tuning half alone; `gain` is its lead over `current` on the held-out
    half, `lead` that over the runner-up. With `adopt` the best is better in at least 95 % of draws
    of the held-out questions (one-sided), which may still be chance. `reason` and `given_up` are
    for people. `spent` counts as `TuneOptions.budget` does: documents of the tuning half, without
    the run that judges.
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


class Finished(FrozenModel):
    """A request with its recommendation, as it is kept."""

    request: Request
    recommendation: Recommendation
