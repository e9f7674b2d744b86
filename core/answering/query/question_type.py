"""What a question asks for, seen from its words: an amount, a definition, a group of people."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from core.quantities.extraction import sure_quantities
from core.quantities.population import People
from core.text.content_words import content_words
from core.text.language import language_of
from core.text.word_tables import any_of, whole_words, word_table
from core.text.words import LETTERS_AND_DIGITS

if TYPE_CHECKING:
    from core.quantities.quantity import Quantity
    from core.text.language import Language

_LISTS = word_table(__file__)
QUESTION_WORDS: list[str] = _LISTS["question_words"]
QUESTION_WORD = whole_words(QUESTION_WORDS)
FINITE_VERB = whole_words(_LISTS["verbs"])
# German questions hold no "war" or "hat": both are stop words there, and English nouns.
_ASKING = [
    *QUESTION_WORDS,
    *(verb for verb in _LISTS["verbs"] if verb not in _LISTS["english_nouns"]),
    *_LISTS["asking"],
]
_ONLY_ASKS = whole_words(_ASKING)
"""Words that an answer need not hold."""
_ASKS_WHAT_IT_MEANS = whole_words([*_ASKING, *_LISTS["meaning"]])
"""The same where a question asks what something means."""
_MEANS = (
    r"\b(?:do|does|did)\b.*(?<!\bthe )(?<!\ba )\bmean\b|\bwhat\s+means\b(?!\s+of\b)"
    r"|\bmeans\W*$|\bstands?\s+for\b"
)
"""How English asks what something means, unlike "the mean age" and "a means of transport"."""
_HOW = re.compile(rf"\b(?:how|wie)\s+({'|'.join(_LISTS['measures'])})\b", re.IGNORECASE)
"""What is measured, as in "how long": an answer gives the measure and need not hold the word."""
_OFF_TOPIC = frozenset(_LISTS["off_topic"])
"""Words that say nothing on the topic of a question."""
ANY = "any"
"""Asks for a number of whatever kind."""
_AMOUNTS = [
    (rule["dimensions"], re.compile(rf"\b(?:{'|'.join(rule['words'])})", re.IGNORECASE))
    for rule in _LISTS["amounts"]
]
"""Kinds of amounts, and the words that ask for them."""
_DEFINITION = re.compile(
    r"^\W*(?:what\s*(?:is|are|'s)\s+(?:meant\s+by\s+|an?\s+|the\s+)?(?:[\w'-]+\s*){1,4}\W*$"
    r"|(?:define|definition\s+of|who\s+(?:is|are)|was\s+(?:ist|sind|bedeutet|heißt)|wer\s+(?:ist|sind)"
    r"|wofür\s+steht)\b.{1,60}$|(?!(?:why|how|when|where|who|which|what|warum|wieso|wie|wann|wo|wer"
    rf"|was|welche[rsnm]?)\b)[\w-]+\s*=?\s*\?*$)|\b(?:bedeutet|steht)\b|{_MEANS}",
    re.IGNORECASE,
)
_VERB_FIRST = any_of(
    [rf"^\W*(?:(?:and|but|or|und|aber|oder)\s+)?(?:{'|'.join(_LISTS['verbs'])})\b"]
)


@dataclass(frozen=True)
class Query:
    """A question as it is looked at."""

    text: str

    @cached_property
    def language(self) -> Language:
        """Its language; other where its words do not tell."""
        return language_of(self.text)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Its content words in their order; the stop words of German lack "wer" and others."""
        words = content_words(self.text)
        return tuple(word for word in words if not QUESTION_WORD.fullmatch(word))

    @cached_property
    def sought(self) -> tuple[str, ...]:
        """Those of its words that an answer should hold, without verbs and others that only ask."""
        means = re.search(_MEANS, self.text, re.IGNORECASE)
        asks = _ASKS_WHAT_IT_MEANS if means else _ONLY_ASKS
        measures = {match[1].lower() for match in _HOW.finditer(self.text)}
        return tuple(w for w in self.words if w not in measures and not asks.fullmatch(w))

    @cached_property
    def topical(self) -> tuple[str, ...]:
        """Those of the sought words that say something on a topic, unlike "needed"."""
        return tuple(word for word in self.sought if word not in _OFF_TOPIC)

    @property
    def asks_nothing(self) -> bool:
        """Whether it names nothing that could be looked for: neither a word nor a number."""
        named = any(len(word) > 1 or word.isdigit() for word in self.sought)
        return not named and not self.names_in_capitals

    @property
    def names_in_capitals(self) -> tuple[str, ...]:
        """What it names that only capitals tell from a small word or a letter: WHO, R."""
        words = LETTERS_AND_DIGITS.findall(self.text)
        if all(word.isupper() for word in words):
            return ()
        capitals = (word for word in words[1:] if word.isupper())
        return tuple(word for word in capitals if len(word) > 1 or self.defines)

    @cached_property
    def asks_whether(self) -> bool:
        """Whether it can be answered with yes or no, or with one of its own alternatives."""
        return bool(_VERB_FIRST.search(self.text)) or not QUESTION_WORD.search(self.text)

    @cached_property
    def dimensions(self) -> frozenset[str]:
        """The kinds of amounts that would answer it, `ANY` among them; empty if none would."""
        return frozenset().union(*(kinds for kinds, rule in _AMOUNTS if rule.search(self.text)))

    @cached_property
    def numbers(self) -> tuple[Quantity, ...]:
        """The numbers that it names."""
        return tuple(sure_quantities(self.text, self.language))

    @cached_property
    def people(self) -> People:
        """Whom it asks about."""
        return People.of(self.text)

    @cached_property
    def defines(self) -> bool:
        """Whether it asks what something is or what a word stands for."""
        return _DEFINITION.search(self.text) is not None and not self.dimensions
