"""What a sweep is: questions, settings, and how far it is."""

from __future__ import annotations

from enum import StrEnum
from hashlib import blake2b
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from core.evaluation.outcome import Scored
from core.evaluation.questions.base import QuestionSet


class Within(StrEnum):
    """Where a question is searched."""

    DOCUMENT = "document"
    """In the documents that it names or, if it names none, those of its evidence."""
    LIBRARY = "library"
    """In all documents of the question set."""


class Plan(BaseModel):
    """All that the figures of a sweep depend on; the questions are kept as they were.

    `settings` are those of `Configuration.to_json`, no two alike. With `answers`
    each question is also answered, which takes longer.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(min_length=1, max_length=80)
    questions: QuestionSet
    settings: tuple[dict[str, Any], ...] = Field(min_length=1)
    within: Within = Within.DOCUMENT
    answers: bool = False
    part_of: str = Field(
        default="", description="Key of the search for good settings that this is a round of."
    )

    @property
    def key(self) -> str:
        """Twelve hexadecimal digits from the plan: the same plan gives the same sweep."""
        return blake2b(self.model_dump_json().encode(), digest_size=6).hexdigest()


class State(StrEnum):
    """How far a sweep, or a search made of sweeps, is."""

    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    """No further setting is begun; those under way end."""
    CANCELLED = "cancelled"
    DONE = "done"
    BROKEN = "stopped"
    """The app ended while it ran, or an error ended it; it can be resumed."""

    @property
    def has_ended(self) -> bool:
        """Whether nothing more comes of itself."""
        return self in (State.DONE, State.CANCELLED, State.BROKEN)


class SweepStatus(BaseModel):
    """How far a sweep is: settings done, all, and those under way (in words, with their share).

    `questions` are those of `question_set` (its name then; `question_key` is that of the set
    itself, whatever its name), of which so many are `answerable`.

    Of those done, `failed` could not be scored. `written` is the time of the newest result, in
    nanoseconds: with the same one, the results are the same. `problem` says what ended a sweep
    that is `BROKEN`, where that is known.
    """

    model_config = ConfigDict(frozen=True)

    key: str
    name: str
    state: State = State.WAITING
    done: int = 0
    total: int = 0
    running: tuple[tuple[str, float], ...] = ()
    seconds_left: float | None = None
    created: str = Field(default="", description="ISO 8601, UTC.")
    question_set: str = ""
    question_key: str = ""
    questions: int = 0
    answerable: int = 0
    part_of: str = ""
    problem: str = ""
    failed: int = 0
    written: int = 0


class SweepResult(BaseModel):
    """A plan with what was scored so far, in the order of its settings."""

    model_config = ConfigDict(frozen=True)

    plan: Plan
    created: str
    scored: tuple[Scored, ...]
