"""Whether a claim repeats a sentence with two of its parties in each other's place."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING, NamedTuple

from core.quantities.measurement_units import unit_of
from core.text.language import Language
from core.text.word_tables import any_of, whole_words, word_table
from core.verification.clauses import content

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.verification.source import Source

_LISTS = word_table(__file__)
_EITHER_WAY = whole_words(_LISTS["either_way"])
"""Words of sentences in which the order of the parties says nothing: "A interacts with B"."""
_JOINT = any_of([rf"\s*(?:[,;]|/(?!\d)|(?:{'|'.join(_LISTS['joints'])})\b)"])
"""What goes on with a list; "and then" and the stroke of 120/80 do not."""
_LINK = any_of(_LISTS["links"])
"""What joins a subject and what is told of it, either of which may come first: "included were"."""
_PLACE = any_of(_LISTS["places"])
"""What ties the word behind it to a place where the order of a language is free elsewhere."""
_WORD = re.compile(r"[^\W_]+(?:[-'’.][^\W_]+)*")
_LONGEST = 3
"""Words of a party at most."""


class _Exchange(NamedTuple):
    """Two parties of a sentence that a claim has in each other's place, and what is between."""

    first: Sequence[re.Match[str]]
    second: Sequence[re.Match[str]]
    between: Sequence[re.Match[str]]


def exchanged(claim: str, language: Language, source: Source) -> str:
    """What is said if a claim has exchanged two parties of a sentence; empty if it has not.

    All its other words are those of the sentence, in their order: "Jones hired Smith". A party is
    made of content words and numbers, since what begins with a small word ("in May") may stand
    anywhere.
    """
    if _EITHER_WAY.search(claim):
        return ""
    ours = list(_WORD.finditer(claim))
    small = {word.group() for word in ours if word.group().islower()}
    for sentence in source.sentences:
        for exchange in _exchanges(list(_WORD.finditer(sentence)), ours):
            words = [word.group() for word in (*exchange.first, *exchange.second)]
            parties = all(_is_party(word, language, small) for word in words)
            if parties and _is_ordered(exchange, sentence, language):
                first, second = (
                    " ".join(word.group() for word in party)
                    for party in (exchange.first, exchange.second)
                )
                return f"The claim exchanges “{first}” and “{second}”."
    return ""


def _exchanges(
    theirs: Sequence[re.Match[str]], ours: Sequence[re.Match[str]]
) -> Iterator[_Exchange]:
    plain, other = [[word.group().casefold() for word in words] for words in (theirs, ours)]
    if plain == other or sorted(plain) != sorted(other):
        return
    differ = [at for at, (a, b) in enumerate(zip(plain, other, strict=True)) if a != b]
    start, end = differ[0], differ[-1] + 1
    plain, other, words = plain[start:end], other[start:end], theirs[start:end]
    for left, right in itertools.product(range(1, _LONGEST + 1), repeat=2):
        middle = plain[left:-right]
        if middle and other == [*plain[-right:], *middle, *plain[:left]]:
            yield _Exchange(words[:left], words[-right:], words[left:-right])


def _is_party(word: str, language: Language, small: set[str]) -> bool:
    """Whether a word names or counts something, or is a unit.

    `small` are the words of the claim in small letters, which are no nouns in German.
    """
    if word[0].isdigit() or unit_of(word):
        return True
    if language is Language.GERMAN and (word.islower() or word.lower() in small):
        return False
    return bool(content(word, language)) or (len(word) == 1 and word.isupper())


def _is_ordered(exchange: _Exchange, sentence: str, language: Language) -> bool:
    """Whether what is between two parties tells which is which by their order.

    The parts of a list may stand in any order, and so may a subject and what it is said to be.
    """
    between = [word.group() for word in exchange.between]
    last = exchange.between[0] if unit_of(between[0]) else exchange.first[-1]
    if _JOINT.match(sentence, last.end()) or _LINK.fullmatch(between[-1]):
        return False
    return language is Language.ENGLISH or any(map(_PLACE.fullmatch, between))
