"""Whom a text is about: ages, as intervals in months, and pregnancy."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Self

from core.text.word_tables import whole_words, word_table

_MONTHS = {"d": 1 / 30, "w": 12 / 52, "m": 1.0, "y": 12.0, "t": 1 / 30, "j": 12.0}
"""Months of a day, week, month, year, Tag and Jahr, by the first letter."""
_UNIT = r"(days?|weeks?|months?|years?|yrs?|tage?n?|wochen?|monate?n?|jahre?n?|y(?!\w))"
_LISTS = word_table(__file__)
_GROUPS = [(whole_words(words), (float(low), float(high))) for words, low, high in _LISTS["groups"]]
_OLD = re.compile(
    rf"(?<!\d[-–])\b(\d+(?:\.\d+)?)[\s-]*{_UNIT}[\s-]*(?:old|of age|alt)\b|\b(\d+)[\s-]?jährig\w*"
    rf"|\baged?\s+(\d+)(?!\d|\s*(?:{_UNIT}\s*)?(?:and|or|to|years?\s+(?:and|or)))",
    re.IGNORECASE,
)
_FROM = re.compile(
    rf"(?:\baged?\s+)?\b(\d+)\s*{_UNIT}?\s*(?:and|or)\s+(?:over|older|above)"
    rf"|\b(?:aged?\s+(?:over|above)|older\s+than|from\s+the\s+age\s+of|(?:people|patients)\s+over"
    rf"|ab\s+(?:dem\s+)?(?:alter\s+von\s+)?|über)\s*(\d+)\s*{_UNIT}",
    re.IGNORECASE,
)
_BELOW = re.compile(
    rf"\b(?:under|below|younger\s+than|up\s+to|aged?\s+(?:under|below)|unter|bis\s+zu)\s+(\d+)"
    rf"\s*{_UNIT}",
    re.IGNORECASE,
)
_PREGNANT = whole_words(_LISTS["pregnant"])
_NAMED = [(whole_words(words), (float(low), float(high))) for words, low, high in _LISTS["named"]]
_NAMED_PREGNANT = whole_words(_LISTS["named_pregnant"])


@dataclass(frozen=True, slots=True)
class People:
    """Ages that a text names, each as lowest and highest in months, and whether it is of birth."""

    ages: tuple[tuple[float, float], ...] = ()
    pregnant: bool = False

    @classmethod
    def of(cls, text: str) -> Self:
        """Whom a text names."""
        ages = [(age, age) for age in _exact(text)]
        low = max((_months(match) for match in _FROM.finditer(text)), default=None)
        high = max((_months(match) for match in _BELOW.finditer(text)), default=None)
        if low is not None and high is not None and low < high:
            ages.append((low, high))
        else:
            ages += [(low, math.inf)] if low is not None else []
            ages += [(0.0, high)] if high is not None else []
        if not ages:
            ages = [span for pattern, span in _GROUPS if pattern.search(text)]
        return cls(tuple(ages), _PREGNANT.search(text) is not None)

    @classmethod
    def named(cls, text: str) -> Self:
        """Whom a text names beyond doubt: "children" and "a 6-year-old", not "up to 5 years".

        `of` takes in more, which is of use where texts are only put in order.
        """
        ages = [(age, age) for age in _exact(text)]
        ages += [span for pattern, span in _NAMED if pattern.search(text)]
        return cls(tuple(ages), _NAMED_PREGNANT.search(text) is not None)

    def fits(self, other: People) -> int:
        """1 if both name ages that meet, -1 if none of them meet, 0 if one of them names none."""
        if not self.ages or not other.ages:
            return 0
        meet = any(a <= d and c <= b for a, b in self.ages for c, d in other.ages)
        return 1 if meet else -1

    def is_apart(self, other: People) -> bool:
        """Whether both name ages of which none are in common; an age at which one group ends and
        the other begins is not.
        """
        both = bool(self.ages and other.ages)
        return both and not any(_overlap(own, its) for own in self.ages for its in other.ages)


def _overlap(first: tuple[float, float], second: tuple[float, float]) -> bool:
    """Whether ages have some in common; where one group ends as another begins there is none."""
    low, high = max(first[0], second[0]), min(first[1], second[1])
    return low < high or (low == high and low in (*_point(first), *_point(second)))


def _point(ages: tuple[float, float]) -> tuple[float, ...]:
    return ages[:1] if ages[0] == ages[1] else ()


def _exact(text: str) -> list[float]:
    ages: list[float] = []
    for match in _OLD.finditer(text):
        number = next(group for group in (match[1], match[3], match[4]) if group)
        ages.append(float(number) * _MONTHS[(match[2] or "y")[0].lower()])
    return ages


def _months(match: re.Match[str]) -> float:
    number = next(group for group in match.groups() if group and group[0].isdigit())
    unit = next((group for group in match.groups() if group and not group[0].isdigit()), "years")
    return float(number) * _MONTHS[unit[0].lower()]
