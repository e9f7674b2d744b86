"""Words that multiply a number, and the signs of money before it: $ 3.2 million."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

_MILLION, _MILLIARD, _TRILLION = Fraction(10**6), Fraction(10**9), Fraction(10**12)
_WORDS = {
    Fraction(1000): "thousand|tausend|tsd\\.?",
    _MILLION: "millions?|millionen|mio\\.?|mill\\.|mln\\.?",
    _MILLIARD: "milliarden?|mrd\\.?|billions?|bn|mld\\.?",
    _TRILLION: "billionen|trillions?",
}
_LETTERS = {Fraction(1000): "k|K", _MILLION: "m|M", _MILLIARD: "bn|B", _TRILLION: "tn|T"}
"""What stands for a magnitude behind an amount of money only."""
_MAGNITUDES = [(f, re.compile(rf"\s?-?(?:{w})(?!\w)", re.IGNORECASE)) for f, w in _WORDS.items()]
_OF_MONEY = [(f, re.compile(rf"\s?(?:{w})(?!\w)")) for f, w in _LETTERS.items()]
_MONEY = re.compile(r"(?:(?<!\w)(EUR|USD|CHF|GBP|JPY)|(?:US)?([$€£¥]))\s?$")


@dataclass(frozen=True, slots=True)
class Magnitude:
    """What a number is multiplied by, one of `factors`; its words end at `end`."""

    factors: frozenset[Fraction]
    end: int


def magnitude(text: str, place: int, *, money: bool) -> Magnitude:
    """The words from `place` on that multiply the number before them; 1 if there are none.

    "Billion" with a capital may be the English or the German word. `money` says that an amount of
    money is named, which may have letters for words.
    """
    for factor, rule in [*_MAGNITUDES, *(_OF_MONEY if money else [])]:
        if match := rule.match(text, place):
            both = match.group().strip() == "Billion"
            return Magnitude(frozenset({factor, _TRILLION} if both else {factor}), match.end())
    return Magnitude(frozenset({Fraction(1)}), place)


def magnitudes_in(text: str) -> frozenset[Fraction]:
    """The magnitudes that a heading such as "in EUR million" gives the numbers below it."""
    return frozenset(
        factor
        for factor, words in _WORDS.items()
        if re.search(rf"(?<!\w)(?:{words})(?!\w)", text, re.IGNORECASE)
    )


def money_before(text: str, place: int) -> tuple[str, int] | None:
    """The sign of money before a number, and where it starts; None if there is none."""
    match = _MONEY.search(text, max(0, place - 6), place)
    return (match[1] or match[2], match.start()) if match else None
