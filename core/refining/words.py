"""Words of a text with their places, reduced so that forms of one word meet."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

_WORD = re.compile(r"§+|[^\W_]+(?:(?:[-'’/]|(?<=\d)\.(?=\d))[^\W_]+)*")
_ENDINGS = "sen"
"""Letters of which most endings are made: -s, -es, -en, -e, -n."""
_SHORTEST = 4
"""Letters that are left at least when an ending is taken off."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it stands in `text[start:end]`, and what it is compared by."""

    text: str
    start: int
    end: int
    stem: str


def words(text: str) -> list[Word]:
    """Words and numbers in their order; hyphens, apostrophes and points inside belong to them."""
    return [Word(m.group(), m.start(), m.end(), stem(m.group())) for m in _WORD.finditer(text)]


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """A word in lower case without the endings of plural and case, English and German.

    It is rough on purpose: it must only be the same for forms of one word.
    """
    lowered = word.casefold().removesuffix("'s").removesuffix("’s")
    if lowered.endswith("stadien"):
        return lowered.removesuffix("en") + "um"
    if lowered.endswith("ies") and len(lowered) > _SHORTEST:
        return lowered[:-3] + "y"
    while len(lowered) > _SHORTEST and lowered[-1] in _ENDINGS:
        lowered = lowered[:-1]
    return lowered


def follow(text: str, one: Word, two: Word) -> bool:
    """Whether two words are parted by a space only."""
    return text[one.end : two.start] in (" ", "\u00a0", "\n")
