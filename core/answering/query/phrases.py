"""The phrases of a question: words that belong together, with what leads them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.answering.query.conditions import conditions
from core.answering.query.question_type import FINITE_VERB, QUESTION_WORD
from core.text.content_words import stem_id
from core.text.language import Language
from core.text.word_tables import whole_words, word_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.answering.query.conditions import Condition

_LISTS = word_table(__file__)
_CONTRACTED: dict[str, str] = _LISTS["contracted"]
PREPOSITIONS: list[str] = [*_LISTS["english"], *_LISTS["german"], *_CONTRACTED]
_ENGLISH = whole_words(_LISTS["english"])
_GERMAN = whole_words([*_LISTS["german"], *_CONTRACTED])
_DETERMINER = whole_words(_LISTS["determiners"])
ASPECT = whole_words(_LISTS["aspects"])
"""What is of something else, such as a dose, a price."""
PEOPLE_WORD = whole_words(_LISTS["people"])
_WORD = re.compile(r"[^\W_]+(?:[-'’./&][^\W_]+)*(?:\.(?=\s+[a-z]))?")
"""A word; the point of "U.S." belongs to it, that of a sentence does not."""
PEOPLE, NUMBER = "people", "number"


@dataclass(frozen=True)
class PhraseWord:
    """A word of a question at `start:end`, or a number with its unit and what compares it."""

    text: str
    start: int
    end: int
    condition: Condition | None = None

    @property
    def is_name(self) -> bool:
        """Whether it has a capital or ends with a digit."""
        return not self.condition and (self.text != self.text.lower() or self.text[-1].isdigit())

    @property
    def is_people(self) -> bool:
        """Whether it names people."""
        return PEOPLE_WORD.fullmatch(self.text) is not None


@dataclass(frozen=True)
class Phrase:
    """Words that say something, behind a preposition and a determiner, both empty without one.

    The preposition is in its plain form: "in" for "im". The phrase begins at `start`, its
    determiner or first word at `noun`.
    """

    preposition: str
    determiner: str
    start: int
    noun: int
    words: tuple[PhraseWord, ...]

    @property
    def end(self) -> int:
        """The end of its last word."""
        return self.words[-1].end

    @property
    def kind(self) -> str:
        """What tells it from those that it cannot stand for: people, a number, or neither."""
        if all(word.condition for word in self.words):
            return NUMBER
        return PEOPLE if any(word.is_people for word in self.words) else ""

    @property
    def is_of_another(self) -> bool:
        """Whether it names what is of something else, as a dose is."""
        return ASPECT.fullmatch(self.words[-1].text) is not None

    @property
    def has_names(self) -> bool:
        """Whether one of its words is a name."""
        return any(word.is_name for word in self.words)


def phrases_of(text: str, language: Language) -> Iterator[Phrase]:
    """The phrases of a question in their order."""
    preposition = _GERMAN if language is Language.GERMAN else _ENGLISH
    lead: list[PhraseWord] = []
    words: list[PhraseWord] = []
    for word in _words(text):
        last = [*lead, *words][-1:]
        if last and text[last[0].end : word.start].strip():
            yield from _phrase(lead, words)
            lead, words = [], []
        begins = preposition.fullmatch(word.text) is not None
        is_letter = word.text == "A" and word.start > 0
        leads = begins or (_DETERMINER.fullmatch(word.text) is not None and not is_letter)
        if word.condition or (not leads and _says_something(word, language)):
            words.append(word)
            continue
        yield from _phrase(lead, words)
        before = [] if words or begins else lead
        lead, words = [*before, word] if leads else [], []
    yield from _phrase(lead, words)


def _phrase(lead: Sequence[PhraseWord], words: Sequence[PhraseWord]) -> Iterator[Phrase]:
    if not words:
        return
    small = [word.text.lower() for word in lead]
    before = small[0] if small and not _DETERMINER.fullmatch(small[0]) else ""
    noun = [*lead[bool(before) :], *words][0].start
    determiner = " ".join(small[bool(before) :])
    start = [*lead, *words][0].start
    yield Phrase(_CONTRACTED.get(before, before), determiner, start, noun, tuple(words))


def _words(text: str) -> Iterator[PhraseWord]:
    place = 0
    for condition in conditions(text):
        yield from _plain(text, place, condition.start)
        yield PhraseWord(condition.text, condition.start, condition.end, condition)
        place = condition.end
    yield from _plain(text, place, len(text))


def _plain(text: str, start: int, end: int) -> Iterator[PhraseWord]:
    for match in _WORD.finditer(text, start, end):
        yield PhraseWord(match.group(), match.start(), match.end())


def _says_something(word: PhraseWord, language: Language) -> bool:
    asks = QUESTION_WORD.fullmatch(word.text) or FINITE_VERB.fullmatch(word.text)
    if asks or word.text == "I":
        return False
    known = Language.ENGLISH if language is Language.OTHER else language
    return word.is_name or stem_id(word.text.lower(), known) is not None
