"""Words that a prefix or an ending turns round: ineffective, useless, Nichtraucher, zuckerfrei."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from core.text.word_tables import any_of, word_table
from core.text.words import HYPHENATED, word_list
from core.verification.coverage import is_form

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable

_LISTS = word_table(__file__)
_FULL = frozenset(_LISTS["full"])
"""Endings that say the opposite of "less"."""
_SHORTEST = 5
"""Letters of a word that something before it turns round."""
_ASIDE = 8
"""Letters of a word that a Greek "a" before it turns round: symptomatic."""
_ROOT = 3
"""Letters of a word that an ending turns round: use, useless."""
_LOOKALIKES = any_of(_LISTS["lookalikes"])
"""Words that only look as if they were turned round."""


def opened(text: str, other: str) -> str:
    """A text with "not effective" for "ineffective" where another text says "effective".

    A word that the other text has as well is left as it is.
    """
    theirs = frozenset(word_list(other, HYPHENATED))

    def open_one(match: re.Match[str]) -> str:
        word = match.group().lower()
        base = "" if word in theirs or _LOOKALIKES.fullmatch(word) else _base(word, theirs)
        return f"not {base}" if base else match.group()

    return HYPHENATED.sub(open_one, text)


@lru_cache(maxsize=4096)
def _base(word: str, theirs: frozenset[str]) -> str:
    """The word of the other text that a word turns round; empty if it turns none round."""
    for base in _bases(word):
        for other in sorted(theirs):
            if other == base or (len(base) > _ROOT and is_form(base, other)):
                return other
            if word.startswith(base) and other.removeprefix(base) in _FULL:
                return other
    return ""


def _bases(word: str) -> Iterable[str]:
    for prefix in _LISTS["prefixes"]:
        if word.startswith(prefix) and len(word) - len(prefix) >= _SHORTEST:
            yield word.removeprefix(prefix)
    if word.startswith("a") and len(word) > _ASIDE:
        yield word[1:]
    for ending in _LISTS["endings"]:
        if word.endswith(ending) and len(word) - len(ending) >= _ROOT:
            yield word.removesuffix(ending)
