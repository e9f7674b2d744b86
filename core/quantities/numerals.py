"""Numbers as they are written in English and German, in figures and in words."""

from __future__ import annotations

import re
from fractions import Fraction

from core.text.language import Language
from core.text.word_tables import word_table

_IN_ROW = r"(?:(?<!\d\s)|(?<=[.,]\d\s)|(?<=[.,]\d\d\s)|(?<=[.,]\d{3}\s))"
_BEFORE_POINT = rf"(?<![^\s=<>≤≥≈~(\[±:;/$€£¥+−–—-])(?<!\.\s){_IN_ROW}"
"""Before a point that begins a number is no mark of a note (".5" behind a sentence), no dots that
lead to a page, and no whole number that blanks broke; a decimal may be (".45 .32" in a row)."""
FIGURES = re.compile(
    r"[0-9]{1,3}(?:[ \u00a0\u202f\u2009'’][0-9]{3})+(?![0-9])(?:[.,][0-9]+)?|[0-9]+(?:[.,][0-9]+)*"
    rf"|{_BEFORE_POINT}[.,][0-9]+(?![.,]?[0-9])"
)
_LONGEST = 40
"""Characters; what is longer is no number that anybody reads."""
_PARTED = re.compile(r"[ \u00a0\u202f\u2009'’]")

_LISTS: dict[str, list[str]] = {name: words.split() for name, words in word_table(__file__).items()}


def _numbered(name: str) -> dict[str, int]:
    return {word: number for number, word in enumerate(_LISTS[name], 1)}


_ROMAN = _numbered("roman")


def _english_ordinals() -> dict[str, int]:
    ordinals = _numbered("english_ordinals")
    digits = [(word, number) for word, number in ordinals.items() if number < 10]
    for number, ten in enumerate(_LISTS["english_tens"], 2):
        ordinals[f"{ten[:-1]}ieth"] = 10 * number
        ordinals |= {f"{ten}-{word}": 10 * number + digit for word, digit in digits}
    return ordinals


_ENGLISH_ORDINALS, _GERMAN_ORDINALS = _english_ordinals(), _numbered("german_ordinals")
MONTHS = _numbered("english_months") | _numbered("german_months")
TIMES = {"once": 1, "twice": 2, "thrice": 3}
FRACTIONS = {"half": Fraction(1, 2), "halves": Fraction(1, 2), "hälfte": Fraction(1, 2)}


def _cardinals() -> dict[str, int]:
    cardinals = {"eins": 1, "zwo": 2, "dozen": 12, "hundert": 100, "hundred": 100, "thousand": 1000}
    for language, joined in (("english", "{ten}-{digit}"), ("german", "{digit}und{ten}")):
        words, tens = _LISTS[language], _LISTS[f"{language}_tens"]
        cardinals |= {word: number for number, word in enumerate(words)}
        for number, ten in enumerate(tens, 2):
            cardinals[ten] = 10 * number
            for value, digit in enumerate(words[1:10], 1):
                cardinals[joined.format(ten=ten, digit=digit)] = 10 * number + value
    small = {word: number for word, number in cardinals.items() if number < 100}
    for value, digit in enumerate(_LISTS["german"][1:10], 1):
        cardinals[f"{digit}hundert"] = 100 * value
        cardinals |= {f"{digit}hundert{word}": 100 * value + n for word, n in small.items()}
    thousands = {f"{word}tausend": 1000 * n for word, n in cardinals.items() if 0 < n < 1000}
    return cardinals | {"tausend": 1000} | thousands


CARDINALS = _cardinals()
ARTICLES = frozenset(_LISTS["articles"])
"""Words that may be an article or the number one."""


def readings(figures: str, language: Language) -> frozenset[Fraction]:
    """What figures may stand for; "1.250" is two numbers where the language is not known."""
    plain = _PARTED.sub("", figures)
    marks = re.findall(r"[.,]", plain)
    if len(plain) > _LONGEST:
        return frozenset()
    if not marks:
        return frozenset({Fraction(plain)})
    if len(set(marks)) > 1:
        return frozenset({_decimal(plain, marks[-1])})
    mark = marks[0]
    whole, *rest = plain.split(mark)
    grouped = all(len(part) == 3 for part in rest) and 0 < len(whole) <= 3 and whole != "0"
    if len(marks) > 1:
        return frozenset({Fraction(plain.replace(mark, ""))}) if grouped else frozenset()
    if not grouped:
        return frozenset({_decimal(plain, mark)})
    return _ambiguous(plain, mark, language)


def outline(figures: str) -> int | None:
    """What stands for figures such as "3.12.1", which are no amount: one number for each of them.

    None for figures with fewer than two points.
    """
    parted = len(figures) <= _LONGEST and re.fullmatch(r"[0-9]+(?:\.[0-9]+){2,}", figures)
    return int(figures.replace(".", "a"), 11) if parted else None


def _ambiguous(plain: str, mark: str, language: Language) -> frozenset[Fraction]:
    thousands, decimal = Fraction(plain.replace(mark, "")), _decimal(plain, mark)
    if language is Language.OTHER:
        return frozenset({thousands, decimal})
    groups = "," if language is Language.ENGLISH else "."
    return frozenset({thousands if mark == groups else decimal})


def _decimal(plain: str, mark: str) -> Fraction:
    other = "," if mark == "." else "."
    whole, _, rest = plain.replace(other, "").rpartition(mark)
    return Fraction(f"{whole.replace(mark, '')}.{rest}")


def roman(word: str) -> int | None:
    """The number of a Roman numeral up to ten, such as that of a stage."""
    return _ROMAN.get(word)


def ordinal(word: str) -> int | None:
    """The number of "third" or "dritten"."""
    lowered = word.lower()
    if lowered in _ENGLISH_ORDINALS:
        return _ENGLISH_ORDINALS[lowered]
    match = re.fullmatch(r"(\w+?)e[nmrs]?", lowered)
    return _GERMAN_ORDINALS.get(match[1]) if match else None
