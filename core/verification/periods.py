"""How often something is: a day, weekly, every 12 hours."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.quantities.bounds import Bound, bound_of
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
_DAY = 86400
"""Seconds."""


def wrong_periods(claim: str, source: Source) -> list[tuple[Weight, str]]:
    """Whether "a day" has become "a week", or "at least daily" "at most daily"."""
    claimed, held = _bounds(claim), _bounds(source.wide)
    found = [_other_bound(name, claimed[name], held[name]) for name in claimed if name in held]
    wrong = sorted(claimed.keys() - held.keys())
    if not wrong:
        return [one for one in found if one]
    said = f"The claim says per {' and '.join(wrong)}"
    if held:
        return [(Weight.AGAINST, f"{said}, the lines say per {' and '.join(sorted(held))}.")]
    return [(Weight.DOUBT, f"{said}, which the lines do not say.")]


def _bounds(text: str) -> dict[str, set[Bound]]:
    """The periods of a text with the comparisons before them."""
    found: dict[str, set[Bound]] = {}
    for name, rule in _RULES.items():
        for one in rule.finditer(text):
            limit = _LIMIT.search(text[: one.start()])
            bound = bound_of(text, one.start(), one.end(), of_time=True) if limit else Bound.NONE
            found.setdefault(name, set()).add(bound)
    return found


def _other_bound(name: str, claimed: set[Bound], held: set[Bound]) -> tuple[Weight, str] | None:
    extra = [bound for bound in claimed - held if bound is not Bound.NONE]
    if not extra:
        return None
    turned = all(extra[0].direction * bound.direction < 0 for bound in held)
    weight = Weight.AGAINST if turned else Weight.DOUBT
    return weight, f"The lines do not say {extra[0].words} per {name}."


def as_often(one: Quantity, claim: str, cited: Sequence[Quantity], source: Source) -> bool:
    """Whether "every 12 hours" is told as "twice daily", or the other way round."""
    daily = _RULES["day"]
    if _every(claim, one):
        wanted = {_DAY / value for value in one.scaled if value}
        often = [other for other in cited if other.dimension == "times"]
        return daily.search(source.cited) is not None and any(wanted & o.values for o in often)
    if one.dimension != "times" or not daily.search(claim):
        return False
    wanted = {_DAY / value for value in one.values if value}
    return any(wanted & other.scaled for other in cited if _every(source.cited, other))


def _every(text: str, one: Quantity) -> bool:
    before = text[max(0, one.start - 7) : one.start]
    return one.dimension == "second" and bool(re.search(r"\b(?:every|alle)\s$", before, re.I))
