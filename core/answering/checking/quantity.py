"""A number of a text, and the unit behind it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from core.answering.checking.bounds import Bound
from core.answering.checking.units import PERIODS, PHRASES, Unit, unit_of

_PHRASE = "|".join(phrase.replace(" ", r"\s+") for phrase in PHRASES)
_UNIT = re.compile(rf"\s?-?\s?(?:({_PHRASE})\b|(%|°C?|[^\W\d_]+[²³23]?(?![\w])))", re.IGNORECASE)
_BELOW = r"(m\s?[²³23]|[^\W\d_]+[²³23]?)(?!\w)"
"""What a unit is by; the raised two of "mg/m²" is often parted from it in a PDF."""
_PER = re.compile(rf"\s?/\s?{_BELOW}|\s(?:per|pro|je)\s{_BELOW}")
_LONG_PERIOD = Fraction(86400)
PARTS = {"thirds": 3, "third": 3, "drittel": 3, "quarters": 4, "quarter": 4, "viertel": 4}
"""Parts that a number may be of: two thirds."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number at `start:end` of a text, its unit included.

    `values` are the numbers that it may stand for. `loose` ones may be no numbers at all, such
    as an article.
    """

    values: frozenset[Fraction]
    unit: Unit | None
    bound: Bound
    text: str
    start: int
    end: int
    loose: bool = False

    @property
    def scaled(self) -> frozenset[Fraction]:
        """The values in the base unit of the dimension."""
        factor = self.unit.factor if self.unit else Fraction(1)
        return frozenset(value * factor for value in self.values)

    @property
    def dimension(self) -> str:
        """What is measured or numbered; empty for a bare number."""
        return self.unit.dimension if self.unit else ""


def plain(text: str, start: int, end: int, values: frozenset[Fraction], loose: bool) -> Quantity:
    """A number without unit and comparison."""
    return Quantity(values, None, Bound.NONE, text[start:end], start, end, loose)


def with_unit(text: str, one: Quantity) -> Quantity:
    """The number with the unit that follows it, as far as one does."""
    found = _UNIT.match(text, one.end)
    name = (found[1] or found[2]) if found else ""
    if found and name.lower() in PARTS and len(one.values) == 1:
        part = Fraction(1, PARTS[name.lower()])
        values = frozenset(value * part for value in one.values)
        return replace(one, values=values, end=found.end(), text=text[one.start : found.end()])
    unit = unit_of(name) if name else None
    if found is None or unit is None or name in {"a", "d"} or name == "s":
        return one
    end = found.end()
    if per := _PER.match(text, end):
        below = unit_of("".join((per[1] or per[2]).split()))
        if below and not (below.dimension in PERIODS and _is_long(below)):
            unit, end = unit.by(below), per.end()
    return replace(one, unit=unit, end=end, text=text[one.start : end])


def _is_long(unit: Unit) -> bool:
    """Whether a unit of time is a day or more: "per day" says how often, "per minute" how fast."""
    return unit.dimension != "second" or unit.factor >= _LONG_PERIOD
