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
_DISEASE = whole_words(_LISTS["diseases"])
"""The last word of what patients have, which vectors of German words hardly part from a drug."""
_BARE = any_of([rf"\b(?:{'|'.join(_LISTS['with_a_bare_verb'])})\s+$"])
"""What parts a verb from its subject, which it goes before."""
_PARTICIPLE = re.compile(r"\w+(?:ed|en|ing|wn)")
_VERB_BEHIND = re.compile(r"\w+ed|given|taken|known|shown|seen|used", re.IGNORECASE)
"""A participle where a noun may end as well: `bleeding` ends what is asked of."""
_IS = re.compile(r"^\W*(?:is|are|was|were)\s+(?:an?\s+|the\s+)?$", re.IGNORECASE)
"""What parts what something is said to be from it, which it goes before."""
_WITH = ("with", "without", "mit", "ohne")
"""What leads a disease and a drug alike."""
_GENITIVE = ("der", "des")
"""German determiners that may tell what something is of."""
_OF_AGE = ("", "of", "von", "ab", "unter")
"""What stands between people and their age."""
_NEAR = 2
"""Words between a determiner and the people that it belongs to, at most."""
_APART = 0.02
"""Cosine by which the likest words of an earlier question lead the next."""
_LIKE = 0.43
"""Cosine from which words may be of one kind; a disease is less like a drug, and so is `weekly`."""


@dataclass(frozen=True)
class Place:
    """Words of a phrase of an earlier question, which those of another one take the place of.

    It is not sure where they may be only some of the words that are meant, or more of them.
    """

    phrase: Phrase
    words: tuple[PhraseWord, ...]
    is_sure: bool = True


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
    if phrase.preposition in _WITH and any(_tells_of_people(each, theirs) for each in of_same):
        return None
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
        _people(other, theirs)
        if other.kind == PEOPLE
        else _said(before, other, phrase, names=names)
        for other in like
    ]
    place = _nearest(question, phrase, before, places, (same if german else led))
    if not place or not place.is_sure:
        return None
    return None if not phrase.preposition and _is_other_than(phrase, place) else place


def _tells_of_people(phrase: Phrase, theirs: Sequence[Phrase]) -> bool:
    """Whether it stands behind people, who may well have both: `patients with renal failure`."""
    return any(each.kind == PEOPLE and each.end == phrase.start - 1 for each in theirs)


def _is_other_than(phrase: Phrase, place: Place) -> bool:
    """Whether a phrase without a preposition cannot be meant: a disease for a drug or its dose."""
    ours, theirs = (_DISEASE.fullmatch(each.words[-1].text) for each in (phrase, place))
    numbers = (each.words[0].condition is None for each in (phrase, place))
    bare = not phrase.determiner and not phrase.is_of_another
    if bool(ours) is not bool(theirs) or len(set(numbers)) > 1:
        return True
    return bare and place.phrase.is_of_another


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
    last = max(i for i, word in enumerate(words) if _may_be_age(word) or word.is_people)
    words = words[: last + 1]
    for behind in theirs:
        is_age = behind.preposition in _OF_AGE and _may_be_age(behind.words[0])
        if is_age and behind.kind == NUMBER and behind.start == words[-1].end + 1:
            words += behind.words
    return Place(other, words)


def _may_be_age(word: PhraseWord) -> bool:
    """Whether it is a number of years or months, or a bare one; days after birth are no age."""
    return word.condition is not None and word.condition.dimension in ("month", "")


def _said(before: str, other: Phrase, phrase: Phrase, *, names: bool) -> Place:
    """The names of a phrase, or its words without the verb that may end them.

    Unsure where a word alone may mean one of several (`severe` goes before "anaemia"), or where the
    last one is said of the others, as in `Is zinc safe?`.
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
        return Place(other, words[first : last + 1])
    if _BARE.search(before[: other.start]) and not other.preposition:
        return Place(other, words[:count])
    participle = _VERB_BEHIND if other.preposition else _PARTICIPLE
    kept = _before_a_verb(words, participle)
    if other.preposition and phrase.preposition:
        return Place(other, kept)
    says_what_it_is = len(kept) == len(words) > 1 and _IS.search(before[: other.words[0].start])
    is_unclear = count == 1 and len(kept) > 1 and not phrase.determiner
    return Place(other, kept, is_sure=not is_unclear and not says_what_it_is)


def _before_a_verb(
    words: tuple[PhraseWord, ...], participle: re.Pattern[str]
) -> tuple[PhraseWord, ...]:
    """Words without a verb at their end or before a number: `warfarin stopped 5 days`."""
    for at, word in enumerate(words[1:], 1):
        ends = all(behind.condition for behind in words[at + 1 :])
        if ends and not word.condition and participle.fullmatch(word.text):
            return words[:at]
    return words


def _is_measured(word: PhraseWord) -> bool:
    """Whether it is a number that counts something, so that another word begins behind it."""
    return word.condition is not None and word.condition.dimension != "ordinal"


def _nearest(
    question: str, phrase: Phrase, before: str, places: Sequence[Place], led: Sequence[Phrase]
) -> Place | None:
    """The place whose words are likest to those of a phrase, by the vectors of their tokens.

    Of places that are like it much the same, the only one whose phrase is among `led`. None where
    even the likest is hardly alike, unless the form of both tells enough.
    """
    if not places or (len(places) == 1 and _is_told_by_its_form(phrase, places[0].phrase)):
        return next(iter(places), None)
    ours, theirs = open_bge_small().token_vectors([question, before])
    own = _direction(ours, phrase.words)
    scores = [float(own @ _direction(theirs, place.words)) for place in places]
    near = [
        place
        for place, score in zip(places, scores, strict=True)
        if max(scores) - score < _APART
        and (score >= _LIKE or _is_told_by_its_form(phrase, place.phrase))
    ]
    if len(near) > 1:
        near = [place for place in near if place.phrase in led]
    return near[0] if len(near) == 1 else None


def _is_told_by_its_form(phrase: Phrase, other: Phrase) -> bool:
    """Whether phrases are of one kind by their form: people, `the clinic`, `in Berlin`."""
    of_same = phrase.preposition == other.preposition and phrase.preposition not in _WITH
    names = phrase.has_names and other.has_names and bool(phrase.preposition)
    return phrase.kind == PEOPLE or (of_same and (names or bool(phrase.determiner)))


def _direction(tokens: TokenVectors, words: Sequence[PhraseWord]) -> NDArray[np.float32]:
    """The sum of the vectors of words, of length 1; 0 where they are behind what is read."""
    inside = (tokens.bounds[:, 0] >= words[0].start) & (tokens.bounds[:, 1] <= words[-1].end)
    total = tokens.vectors[inside].sum(axis=0)
    return total / max(float(np.linalg.norm(total)), 1e-9)
