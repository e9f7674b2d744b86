"""A plan as it is kept, with what lists say of it."""

from __future__ import annotations

from pydantic import PrivateAttr

from core.configuration import Configuration
from core.errors import InvalidOption
from core.evaluation.sweeps.base import Plan, SweepStatus
from core.value_models import FrozenModel


class StoredPlan(FrozenModel):
    """A plan, and when it was first started (ISO 8601, UTC)."""

    created: str
    plan: Plan

    _keys: tuple[str, ...] = PrivateAttr()

    def model_post_init(self, context: object, /) -> None:
        """Raises `InvalidOption` where a setting cannot be used."""
        try:
            self._keys = tuple(Configuration.from_json(values).key for values in self.plan.settings)
        except InvalidOption as error:
            raise InvalidOption(f"A setting of the sweep cannot be used: {error}.") from error

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the settings."""
        return self._keys

    @property
    def status(self) -> SweepStatus:
        """The status before anything is done."""
        plan, questions = self.plan, self.plan.questions
        return SweepStatus(
            key=plan.key,
            name=plan.name,
            total=len(set(self.keys)),
            created=self.created,
            question_set=questions.name,
            question_key=questions.key,
            questions=len(questions.questions),
            answerable=sum(question.answerable for question in questions.questions),
            part_of=plan.part_of,
            answered_by=plan.writer.name if plan.writer else "",
        )
