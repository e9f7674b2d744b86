"""A number of a text, and the unit behind it."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from core.quantities.bounds import Bound
from core.quantities.magnitudes import magnitude, money_before
from core.quantities.measurement_units import PERIODS, PHRASES, Unit, comparable, unit_of

if TYPE_CHECKING:
    from collections.abc import Sequence

_PHRASE = "|".join(phrase.replace(" ", r"\s+") for phrase in PHRASES)
_SYMBOL = r"[%‰€$£¥]|°\s?[CFK]?(?!\w)|[^\W\d_]+[²³23]?(?!\w)"
_UNIT = re.compile(rf"\s?-?\s?(?:({_PHRASE})\b|({_SYMBOL}))", re.IGNORECASE)
_BELOW = r"(m\s?[²³23]|[^\W\d_]+[²³23]?)(?!\w)"
"""What a unit is by; the raised two of "mg/m²" is often parted from it in a PDF."""
_PER = re.compile(rf"\s?/\s?{_BELOW}|\s(?:per|pro|je)\s{_BELOW}")
_JOINS = re.compile(r"-[^\W\d_]")
_LONG_PERIOD = Fraction(86400)
PARTS = {"thirds": 3, "third": 3, "drittel": 3, "quarters": 4, "quarter": 4, "viertel": 4}
"""Parts that a number may be of: two thirds."""
OUTLINE = Unit("outline number")
"""What numbers a version or a section of a section (3.12.1) and is no amount."""

_FIRST_YEAR, _LAST_YEAR = 1900, 2100
"""Bare numbers from the first to before the last may be years."""


@dataclass(frozen=True, slots=True)
class Date:
    """A day, month or year of the calendar; None is what was left out."""

    year: int | None
    month: int | None
    day: int | None


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number at `start:end` of a text, its unit included.

    `values` are the numbers that it may stand for. `loose` ones may be no numbers at all, such
    as an article. `dates` are the readings of a date, the likeliest first.
    """

    values: frozenset[Fraction]
    unit: Unit | None
    bound: Bound
    text: str
    start: int
    end: int
    loose: bool = False
    dates: tuple[Date, ...] = ()

    @property
    def scaled(self) -> frozenset[Fraction]:
        """The values in the base unit of the dimension."""
        factor = self.unit.factor if self.unit else Fraction(1)
        return frozenset(value * factor for value in self.values)

    @property
    def calendar(self) -> tuple[Date, ...]:
        """The readings of a date; those of a bare number that may be a year too."""
        if self.dates or self.unit is not None:
            return self.dates
        years = [v for v in self.values if v.denominator == 1 and _FIRST_YEAR <= v < _LAST_YEAR]
        return tuple(Date(int(year), None, None) for year in years)

    @property
    def dimension(self) -> str:
        """What is measured or numbered; empty for a bare number."""
        return self.unit.dimension if self.unit else ""

    @property
    def is_label(self) -> bool:
        """Whether it numbers something, such as a stage or a table."""
        return self.dimension.endswith(" number")


def is_joined(text: str, number: Quantity) -> bool:
    """Whether a hyphen joins a bare number of a text to a noun, as in "three-phase"."""
    return number.unit is None and _JOINS.match(text, number.end) is not None


def same_number(number: Quantity, other: Quantity) -> bool:
    """Whether two quantities are the same amount of the same thing."""
    if number.dates or other.dates:
        return same_date(number.calendar, other.calendar) is True
    if number.unit is None or other.unit is None:
        return number.unit is other.unit and bool(number.values & other.values)
    return comparable(number.dimension, other.dimension) and bool(number.scaled & other.scaled)


def _fits(date: Date, other: Date) -> bool | None:
    """Whether all that a date gives is that of another; None if the other one leaves some out."""
    pairs = list(
        zip((date.year, date.month, date.day), (other.year, other.month, other.day), strict=True)
    )
    if any(a and b and a != b for a, b in pairs) or not any(a and b for a, b in pairs):
        return False
    return None if any(a and not b for a, b in pairs) else True


def same_date(first: Sequence[Date], second: Sequence[Date]) -> bool | None:
    """Whether a date is that of the lines; None if it may be.

    Where both are written in a form that leaves open which figure is the month, the figures are
    compared as they stand.
    """
    if len(first) > 1 and len(second) > 1:
        return _fits(first[0], second[0])
    outcomes = [_fits(a, b) for a, b in itertools.product(first, second)]
    if True in outcomes:
        return True if len(outcomes) == 1 else None
    return None if None in outcomes else False


def number_at(
    text: str, span: tuple[int, int], *values: int | Fraction, unit: str = "", loose: bool = False
) -> Quantity:
    """The number that stands at a span of a text, without the unit and the bound around it.

    `unit` is a dimension that it has by itself, such as a date.
    """
    measured = Unit(unit) if unit else None
    exact = frozenset(map(Fraction, values))
    return Quantity(exact, measured, Bound.NONE, text[slice(*span)], *span, loose)


def with_unit(text: str, number: Quantity) -> Quantity:
    """The number with its magnitude and the unit around it, as far as there are any."""
    number, money = _with_money(text, number)
    match = _UNIT.match(text, number.end)
    name = _name(match) if match else ""
    if match and name.lower() in PARTS and len(number.values) == 1:
        part = Fraction(1, PARTS[name.lower()])
        values = frozenset(value * part for value in number.values)
        return replace(
            number, values=values, end=match.end(), text=text[number.start : match.end()]
        )
    unit, end = money, number.end
    if money is None and match and not _is_no_unit(name, match.group()):
        unit, end = unit_of(name), match.end()
    if unit is None:
        return number
    unit, end = _divided(text, unit, end)
    return replace(number, unit=unit, end=end, text=text[number.start : end])


def _name(match: re.Match[str]) -> str:
    return match[1] or "".join(match[2].split())


def _with_money(text: str, number: Quantity) -> tuple[Quantity, Unit | None]:
    before = money_before(text, number.start)
    size = magnitude(text, number.end, money=before is not None)
    values = frozenset(value * factor for value in number.values for factor in size.factors)
    start = before[1] if before else number.start
    whole = text[start : size.end]
    number = replace(number, values=values, start=start, end=size.end, text=whole)
    return number, unit_of(before[0]) if before else None


def _is_no_unit(name: str, matched: str) -> bool:
    """Whether letters behind a number are a small word, or the end of a name such as 1990s."""
    return name in {"a", "d"} or (name == "s" and not matched[0].isspace())


def _divided(text: str, unit: Unit, end: int) -> tuple[Unit, int]:
    """The unit with what it is divided by, and where that ends: mg/kg/h.

    Days and longer are left out of the unit, since they say how often and not how fast.
    """
    while per := _PER.match(text, end):
        below = unit_of("".join((per[1] or per[2]).split()))
        if below is None:
            break
        end = per.end()
        if not (below.dimension in PERIODS and _is_long(below)):
            unit = unit.by(below)
    return unit, end


def _is_long(unit: Unit) -> bool:
    """Whether a unit of time is a day or more: "per day" says how often, "per minute" how fast."""
    return unit.dimension != "second" or unit.factor >= _LONG_PERIOD
