"""What a person says of each piece of an answer: accepted, rejected, unsure, with a comment."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from pydantic import Field

from core.value_models import FrozenModel


class Decision(StrEnum):
    """What a person decided of a claim or a quote."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    UNSURE = "unsure"


class Check(FrozenModel):
    """One decision of one person. `comment` may stand without a decision."""

    decision: Decision | None = None
    comment: str = ""
    decided_at: datetime | None = None
    seconds: float = 0.0
    """From the moment its lines were in sight until the decision."""


class Review(FrozenModel):
    """The checks of an answer, by the place of the item.

    Items are the claims of an answer, or its citations where it has none, counted from 0 in their
    order. An item that is not in `checks` was not checked.
    """

    checks: dict[int, Check] = Field(default_factory=dict)

    def decided(self) -> int:
        """How many items have a decision."""
        return sum(check.decision is not None for check in self.checks.values())

    def with_check(self, item: int, check: Check) -> Review:
        """The review with another check of an item (counted from 0); an empty one takes it off."""
        checks = {**self.checks, item: check}
        return Review(checks={at: each for at, each in checks.items() if each != Check()})

    def with_changes(self, before: Review, after: Review) -> Review:
        """The review with what was changed from one review to another, and nothing else."""
        review = self
        for item in before.checks | after.checks:
            check = after.checks.get(item, Check())
            if check != before.checks.get(item, Check()):
                review = review.with_check(item, check)
        return review

    def rejected(self) -> frozenset[int]:
        """The items that leave the answer."""
        return self._with(Decision.REJECTED)

    def accepted(self) -> frozenset[int]:
        """The items that a person stands for."""
        return self._with(Decision.ACCEPTED)

    def unsure(self) -> frozenset[int]:
        """The items that a person neither stands for nor rejects."""
        return self._with(Decision.UNSURE)

    def _with(self, decision: Decision) -> frozenset[int]:
        return frozenset(item for item, check in self.checks.items() if check.decision is decision)
