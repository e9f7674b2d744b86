"""Fractions and powers of ten in figures, halves of a unit, and words that multiply."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from typing import TYPE_CHECKING

from core.quantities.numerals import CARDINALS, FIGURES, readings
from core.quantities.quantity import Quantity, number_at, with_unit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.text.language import Language

_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻−", "0123456789+--")
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
    for found in _POWER.finditer(text):
        exponent = int((found["plain"] or found["raised"]).translate(_RAISED))
        figures = readings(found["figures"], language) if found["figures"] else {Fraction(1)}
        yield _read(text, found, *(value * Fraction(10) ** exponent for value in figures))
    for found in _SIGN.finditer(text):
        sign = Fraction(unicodedata.numeric(found["part"])).limit_denominator(_SMALLEST)
        yield _read(text, found, int(found["whole"] or 0) + sign)
    for found in _SLASH.finditer(text):
        if not _LABELLED.search(text[: found.start()]):
            yield _read(text, found, int(found["whole"] or 0) + Fraction(found["part"]))
    yield from _of_units(text)
    yield from _multiples(text)


def _read(text: str, found: re.Match[str], *values: int | Fraction) -> Quantity:
    return with_unit(text, number_at(text, found.span(), *values))


def _of_units(text: str) -> Iterator[Quantity]:
    """Halves and quarters of a unit: half an hour."""
    for found in _OF_UNIT.finditer(text):
        one = _read(text, found, Fraction(1, 2 if found["half"] else 4))
        if one.unit is not None:
            yield one


def _multiples(text: str) -> Iterator[Quantity]:
    """How many times as much something became: doubled, threefold."""
    for value, rule in _MULTIPLE_RULES:
        for found in rule.finditer(text):
            yield number_at(text, found.span(), value, unit="times")
    for found in _FOLD.finditer(text):
        if number := CARDINALS.get(found[1].lower()):
            yield number_at(text, found.span(), number, unit="times")
