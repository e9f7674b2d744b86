"""The words that negate, and what each of them negates."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.text.word_tables import any_of, word_table
from core.verification.clauses import CONTRAST, content, split

if TYPE_CHECKING:
    from core.text.language import Language

_LISTS = word_table(__file__)
_WHOLE = "|".join(_LISTS["whole"])
"""Words that turn round the clause they stand in."""
_PARTIAL = "|".join(_LISTS["partial"])
"""Words that turn round the words after them."""
_EXCEPTION = "|".join(_LISTS["exception"])
"""Words that say for what something does not hold."""
_NEGATOR = re.compile(
    rf"\b(?:(?P<exception>{_EXCEPTION})|(?P<whole>{_WHOLE})|(?P<partial>{_PARTIAL}))(?!\w)",
    re.IGNORECASE,
)
_DOUBLE = any_of(_LISTS["double"])
"""Two negations that take each other away."""
_COMPARISON = any_of(_LISTS["comparison"])
"""Negations that belong to the comparison of a number, or that negate nothing."""
_STOP = any_of(_LISTS["stop"])
ONLY = re.compile(r"\b(?:only|nur|erst|solely|lediglich|until|bis)\b", re.IGNORECASE)
"""Words that confine something to a case."""
_HEAD = 4
"""Content words after a negation that it turns round."""
_TAIL = 10
"""Content words after "unless" that say what the exception is."""
_NEITHER = re.compile(r"\bneither\b(?=.*\bnor\b)", re.IGNORECASE)
EXCEPT = re.compile(rf"{ONLY.pattern}|\b(?:{_EXCEPTION})\b", re.IGNORECASE)
"""Words that say when something holds, or does not."""


@dataclass(frozen=True, slots=True)
class Negation:
    """A negation: its kind, the stems right behind it, and those of its whole clause."""

    kind: str
    text: str
    head: frozenset[int]
    clause: frozenset[int]


def negations(text: str, language: Language) -> list[Negation]:
    """The negations of a text in their order."""
    in_order: list[Negation] = []
    plain = _COMPARISON.sub(lambda match: " " * len(match.group()), text)
    plain = _DOUBLE.sub(lambda match: " " * len(match.group()), plain)
    for part in split(plain, CONTRAST):
        for match in _NEGATOR.finditer(part.text):
            kind = match.lastgroup or ""
            in_order.append(
                Negation(
                    kind,
                    part.text[match.start() : match.start() + 60].strip(),
                    _head(part.text, match, kind, language),
                    content(_scope(part.text, match, kind), language),
                )
            )
    return in_order


def is_negated(text: str) -> bool:
    """Whether a clause has an odd number of negations."""
    plain = _DOUBLE.sub(" ", _COMPARISON.sub(" ", text))
    plain = _NEITHER.sub(" ", plain)
    return len(_NEGATOR.findall(plain)) % 2 == 1


def _head(text: str, match: re.Match[str], kind: str, language: Language) -> frozenset[int]:
    after = text[match.end() :]
    if kind == "partial" and (stop := _STOP.search(after)):
        after = after[: stop.start()]
    words = [word for word in after.split() if content(word, language)]
    return content(" ".join(words[: _TAIL if kind == "exception" else _HEAD]), language)


def _scope(text: str, match: re.Match[str], kind: str) -> str:
    """The clause, for an exception all of it, else without what is joined on before by "and"."""
    if kind == "exception":
        return text
    joints = list(re.finditer(r"\s+(?:and|und)\s+|,\s+", text[: match.start()]))
    verb = re.compile(r"\b(?:is|are|was|were|be|ist|sind|wird|werden)\b")
    for joint in reversed(joints):
        if match.start() - joint.end() <= 2 or not verb.search(text[joint.end() : match.start()]):
            return text[joint.end() :]
    return text
