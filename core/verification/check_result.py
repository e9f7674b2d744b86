"""What one check makes of a claim."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.answering.base import Check


class Weight(IntEnum):
    """How much a finding says against a claim."""

    NOTHING = 0
    DOUBT = 1
    """The claim is right in part, or not shown to be right."""
    AGAINST = 2
    """The lines say something else."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The outcome of one check, in words for people."""

    check: Check
    weight: Weight
    words: str


def worst(check: Check, found: list[tuple[Weight, str]], passed: str) -> Judgement:
    """The findings of one check taken together; `passed` is said where there are none."""
    if not found:
        return Judgement(check, Weight.NOTHING, passed)
    weight = max(one for one, _ in found)
    words = dict.fromkeys(said for one, said in found if one is weight)
    return Judgement(check, weight, " ".join(words))
