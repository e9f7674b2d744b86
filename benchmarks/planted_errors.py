"""Sentences of documents as claims, and the same with an error planted in each.

The errors are made by patterns of their own, so that the checks are not asked with what they know:
another number, another unit, a negation put in or taken out, and people whom the sentence does not
name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import md5
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_FEWEST_WORDS = 6
_NUMBER = re.compile(r"(?<![\w.,/§-])\d{1,4}(?:\.\d+)?(?![\w/-]|[.,]\d)")
_UNITS = {
    "mg": "g",
    "g": "mg",
    "micrograms": "mg",
    "ml": "litres",
    "hours": "days",
    "days": "weeks",
    "weeks": "days",
    "months": "weeks",
    "years": "months",
    "Stunden": "Tage",
    "Tage": "Wochen",
    "Tagen": "Wochen",
    "Wochen": "Tagen",
    "Monate": "Wochen",
    "Monaten": "Wochen",
    "Jahre": "Monate",
    "Jahren": "Monaten",
}
_UNIT = re.compile(rf"(?<=\d)(\s?)({'|'.join(_UNITS)})\b(?!/)")
_NOT = re.compile(r"\b(should|must|may|can|is|are|was|were|will|does|do|did) not\b")
_AUXILIARY = re.compile(r"\b(should|must|may|can|is|are|was|were|will)\b(?! not| be no| no\b)")
_SAYS_NO = re.compile(
    r"\b(?:no|not|never|none|nor|neither|without|unless|except|only|nicht|kein\w*|ohne)\b", re.I
)
_NICHT = re.compile(r"\bnicht ")
_PEOPLE = re.compile(
    r"\b(?:\d+|pregnan\w*|child\w*|adult\w*|people|patients?|women|men|bab(?:y|ies)|infants?|Frauen"
    r"|Kinder\w*|Erwachsene\w*|schwanger\w*|Patient\w*)\b",
    re.I,
)
_GERMAN = re.compile(r"\b(?:der|die|das|und|wird|werden|soll|ist|sind)\b")
_ADDED = (("in pregnant women", "bei Schwangeren"), ("in children", "bei Kindern"))
"""People that a claim is said to be of, in English and German."""


@dataclass(frozen=True)
class Planted:
    """A sentence, the same with an error of a kind, and the kind."""

    sentence: str
    claim: str
    kind: str


def planted(sentences: Iterable[str], most: int) -> list[Planted]:
    """Up to `most` errors of each kind, picked by a hash so that they are always the same ones."""
    made: dict[str, list[Planted]] = {"number": [], "unit": [], "negation": [], "people": []}
    for sentence in dict.fromkeys(sentences):
        if len(sentence.split()) >= _FEWEST_WORDS:
            for error in _errors(sentence):
                made[error.kind].append(error)
    return [one for errors in made.values() for one in sorted(errors, key=_by_chance)[:most]]


def _by_chance(error: Planted) -> str:
    return md5(error.claim.encode()).hexdigest()


def _errors(sentence: str) -> Iterator[Planted]:
    if number := _NUMBER.search(sentence):
        other = f"{sentence[: number.start()]}{_another(number.group())}{sentence[number.end() :]}"
        yield Planted(sentence, other, "number")
    if _UNIT.search(sentence):
        other = _UNIT.sub(lambda match: f"{match[1]}{_UNITS[match[2]]}", sentence, count=1)
        yield Planted(sentence, other, "unit")
    for negation, without in ((_NOT, r"\1"), (_NICHT, "")):
        if len(_SAYS_NO.findall(sentence)) == 1 and negation.search(sentence):
            yield Planted(sentence, negation.sub(without, sentence), "negation")
    if sentence.endswith(".") and not _PEOPLE.search(sentence):
        for people in _ADDED:
            words = people[bool(_GERMAN.search(sentence))]
            yield Planted(sentence, f"{sentence[:-1]} {words}.", "people")
    if not _SAYS_NO.search(sentence) and len(_AUXILIARY.findall(sentence)) == 1:
        yield Planted(sentence, _AUXILIARY.sub(r"\1 not", sentence), "negation")


def _another(number: str) -> str:
    """A number that is about twice as large, with as many decimals."""
    whole, _, decimals = number.partition(".")
    other = str(int(whole) * 2 + 1)
    return f"{other}.{decimals}" if decimals else other
