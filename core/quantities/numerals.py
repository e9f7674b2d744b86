"""Numbers as they are written in English and German, in figures and in words."""

from __future__ import annotations

import re
from fractions import Fraction

from core.text.language import Language

FIGURES = re.compile(
    r"[0-9]{1,3}(?:[ \u00a0\u202f\u2009'][0-9]{3})+(?![0-9])(?:[.,][0-9]+)?|[0-9]+(?:[.,][0-9]+)*"
)
_LONGEST = 40
"""Characters; what is longer is no number that anybody reads."""
_PARTED = re.compile(r"[ \u00a0\u202f\u2009']")

_ENGLISH = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
).split()
_GERMAN = (
    "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn "
    "fünfzehn sechzehn siebzehn achtzehn neunzehn"
).split()
_ENGLISH_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_GERMAN_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split()
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
)
_GERMAN_ORDINALS = "erst zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft".split()
_MONTHS = (
    ("january", "januar"),
    ("february", "februar"),
    ("march", "märz"),
    ("april", "april"),
    ("may", "mai"),
    ("june", "juni"),
    ("july", "juli"),
    ("august", "august"),
    ("september", "september"),
    ("october", "oktober"),
    ("november", "november"),
    ("december", "dezember"),
)
_ROMAN = {word: number for number, word in enumerate("I II III IV V VI VII VIII IX X".split(), 1)}

MONTHS = {name: number for number, names in enumerate(_MONTHS, 1) for name in names}
TIMES = {"once": 1, "twice": 2, "thrice": 3}
FRACTIONS = {"half": Fraction(1, 2), "halves": Fraction(1, 2), "hälfte": Fraction(1, 2)}


def _cardinals() -> dict[str, int]:
    found = {"eins": 1, "zwo": 2, "dozen": 12, "hundert": 100, "hundred": 100, "thousand": 1000}
    for words, tens in ((_ENGLISH, _ENGLISH_TENS), (_GERMAN, _GERMAN_TENS)):
        found |= {word: number for number, word in enumerate(words)}
        found |= {word: 10 * number for number, word in enumerate(tens, 2)}
    for ten, word in enumerate(_GERMAN_TENS, 2):
        found |= {f"{one}und{word}": 10 * ten + n for n, one in enumerate(_GERMAN[1:10], 1)}
    for ten, word in enumerate(_ENGLISH_TENS, 2):
        found |= {f"{word}-{one}": 10 * ten + n for n, one in enumerate(_ENGLISH[1:10], 1)}
    small = {word: number for word, number in found.items() if number < 100}
    for n, one in enumerate(_GERMAN[1:10], 1):
        found[f"{one}hundert"] = 100 * n
        found |= {f"{one}hundert{word}": 100 * n + value for word, value in small.items()}
    return found


CARDINALS = _cardinals()
_ORDINAL_OF = {word: number for number, word in enumerate(_ORDINALS, 1)}
_GERMAN_ORDINAL_OF = {word: number for number, word in enumerate(_GERMAN_ORDINALS, 1)}
ARTICLES = frozenset("a an one ein eine einen einem einer eines".split())
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
    if lowered in _ORDINAL_OF:
        return _ORDINAL_OF[lowered]
    match = re.fullmatch(r"(\w+?)e[nmrs]?", lowered)
    return _GERMAN_ORDINAL_OF.get(match[1]) if match else None
