"""How the numbers of a question meet those of a text: equal, inside an interval, outside of all.

A question may leave out the unit of a number ("eGFR 50", "cortisol 220"); it is then read in the
unit that the text has.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from core.quantities.bounds import Bound
from core.quantities.extraction import sure_quantities
from core.quantities.measurement_units import PERIODS, comparable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from fractions import Fraction

    from core.quantities.quantity import Quantity
    from core.text.language import Language

_READ_UP_TO = 2000
"""Characters of a text whose numbers are read."""
_APART_UP_TO = 5
"""Characters between the two ends of an interval, such as " and "."""
_NAMED_UNITS = PERIODS | {"percent", "ordinal", "date", "time of day", "times"}
"""Dimensions whose unit nobody leaves out in a question."""


class Meeting(Enum):
    """How a number of a question meets those of a text."""

    EQUAL = auto()
    INSIDE = auto()
    OUTSIDE = auto()
    OTHER = auto()
    """Numbers of the same kind stand there, none equal and none with an interval."""
    NONE = auto()


@dataclass(frozen=True, slots=True)
class Interval:
    """From `low` to `high`, both included, in the unit of `measured`."""

    low: float
    high: float
    measured: Quantity


@dataclass(frozen=True, slots=True)
class Amounts:
    """The numbers of a text in their order, and the intervals that they make."""

    numbers: tuple[Quantity, ...]
    intervals: tuple[Interval, ...]

    @classmethod
    def of(cls, parts: Iterable[str], language: Language) -> Amounts:
        """Those of the parts of a text, such as the cells of a row; no interval spans two parts."""
        numbers: list[Quantity] = []
        intervals: list[Interval] = []
        for part in parts:
            read = sure_quantities(part[:_READ_UP_TO], language)
            numbers += read
            intervals += _intervals(read)
        return cls(tuple(numbers), tuple(intervals))

    def meet(self, asked: Quantity) -> Meeting:
        """How they meet a number of a question."""
        like = [number for number in self.numbers if alike(asked, number)]
        if any(_in_unit(asked, number) & number.values for number in like):
            return Meeting.EQUAL
        around = [interval for interval in self.intervals if alike(asked, interval.measured)]
        if any(_lies_in(asked, interval) for interval in around):
            return Meeting.INSIDE
        if around:
            return Meeting.OUTSIDE
        return Meeting.OTHER if like else Meeting.NONE


def alike(asked: Quantity, number: Quantity) -> bool:
    """Whether two numbers may be of the same thing; a question may leave out the unit."""
    if asked.dates or number.dates:
        return False
    if not asked.dimension:
        return number.dimension not in _NAMED_UNITS
    return comparable(asked.dimension, number.dimension)


def _in_unit(number: Quantity, other: Quantity) -> frozenset[Fraction]:
    """The values of a number in the unit of another one; as they are where either has none."""
    if number.unit is None or other.unit is None:
        return number.values
    factor = other.unit.factor
    return frozenset(value / factor for value in number.scaled)


def _lies_in(asked: Quantity, interval: Interval) -> bool:
    values = _in_unit(asked, interval.measured)
    return any(interval.low <= value <= interval.high for value in values)


def _intervals(numbers: Sequence[Quantity]) -> Iterator[Interval]:
    for place, number in enumerate(numbers):
        if not number.values:
            continue
        following = numbers[place + 1] if place + 1 < len(numbers) else None
        if following and (span := _span(number, following)):
            yield span
        elif number.bound is not Bound.NONE:
            yield _bounded(number)


def _span(number: Quantity, following: Quantity) -> Interval | None:
    """From one number to the next, as in "45 to 59 ml", if they are the ends of an interval."""
    close = 0 <= following.start - number.end <= _APART_UP_TO
    if not (close and following.values and (number.unit is None or alike(number, following))):
        return None
    low, high = float(min(_in_unit(number, following))), float(max(following.values))
    return Interval(low, high, following) if low < high else None


def _bounded(number: Quantity) -> Interval:
    value = float(min(number.values))
    match number.bound:
        case Bound.AT_LEAST:
            return Interval(value, math.inf, number)
        case Bound.MORE:
            return Interval(math.nextafter(value, math.inf), math.inf, number)
        case Bound.AT_MOST:
            return Interval(-math.inf, value, number)
        case _:
            return Interval(-math.inf, math.nextafter(value, -math.inf), number)
