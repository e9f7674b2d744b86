"""Fractions and powers of ten in figures, halves of a unit, and words that multiply."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from typing import TYPE_CHECKING

from core.quantities.numerals import CARDINALS, FIGURES, readings
from core.quantities.quantity import Quantity, number_at, with_unit
from core.text.raised_digits import plain_digits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.text.language import Language

_POWER = re.compile(
    rf"(?<![\w.,])(?:(?P<figures>{FIGURES.pattern})\s?[×x·*]\s?)?10"
    r"(?:(?:\^|\*\*)\s?(?P<plain>[-−+]?\d{1,2})|(?P<raised>[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2}))(?!\w)"
)
_SIGN = re.compile(r"(?<![\w.,])(?:(?P<whole>\d{1,3})\s?)?(?P<part>[¼-¾⅐-⅞])")
_SLASH = re.compile(
    r"(?<![\w.,/:-])(?:(?P<whole>\d{1,3})\s)?(?P<part>1/2|1/3|2/3|1/4|3/4)(?![\w/.,]\d|[\w/])"
)
_LABELLED = re.compile(r"\b(?:phases?|grades?|types?|stages?|levels?|tables?|typ|grad)\s+$", re.I)
_OF_UNIT = re.compile(
    r"\b(?:(?P<half>half(?:\s+an?\b)?|halbe[nmrs]?)|(?P<quarter>(?:an?\s+)?quarter\s+of\s+an?))(?=\s)",
    re.IGNORECASE,
)
_SMALLEST = 10
"""The largest denominator of a fraction that is one sign."""
_MULTIPLES = {
    Fraction(2): r"doubl(?:ed|es|ing)|verdoppel\w*|verdoppl\w*|doppelt",
    Fraction(3): r"(?:tripl|trebl)(?:ed|es|ing)|verdreifach\w*",
    Fraction(4): r"quadrupl(?:ed|es|ing)|vervierfach\w*",
    Fraction(5): r"verfünffach\w*",
    Fraction(10): r"verzehnfach\w*",
    Fraction(1, 2): r"halv(?:ed|ing)|halbier\w*",
}
_MULTIPLE_RULES = [
    (value, re.compile(rf"\b(?:{words})\b(?!-)", re.IGNORECASE))
    for value, words in _MULTIPLES.items()
]
_FOLD = re.compile(r"\b([^\W\d_]+?)-?(?:fold|fach\w*)\b", re.IGNORECASE)


def parts(text: str, language: Language) -> Iterator[Quantity]:
    """The numbers of a text that are fractions, powers of ten or multiples."""
    for match in _POWER.finditer(text):
        exponent = int(plain_digits(match["plain"] or match["raised"]).replace("\u2212", "-"))
        figures = readings(match["figures"], language) if match["figures"] else {Fraction(1)}
        yield _read(text, match, *(value * Fraction(10) ** exponent for value in figures))
    for match in _SIGN.finditer(text):
        sign = Fraction(unicodedata.numeric(match["part"])).limit_denominator(_SMALLEST)
        yield _read(text, match, int(match["whole"] or 0) + sign)
    for match in _SLASH.finditer(text):
        if not _LABELLED.search(text[: match.start()]):
            yield _read(text, match, int(match["whole"] or 0) + Fraction(match["part"]))
    yield from _of_units(text)
    yield from _multiples(text)


def _read(text: str, match: re.Match[str], *values: int | Fraction) -> Quantity:
    return with_unit(text, number_at(text, match.span(), *values))


def _of_units(text: str) -> Iterator[Quantity]:
    for match in _OF_UNIT.finditer(text):
        number = _read(text, match, Fraction(1, 2 if match["half"] else 4))
        if number.unit is not None:
            yield number


def _multiples(text: str) -> Iterator[Quantity]:
    for value, rule in _MULTIPLE_RULES:
        for match in rule.finditer(text):
            yield number_at(text, match.span(), value, unit="times")
    for match in _FOLD.finditer(text):
        if number := CARDINALS.get(match[1].lower()):
            yield number_at(text, match.span(), number, unit="times")
