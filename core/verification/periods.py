"""How often something is: a day, weekly, every 12 hours."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.quantities.bounds import Bound, bound_of
from core.quantities.measurement_units import unit_of
from core.text.word_tables import word_table
from core.verification.verdicts import Weight

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.quantities.quantity import Quantity
    from core.verification.source import Source

_EVERY = (
    r"(?:/\s*|(?<!\w)(?<!half\s)(?<!quarter\sof\s)"
    r"(?:per|a|an|each|every|pro|je|am|im|in\s+der|in\s+the|jede[nmrs]?)\s+)"
)
_RULES = {
    name: re.compile(rf"{_EVERY}(?:{words})\b|\b(?:{adverbs})\b", re.IGNORECASE)
    for name, (words, adverbs) in word_table(__file__).items()
}
_LIMIT = re.compile(
    r"\b(?:at\s+(?:the\s+)?(?:least|most)|mindestens|wenigstens|höchstens|than|als)\s+\w*\s?$",
    re.IGNORECASE,
)
"""A comparison of how often, and not of the amount that is given so often."""
_SPAN = re.compile(
    r"\b(?:(?P<past>past|last|previous|preceding|letzten|vergangenen)|next|following|nächsten)"
    r"\s+(?P<unit>[^\W\d_]+|$)",
    re.IGNORECASE,
)
"""A span of time that is one of its unit, the past year, or whose length follows the text."""
_DAY = 86400
"""Seconds."""


def wrong_periods(claim: str, source: Source) -> list[tuple[Weight, str]]:
    """Whether "a day" has become "a week", or "at least daily" "at most daily"."""
    claimed, theirs = _bounds(claim), _bounds(source.wide)
    findings = [
        _other_bound(name, claimed[name], theirs[name]) for name in claimed if name in theirs
    ]
    wrong = sorted(claimed.keys() - theirs.keys())
    if not wrong:
        return [finding for finding in findings if finding]
    message = f"The claim says per {' and '.join(wrong)}"
    if theirs:
        return [(Weight.AGAINST, f"{message}, the lines say per {' and '.join(sorted(theirs))}.")]
    return [(Weight.DOUBT, f"{message}, which the lines do not say.")]


def _bounds(text: str) -> dict[str, set[Bound]]:
    bounds: dict[str, set[Bound]] = {}
    for name, rule in _RULES.items():
        for match in rule.finditer(text):
            limit = _LIMIT.search(text[: match.start()])
            bound = (
                bound_of(text, match.start(), match.end(), of_time=True) if limit else Bound.NONE
            )
            bounds.setdefault(name, set()).add(bound)
    return bounds


def _other_bound(name: str, claimed: set[Bound], theirs: set[Bound]) -> tuple[Weight, str] | None:
    extra = [bound for bound in claimed - theirs if bound is not Bound.NONE]
    if not extra:
        return None
    turned = all(extra[0].direction * bound.direction < 0 for bound in theirs)
    weight = Weight.AGAINST if turned else Weight.DOUBT
    return weight, f"The lines do not say {extra[0].words} per {name}."


def as_often(number: Quantity, claim: str, cited: Sequence[Quantity], source: Source) -> bool:
    """Whether "every 12 hours" is told as "twice daily", or the other way round."""
    daily = _RULES["day"]
    if _every(claim, number):
        amounts = {_DAY / value for value in number.scaled if value}
        often = [other for other in cited if other.dimension == "times"]
        return daily.search(source.cited) is not None and any(amounts & o.values for o in often)
    if number.dimension != "times" or not daily.search(claim):
        return False
    amounts = {_DAY / value for value in number.values if value}
    return any(amounts & other.scaled for other in cited if _every(source.cited, other))


def is_named_span(number: Quantity, claim: str, text: str) -> bool:
    """Whether a text says without a number "the past year" where a claim has "the past 12 months".

    How long something else takes is no such span.
    """
    ours = [match for match in _SPAN.finditer(claim[: number.start]) if not match["unit"]]
    return any(
        unit.dimension == number.dimension and unit.factor in number.scaled
        for match in _SPAN.finditer(text)
        if ours and bool(match["past"]) is bool(ours[0]["past"])
        if (unit := unit_of(match["unit"]))
    )


def _every(text: str, number: Quantity) -> bool:
    before = text[max(0, number.start - 7) : number.start]
    return number.dimension == "second" and bool(re.search(r"\b(?:every|alle)\s$", before, re.I))
