"""A question that leaves most to the one before, made whole: its phrases in place of like ones.

`And at the statistics clinic?` after `When does the physics clinic open?` asks `When does the
statistics clinic open?`, and is searched, answered and refused as that question is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.answering.query.conditions import conditions
from core.answering.query.phrase_places import Place, place_of
from core.answering.query.phrases import NUMBER, PEOPLE, phrases_of
from core.answering.query.question_type import FINITE_VERB, QUESTION_WORD
from core.text.language import language_of
from core.text.stems import stem
from core.text.word_tables import any_of, whole_words, word_table
from core.text.words import word_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.answering.query.phrases import Phrase

_LISTS = word_table(__file__)
_ASKS = any_of([rf"^\W*(?:{'|'.join(_LISTS['asks'])})\b"])
"""Words that ask for a time, place, way or reason, and may take the place of each other."""
_COUNTS = any_of([rf"^\W*(?:{'|'.join(_LISTS['counts'])})\b"])
_EXCEPTS = whole_words(_LISTS["excepts"])
"""Words behind which the opposite holds."""
_JOINS, _LEADS_A_NUMBER = ("|".join(_LISTS[key]) for key in ("joins", "leads_a_number"))
_DENIED = rf"\b(?:{'|'.join(_LISTS['denies'])})\b(?:\s+\w+){{0,2}}\s+$"
_JOINED_BEFORE = any_of([rf"\b(?:{_JOINS})\s+$", r"-(?:\w+\s+)?$", _DENIED])
_JOINED_BEHIND = any_of([rf"^,?\s+(?:{_JOINS})\b", r"^-", r"^\s+(?:to|bis)\s+(?:\w+\s+)?\d"])
"""What makes words one of several: another one in its place would leave the rest as it is."""
_TOLD_WHO = any_of(
    [
        rf"^\s+(?:{'|'.join(_LISTS['tells_whom'])})\b",
        r"^,\s+(?:die|der|das|deren|dessen)\b",
        rf"^\s+(?:(?:{_LEADS_A_NUMBER})\s+)*\d",
    ]
)
"""What belongs to people and would be said of others: `who are not pregnant`, `from 6 years`."""
_AND = whole_words(["and", "or", "und", "oder"])
_AM = re.compile(r"^\W*am\b", re.IGNORECASE)
"""A German preposition where it begins a phrase, and an English verb."""
_OF_A_NOUN = ("of", "von")
"""Prepositions of what belongs to the word before, so that they cannot stand at the end."""


@dataclass(frozen=True)
class _Piece:
    """A phrase of a question with what belongs to it, as text, and what it takes the place of."""

    phrase: Phrase
    text: str
    place: Place | None


def completed(question: str, before: str) -> str:
    """The earlier question with the phrases of a new one in place of its own; empty if unsure.

    The new one is without what joins it to the earlier one, such as "and". What takes the place of
    nothing is put behind, if a preposition leads it.
    """
    asks = _ASKS.match(question)
    if asks and not word_list(question[asks.end() :]):
        return _asked_otherwise(asks.group().strip(), before)
    if QUESTION_WORD.search(question) or FINITE_VERB.search(_AM.sub("", question)):
        return ""
    if _EXCEPTS.search(question) or _EXCEPTS.search(before):
        return ""
    phrases = list(phrases_of(question, language_of(before)))
    if not phrases or not _is_all(question, phrases):
        return ""
    return _put_in(_pieces(question, phrases, before), before)


def _asked_otherwise(asks: str, before: str) -> str:
    """The earlier question with another question word: `how often` for `how long`."""
    asked = None if _COUNTS.match(before) else _ASKS.match(before)
    if not asked or not FINITE_VERB.match(before[asked.end() :].lstrip()):
        return ""  # "How safe is it?" asks for no way.
    return f"{asks[:1].upper()}{asks[1:]}{before[asked.end() :]}"


def _is_all(question: str, phrases: Sequence[Phrase]) -> bool:
    """Whether a question holds nothing beside its phrases but what joins them."""
    ends = [0, *(phrase.end for phrase in phrases)]
    starts = [*(phrase.start for phrase in phrases), len(question)]
    rest = " ".join(question[end:start] for end, start in zip(ends, starts, strict=True))
    return not word_list(_AND.sub("", rest))


def _pieces(question: str, phrases: Sequence[Phrase], before: str) -> list[_Piece]:
    """The phrases that take places of their own, each with those behind it that take none."""
    free = list(phrases_of(before, language_of(before)))
    numbers = conditions(before)
    pieces: list[_Piece] = []
    for phrase in phrases:
        last = pieces[-1] if pieces else None
        in_place = all(
            word.condition and any(word.condition.is_same(number) for number in numbers)
            for word in phrase.words
        )
        if in_place and not (last and _is_of_an_age(last)):
            continue
        place = place_of(question, phrase, before, free)
        if place is None and last:
            text = question[last.phrase.start : phrase.end]
            pieces[-1] = _Piece(last.phrase, text, last.place)
            continue
        if place:
            free.remove(place.phrase)
        pieces.append(_Piece(phrase, question[phrase.start : phrase.end], place))
    return pieces


def _is_of_an_age(piece: _Piece) -> bool:
    """Whether a piece takes the place of people with a number behind them."""
    words = piece.place.words if piece.place and piece.phrase.kind == PEOPLE else ()
    return any(word.condition for word in words)


def _put_in(pieces: Sequence[_Piece], before: str) -> str:
    behind = [piece for piece in pieces if not piece.place]
    if not pieces or any(not _only_adds(piece.phrase, before) for piece in behind):
        return ""
    whole = before
    in_place = [(piece, piece.place) for piece in pieces if piece.place]
    if any(_has_more_to_it(place, before) for _, place in in_place):
        return ""
    for piece, place in sorted(in_place, key=lambda each: -each[1].words[0].start):
        whole = _replaced(whole, piece, place)
    if whole == before and not behind:
        return ""  # "amphotericin B" after "liposomal amphotericin B" is another question.
    words = whole.rstrip(" ?.!")
    return " ".join([words, *(_small(piece.text) for piece in behind)]) + whole[len(words) :]


def _has_more_to_it(place: Place, before: str) -> bool:
    """Whether words are one of several, or tell of people what others need not be.

    `to adults but not to children`, `at no risk`, `warfarin or aspirin`, `women who are pregnant`.
    """
    start, end = place.words[0].start, place.words[-1].end
    at_start = start == place.phrase.words[0].start
    led, behind = before[: place.phrase.start if at_start else start], before[end:]
    if _JOINED_BEFORE.search(led) or _JOINED_BEHIND.search(behind):
        return True
    return place.phrase.kind == PEOPLE and _TOLD_WHO.search(behind) is not None


def _only_adds(phrase: Phrase, before: str) -> bool:
    """Whether a phrase can stand behind a question, and speaks of nothing that it speaks of."""
    if not phrase.preposition or phrase.preposition in _OF_A_NOUN:
        return False
    theirs = {condition.dimension for condition in conditions(before)}
    if any(_are_alike(phrase, other) for other in phrases_of(before, language_of(before))):
        return False
    own = {word.condition.dimension for word in phrase.words if word.condition}
    stems = {stem(word.text) for word in phrase.words if not word.condition}
    if phrase.kind == NUMBER and "" in own:
        return False
    return own.isdisjoint(theirs - {""}) and stems.isdisjoint(map(stem, word_list(before)))


def _are_alike(phrase: Phrase, other: Phrase) -> bool:
    """Whether one of two phrases would have to take the place of the other."""
    people = phrase.kind == other.kind == PEOPLE
    return people or (phrase.kind == other.kind and phrase.preposition == other.preposition)


def _replaced(before: str, piece: _Piece, place: Place) -> str:
    """A question with a piece in a place; what leads both goes with it."""
    phrase, theirs = piece.phrase, place.phrase
    start, end = place.words[0].start, place.words[-1].end
    new = piece.text[phrase.words[0].start - phrase.start :]
    if start == theirs.words[0].start:
        if phrase.preposition and theirs.preposition:
            start, new = theirs.start, _small(piece.text)
        elif phrase.determiner or stem(phrase.words[-1].text) != stem(place.words[-1].text):
            start, new = theirs.noun, piece.text[phrase.noun - phrase.start :]
            new = _small(new) if phrase.determiner else new
    new = f"{new[:1].upper()}{new[1:]}" if start == 0 else new
    return f"{before[:start]}{new}{before[end:]}"


def _small(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"
