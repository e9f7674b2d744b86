"""What a sweep is: questions, settings, and how far it is."""

from __future__ import annotations

from enum import StrEnum
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from pydantic import Field, field_validator, model_validator

from core.errors import KeyRefused, ModelUnavailable
from core.evaluation.outcome import Scored
from core.evaluation.questions.base import QuestionSet
from core.model_names import ModelName, read_model_name
from core.value_models import FrozenModel, StrictModel

if TYPE_CHECKING:
    from core.settings import Settings


class Within(StrEnum):
    """Where a question is searched."""

    DOCUMENT = "document"
    """In the documents that it names or, if it names none, those of its evidence."""
    LIBRARY = "library"
    """In all documents of the question set."""


class Writer(StrictModel):
    """The language model that writes answers, and how its claims are judged.

    `model` is named as in the settings, without the address that Gemini is reached through: that
    says nothing of the answers. `strict` and `second_reader` are the settings of those names.
    """

    model: str
    strict: bool = False
    second_reader: str = ""

    @field_validator("model")
    @classmethod
    def _is_named(cls, text: str) -> str:
        read_model_name(text)
        return text

    @classmethod
    def of(cls, settings: Settings) -> Writer | None:
        """The writer of the app's settings; None where there is no language model."""
        if settings.language_model is None:
            return None
        return cls(
            model=_name_of(settings.chosen_model),
            strict=settings.strict_claims,
            second_reader=settings.second_reader,
        )

    @property
    def name(self) -> str:
        """The name of the model at its service, as people know it."""
        return read_model_name(self.model).name

    @property
    def service(self) -> str:
        """The service that is asked, as in `core.model_names.KEY_VARIABLES`."""
        return read_model_name(self.model).service

    def require(self, settings: Settings) -> None:
        """Sees to it that the language model of the app's settings is this one.

        Raises:
            ModelUnavailable: it is another one.
            KeyRefused: there is no key for it.
        """
        now = _name_of(settings.chosen_model)
        if now != self.model:
            raise ModelUnavailable(
                f"{self.model} writes the answers of this sweep, and the settings name {now} now. "
                f"Choose {self.model} again and resume the sweep, or begin another one."
            )
        if settings.language_model is None:
            raise KeyRefused(
                f"{self.model} writes the answers of this sweep, and there is no key for it. Enter "
                "one on the page Settings, or set it in the environment; then resume the sweep."
            )


class Plan(StrictModel):
    """All that the figures of a sweep depend on; the questions are kept as they were.

    `settings` are those of `Configuration.to_json`, no two alike. With `answers`
    each question is also answered, which takes longer: by rules, or where there is one by the
    `writer`, without which nothing is asked of a language model.
    """

    name: str = Field(min_length=1, max_length=80)
    questions: QuestionSet
    settings: tuple[dict[str, Any], ...] = Field(min_length=1)
    within: Within = Within.DOCUMENT
    answers: bool = False
    part_of: str = Field(
        default="", description="Key of the search for good settings that this is a round of."
    )
    # Left out where there is none: keys of sweeps are made of their plans as they are kept.
    writer: Writer | None = Field(default=None, exclude_if=lambda writer: writer is None)

    @model_validator(mode="before")
    @classmethod
    def _writer_answers(cls, values: Any) -> Any:
        has_writer = isinstance(values, dict) and values.get("writer") is not None
        return {**values, "answers": True} if has_writer else values

    @property
    def key(self) -> str:
        """Twelve hexadecimal digits from the plan: the same plan gives the same sweep."""
        return blake2b(self.model_dump_json().encode(), digest_size=6).hexdigest()


def _name_of(model: ModelName) -> str:
    """How a model is named whatever the address that Gemini is reached through."""
    return (model._replace(address="") if model.service == "gemini" else model).text


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


class SweepStatus(FrozenModel):
    """How far a sweep is: settings done, all, and those under way (in words, with their share).

    `questions` are those of `question_set` (its name then; `question_key` is that of the set
    itself, whatever its name), of which so many are `answerable`.

    `answered_by` names the language model that writes answers, if one does.
    Of those done, `failed` could not be scored. `written` is the time of the newest result, in
    nanoseconds: with the same one, the results are the same. `problem` says what ended a sweep
    that is `BROKEN`, where that is known.
    """

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
    answered_by: str = ""
    problem: str = ""
    failed: int = 0
    written: int = 0


class SweepResult(FrozenModel):
    """A plan with what was scored so far, in the order of its settings."""

    plan: Plan
    created: str
    scored: tuple[Scored, ...]
