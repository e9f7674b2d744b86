"""What checks make of a claim: findings, each with how much it says against it, and a verdict."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum


class Verdict(StrEnum):
    """What the checks of a claim come to."""

    SUPPORTED = "supported"
    PARTIAL = "partial"
    UNSUPPORTED = "unsupported"


class Check(StrEnum):
    """What is compared between a claim and the lines that it cites."""

    LINES = "lines"
    QUOTE = "quote"
    NUMBERS = "numbers"
    NEGATION = "negation"
    NAMES = "names"
    GROUPS = "groups"
    FIRMNESS = "firmness"
    MEANING = "meaning"
    SECOND_READER = "second_reader"
    """A reader of its own, whose opinion is beside that of the checks."""


class Weight(IntEnum):
    """How much a finding says against a claim."""

    NOTHING = 0
    DOUBT = 1
    """The claim is right in part, or not shown to be right."""
    AGAINST = 2
    """The lines say something else."""


VERDICTS = {
    Verdict.SUPPORTED: Weight.NOTHING,
    Verdict.PARTIAL: Weight.DOUBT,
    Verdict.UNSUPPORTED: Weight.AGAINST,
}
"""What the gravest finding of the checks says of a claim with each verdict."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The outcome of one check of a claim, in words for people."""

    check: Check
    weight: Weight
    words: str

    @property
    def passed(self) -> bool:
        """Whether it says nothing against the claim."""
        return self.weight is Weight.NOTHING


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the checks of a claim found, in the order of `Check`, and what they come to."""

    verdict: Verdict
    findings: tuple[Finding, ...]


def worst(check: Check, findings: list[tuple[Weight, str]], passed: str) -> Finding:
    """The findings of one check taken together; `passed` is said where there are none."""
    if not findings:
        return Finding(check, Weight.NOTHING, passed)
    most = max(weight for weight, _ in findings)
    words = dict.fromkeys(text for weight, text in findings if weight is most)
    return Finding(check, most, " ".join(words))
