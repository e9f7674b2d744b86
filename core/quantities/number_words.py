"""Numbers that are written in words."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from core.quantities.numerals import ARTICLES, CARDINALS, FRACTIONS, TIMES, ordinal
from core.quantities.quantity import PARTS, Quantity, number_at, with_unit
from core.text.words import HYPHENATED, LETTERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_ONE_IS_NONE = frozenset("of must should can may another is has who whose".split())
_NOT_ONE = frozenset("no any every each some this that which the".split())
_AND_A_HALF = re.compile(r"[\s-]+and[\s-]+a[\s-]+half\b", re.IGNORECASE)
_OF_WHOLE = re.compile(r"\s+(?:of|der|des|aller|von|dieser)\b", re.IGNORECASE)
_NTH = re.compile(
    r"\b(?:first|second|third|fourth|last|other|latter|each|ersten?|zweiten?|letzten?)\s+$",
    re.IGNORECASE,
)
_DOUBLE = re.compile(r"\bdouble\s+(?=(?:the|that|this|its|their|his|her)\b)", re.IGNORECASE)
"""Twice something; "double vision" is none."""
_ONCE = re.compile(
    r"once(?=\s*(?:$|[^\w\s]|\d)|\s+(?:an?|per|each|every|or|and|but|then|in|into|on|onto|at|for"
    r"|by|with|within|during|before|after|between|until|till|over|under(?!\s+control)|through"
    r"|throughout|via|since|because|unless|when|while|only|to|than|if|as|from|mornings?|evenings?"
    r"|nights?|today|\w+ly)\b)",
    re.IGNORECASE,
)
"""A number of times: "once a day"; in "once it has healed" it says when."""
_LONGEST_NUMBER = 8
"""Words of a number in words."""


def worded(text: str) -> Iterator[Quantity]:
    """The numbers in words, articles that may be the number one among them."""
    words = list(_words(text))
    place = 0
    while place < len(words):
        span = _number_words(words, place)
        if span:
            value, count = span
            start, end = words[place].start(), words[place + count - 1].end()
            yield from _number(text, start, end, value, words, place, count)
            place += count
            continue
        yield from _other_word(text, words, place)
        place += 1


def _words(text: str) -> Iterator[re.Match[str]]:
    """The words of a text; what hyphens join is one if it is one number, else it is several."""
    for match in HYPHENATED.finditer(text):
        word = match.group().lower()
        if word in CARDINALS or ordinal(word):
            yield match
        else:
            yield from LETTERS.finditer(text, *match.span())


def _number(
    text: str,
    start: int,
    end: int,
    value: int,
    words: Sequence[re.Match[str]],
    place: int,
    count: int,
) -> Iterator[Quantity]:
    """A number in words; "one" may be a pronoun, "ein" an article."""
    number = Fraction(value)
    if more := _AND_A_HALF.match(text, end):
        number, end = number + Fraction(1, 2), more.end()
    quantity = with_unit(text, number_at(text, (start, end), number))
    word = words[place].group().lower()
    if word in ARTICLES and count == 1:
        after = words[place + 1].group().lower() if place + 1 < len(words) else ""
        before = words[place - 1].group().lower() if place else ""
        pronoun = after in _ONE_IS_NONE or before in _NOT_ONE
        pronoun = pronoun or (_is_joined(text, words[place]) and after not in {"in", *PARTS})
        loose = quantity.unit is None and (word != "one" or pronoun)
        quantity = replace(quantity, loose=loose and not _is_share(text, quantity))
    yield quantity


def _is_joined(text: str, word: re.Match[str]) -> bool:
    """Whether a hyphen joins a word to another one, as in "one-off" and "half-life"."""
    before, after = text[max(0, word.start() - 2) : word.start()], text[word.end() : word.end() + 2]
    return bool(re.fullmatch(r"\w-", before) or re.fullmatch(r"-\w", after))


def _number_words(words: Sequence[re.Match[str]], place: int) -> tuple[int, int] | None:
    """Value and count of the words from `place` on that make a number."""
    spoken = [match.group().lower() for match in words[place : place + _LONGEST_NUMBER]]
    total, current, count = 0, 0, 0
    last: int | None = None
    for word, after in zip(spoken, [*spoken[1:], ""], strict=True):
        value = CARDINALS.get(word)
        if word == "and" and last in {100, 1000} and after in CARDINALS:
            count += 1
            continue
        if value is None or not _goes_on(last, value):
            break
        if value in {100, 1000} and last:
            current *= value
        else:
            current += value
        if value == 1000:
            total, current = total + current, 0
        last, count = value, count + 1
    return (total + current, count) if count else None


def _goes_on(last: int | None, value: int) -> bool:
    if last is None:
        return True
    if value in {100, 1000}:
        return last < value
    if last in {100, 1000}:
        return value < last
    return last >= 20 and last % 10 == 0 and value < 10


def _other_word(text: str, words: Sequence[re.Match[str]], place: int) -> Iterator[Quantity]:
    """A word that is a number of times, a fraction, an article before a unit, or an ordinal."""
    match = words[place]
    word = match.group().lower()
    times = 2 if _DOUBLE.match(text, match.start()) else TIMES.get(word)
    times = times or (CARDINALS.get(word[:-3]) if word.endswith("mal") else None)
    if times:
        loose = word == "once" and not _ONCE.match(text, match.start())
        yield number_at(text, match.span(), times, unit="times", loose=loose)
    elif word in FRACTIONS:
        quantity = number_at(text, match.span(), FRACTIONS[word], loose=True)
        loose = _is_joined(text, match) or not _is_share(text, quantity)
        yield replace(quantity, loose=loose)
    elif number := _and_a_half(word):
        yield with_unit(text, number_at(text, match.span(), number))
    elif word in ARTICLES:
        quantity = with_unit(text, number_at(text, match.span(), 1, loose=True))
        yield replace(quantity, loose=not _is_share(text, quantity))
    elif number := ordinal(word):
        before = words[place - 1].group().lower() if place else ""
        part_of = {"one"} if _is_joined(text, match) else {"a", "one"}
        if word in PARTS and before in part_of:
            part = number_at(text, match.span(), Fraction(1, PARTS[word]))
            yield replace(part, loose=not _is_share(text, part))
        else:
            yield number_at(text, match.span(), number, unit="ordinal")


def _and_a_half(word: str) -> Fraction | None:
    """The number of "anderthalb" or "zweieinhalb"."""
    if word == "anderthalb":
        return Fraction(3, 2)
    whole = CARDINALS.get(word.removesuffix("einhalb")) if word.endswith("einhalb") else None
    return whole + Fraction(1, 2) if whole else None


def _is_share(text: str, number: Quantity) -> bool:
    """Whether a fraction is one of a whole, and not a half of a game or a quarter of a year."""
    if all(value.denominator == 1 for value in number.values):
        return False
    if _NTH.search(text[: number.start]):
        return False
    return _OF_WHOLE.match(text, number.end) is not None or number.text.lower() in {
        "hälfte",
        "half",
    }
