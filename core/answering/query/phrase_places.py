"""Which words of an earlier question a phrase of a new one takes the place of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.answering.query.phrases import NUMBER, PEOPLE
from core.embedding.bge_small import open_bge_small
from core.text.language import Language, language_of
from core.text.stems import stem
from core.text.word_tables import any_of, whole_words, word_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from core.answering.query.phrases import Phrase, PhraseWord
    from core.embedding.token_vectors import TokenVectors

_LISTS = word_table(__file__)
_MODIFIES_PEOPLE = whole_words(_LISTS["modifies_people"])
_BARE = any_of([rf"\b(?:{'|'.join(_LISTS['with_a_bare_verb'])})\s+$"])
"""What parts a verb from its subject, which it goes before."""
_PARTICIPLE = re.compile(r"\w+(?:ed|en|ing|wn)")
_GENITIVE = ("der", "des")
"""German determiners that may tell what something is of."""
_OF_AGE = ("", "of", "von", "ab", "unter")
"""What stands between people and their age."""
_NEAR = 2
"""Words between a determiner and the people that it belongs to, at most."""
_APART = 0.02
"""Cosine by which the likest words of an earlier question lead the next."""


@dataclass(frozen=True)
class Place:
    """Words of a phrase of an earlier question, which those of another one take the place of."""

    phrase: Phrase
    words: tuple[PhraseWord, ...]


def place_of(question: str, phrase: Phrase, before: str, theirs: Sequence[Phrase]) -> Place | None:
    """What a phrase of a question takes the place of in the one `before`; None if unsure.

    A like word of its own, such as "clinic", tells it, or a phrase of the same kind and
    preposition, or else the vectors of its words.
    """
    german = language_of(before) is Language.GERMAN
    like = [other for other in theirs if _may_stand_for(phrase, other, german=german)]
    if phrase.kind == NUMBER or not like:
        return None
    if not phrase.kind and (known := _of_same_head(phrase, like) or _letter(phrase, like)):
        return known
    if phrase.is_of_another and not phrase.preposition:
        like = [other for other in like if other.is_of_another]
    of_same = [other for other in like if other.preposition == phrase.preposition]
    if phrase.kind == PEOPLE:
        like = of_same or like
    elif phrase.preposition:
        like = of_same
    elif phrase.has_names or german:
        named = [other for other in like if other.has_names]
        like = named if named or german else like
    led = [other for other in like if bool(other.determiner) == bool(phrase.determiner)]
    same = [other for other in led if other.determiner == phrase.determiner]
    if led and phrase.determiner:
        of_noun = [other for other in same if not other.preposition]
        like = of_noun if german and of_noun and phrase.determiner in _GENITIVE else led
    names = german or phrase.has_names
    places = [
        place
        for other in like
        for place in (
            [_people(other, theirs)]
            if other.kind == PEOPLE
            else _said(before, other, phrase, names=names)
        )
    ]
    return _nearest(question, phrase, before, places, (same if german else led))


def _may_stand_for(phrase: Phrase, other: Phrase, *, german: bool) -> bool:
    """Whether phrases are of one kind; English names with one preposition may be people or not."""
    named = phrase.has_names and other.has_names and not german and other.kind != NUMBER
    of_same = bool(phrase.preposition) and phrase.preposition == other.preposition
    return phrase.kind == other.kind or (named and of_same)


def _of_same_head(phrase: Phrase, like: Sequence[Phrase]) -> Place | None:
    """The words up to the one that a phrase ends with, as many as it has: the physics clinic."""
    head = stem(phrase.words[-1].text)
    for other in like:
        for at, word in enumerate(other.words):
            if stem(word.text) == head and not word.condition:
                first = max(0, at - max(1, len(phrase.words) - 1))
                while first and other.words[first].is_name and other.words[first - 1].is_name:
                    first -= 1
                return Place(other, other.words[first : at + 1])
    return None


def _letter(phrase: Phrase, like: Sequence[Phrase]) -> Place | None:
    """The letter that a letter takes the place of: grade A."""
    if len(phrase.words) > 1 or len(phrase.words[0].text) > 1:
        return None
    letters = [
        Place(other, (word,)) for other in like for word in other.words if len(word.text) == 1
    ]
    return letters[0] if len(letters) == 1 else None


def _people(other: Phrase, theirs: Sequence[Phrase]) -> Place:
    """The people of a phrase, with the ages behind them."""
    at = next(i for i, word in enumerate(other.words) if word.is_people)
    first = 0 if other.preposition or (other.determiner and at <= _NEAR) else at
    while first > 0 and _MODIFIES_PEOPLE.fullmatch(other.words[first - 1].text):
        first -= 1
    words = other.words[first:]
    last = max(i for i, word in enumerate(words) if word.condition or word.is_people)
    words = words[: last + 1]
    for behind in theirs:
        number = behind.words[0].condition if behind.preposition in _OF_AGE else None
        is_age = number is not None and number.dimension in ("month", "")
        if is_age and behind.kind == NUMBER and behind.start == words[-1].end + 1:
            words += behind.words
    return Place(other, words)


def _said(before: str, other: Phrase, phrase: Phrase, *, names: bool) -> list[Place]:
    """The names of a phrase, or its words without the verb that may end them.

    None where a word alone may mean one of several: `severe` goes before "anaemia".
    """
    words = other.words
    named = [
        i for i, word in enumerate(words) if word.start > 0 and (word.is_name or word.condition)
    ]
    count = len(phrase.words)
    if names and named:
        last = next(i for i in named if i + 1 not in named or _is_measured(words[i]))
        own = {stem(word.text) for word in phrase.words}
        if not own.isdisjoint(stem(word.text) for word in words[last + 1 :]):
            last = named[-1]  # NYHA class III has a name before and behind what both have.
        led = other.preposition or other.determiner
        first = 0 if led else max(named[0], last + 1 - count)
        return [Place(other, words[first : last + 1])]
    if other.preposition:
        return [Place(other, words)]
    if _BARE.search(before[: other.start]):
        return [Place(other, words[:count])]
    if len(words) > 1 and _PARTICIPLE.fullmatch(words[-1].text):
        words = words[:-1]
    is_unclear = count == 1 and len(words) > 1 and not phrase.determiner
    return [] if is_unclear else [Place(other, words)]


def _is_measured(word: PhraseWord) -> bool:
    """Whether it is a number that counts something, so that another word begins behind it."""
    return word.condition is not None and word.condition.dimension != "ordinal"


def _nearest(
    question: str, phrase: Phrase, before: str, places: Sequence[Place], led: Sequence[Phrase]
) -> Place | None:
    """The place whose words are likest to those of a phrase, by the vectors of their tokens.

    Of places that are like it much the same, the only one whose phrase is among `led`.
    """
    if len(places) <= 1:
        return next(iter(places), None)
    ours, theirs = open_bge_small().token_vectors([question, before])
    own = _direction(ours, phrase.words)
    scores = [float(own @ _direction(theirs, place.words)) for place in places]
    near = [
        place for place, score in zip(places, scores, strict=True) if max(scores) - score < _APART
    ]
    if len(near) > 1:
        near = [place for place in near if place.phrase in led]
    return near[0] if len(near) == 1 else None


def _direction(tokens: TokenVectors, words: Sequence[PhraseWord]) -> NDArray[np.float32]:
    """The sum of the vectors of words, of length 1; 0 where they are behind what is read."""
    inside = (tokens.bounds[:, 0] >= words[0].start) & (tokens.bounds[:, 1] <= words[-1].end)
    total = tokens.vectors[inside].sum(axis=0)
    return total / max(float(np.linalg.norm(total)), 1e-9)
