"""The words that negate, and what each of them negates."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.text.word_tables import any_of, word_table
from core.verification.clauses import CONTRAST, content, split

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.text.language import Language

_LISTS = word_table(__file__)
_EXCEPTION = "|".join(_LISTS["exception"])
"""Words that say for what something does not hold."""
_NEGATOR = re.compile(
    rf"\b(?:(?P<clause>{'|'.join(_LISTS['whole'])})|(?P<words>{'|'.join(_LISTS['partial'])}))(?!\w)",
    re.IGNORECASE,
)
"""Turns round the clause that it stands in, or the words after it."""
_DOUBLE = any_of(_LISTS["double"])
"""Two negations that take each other away."""
_COMPARISON = any_of(_LISTS["comparison"])
"""Negations that belong to the comparison of a number, or that negate nothing."""
_STOP = any_of(_LISTS["stop"])
ONLY = re.compile(r"\b(?:only|nur|erst|solely|lediglich|until|bis)\b", re.IGNORECASE)
"""Words that confine something to a case."""
EXCEPT = re.compile(rf"{ONLY.pattern}|\b(?:{_EXCEPTION})\b", re.IGNORECASE)
"""Words that say when something holds, or does not."""
_HEAD = 4
"""Content words after a negation that it turns round."""
_NEITHER = re.compile(r"\bneither\b(?=.*\bnor\b)", re.IGNORECASE)
_EXCEPTED = re.compile(rf",?\s*\b(?:{_EXCEPTION})\b(?P<words>[^.;]*)", re.IGNORECASE)
_UNLESS = re.compile(
    rf"\b(?:{'|'.join(_LISTS['unless'])})\b,?(?:[^,.;]|[.,](?=\d))*", re.IGNORECASE
)
"""A case in which something does not hold, up to the comma behind which that may be said."""
_SENTENCE_END = re.compile(r"[.;](?!\d)|\n")
_SHOWN = 60
"""Characters of a negation that are quoted."""


@dataclass(frozen=True, slots=True)
class Negation:
    """A negation with the words behind it, and the stems of those that it turns round."""

    text: str
    head: frozenset[int]


def negations(text: str, language: Language) -> list[Negation]:
    """The negations of a text in their order; exceptions are none."""
    return [
        Negation(part.text[match.start() :][:_SHOWN].strip(), _head(part.text, match, language))
        for part in split(_plain(text), CONTRAST)
        for match in _NEGATOR.finditer(part.text)
    ]


def is_negated(text: str) -> bool:
    """Whether a clause has an odd number of negations."""
    return len(_NEGATOR.findall(_NEITHER.sub(" ", _plain(text)))) % 2 == 1


def exceptions(sentence: str) -> Iterator[tuple[str, str]]:
    """What a sentence says besides each of its exceptions, and the exception."""
    for match in _EXCEPTED.finditer(sentence):
        yield sentence[: match.start()] + sentence[match.end() :], match["words"]


def is_excepted(text: str, start: int) -> bool:
    """Whether what stands at a place of a text is within the case of an "unless"."""
    return any(match.start() < start < match.end() for match in _UNLESS.finditer(text))


def rule_at(text: str, start: int) -> tuple[str, bool]:
    """The sentence around a place without the case of an "unless", and whether it is in that case.

    It is in none where nothing is said beside it: "Unless told otherwise take up to 5 mg."
    """
    before = _SENTENCE_END.split(text[:start])[-1]
    sentence = before + _SENTENCE_END.split(text[start:])[0]
    for match in _UNLESS.finditer(sentence):
        rule = sentence[: match.start()] + sentence[match.end() :]
        if match.start() < len(before) < match.end() and any(map(str.isalnum, rule)):
            return rule, True
    return sentence, False


def _plain(text: str) -> str:
    """The text with blanks in place of negations that negate nothing."""
    for pattern in (_COMPARISON, _DOUBLE):
        text = pattern.sub(lambda match: " " * len(match.group()), text)
    return text


def _head(text: str, match: re.Match[str], language: Language) -> frozenset[int]:
    after = text[match.end() :]
    if match["words"] and (stop := _STOP.search(after)):
        after = after[: stop.start()]
    words = [word for word in after.split() if content(word, language)]
    return content(" ".join(words[:_HEAD]), language)
