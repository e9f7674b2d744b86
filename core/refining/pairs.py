"""The two that "both contractors" means: "Boeing and SpaceX", named before it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from core.spans import text_of
from core.text.stems import stem
from core.text.words import STOP_WORDS, words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.sir import Sir
    from core.spans import Span

_NAME = r"[A-ZÄÖÜ][\w&’'-]{0,40}(?: [A-ZÄÖÜ][\w&’'-]{0,40}){0,3}"
_PAIR = re.compile(rf"(?<!, )\b(?P<one>{_NAME}) (?:and|und) (?P<two>{_NAME})(?! (?:and|und)\b)")
BOTH = re.compile(r"(?:both|beide[nr]?|the two|die beiden)\b", re.IGNORECASE)
_SHARED = 6
"""Letters with which the noun and a word of the sentence must begin alike."""


class Pair(NamedTuple):
    """Two names at `start:end` of the sentence at `sentence`."""

    sentence: Span
    start: int
    end: int


def named_pair(sir: Sir, before: Iterable[Span], noun: str) -> Pair | None:
    """The two names that a sentence speaks of as `noun` (a stem); the nearest sentence first.

    A noun before the names is left out: "the contractors Boeing and SpaceX". None in doubt: the
    sentence names several pairs, or no word of it, or one of the names, is of the noun's family.
    """
    for sentence in before:
        text = text_of(sir, sentence)
        if not any(_related(word.stem, noun) for word in words(text)):
            continue
        pairs = [match for match in _PAIR.finditer(text) if _are_names(match)]
        if pairs:
            start, end = pairs[0].span()
            one, two = words(pairs[0]["one"]), words(pairs[0]["two"])
            while len(one) > 1 and _related(one[0].stem, noun):
                start, one = pairs[0].start() + one[1].start, one[1:]
            clear = len(pairs) == 1 and not any(_related(w.stem, noun) for w in (*one, *two))
            return Pair(sentence, start, end) if clear else None
    return None


def _related(word: str, noun: str) -> bool:
    """Whether two words are of one family: "contract" and "contractor"."""
    shared = min(len(word), len(noun))
    return shared >= _SHARED and word[:shared] == noun[:shared]


def _are_names(match: re.Match[str]) -> bool:
    parts = [match[part] for part in ("one", "two")]
    return all(part.split()[0].casefold() not in STOP_WORDS for part in parts) and stem(
        parts[0]
    ) != stem(parts[1])
