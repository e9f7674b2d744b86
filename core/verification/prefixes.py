"""Words that a prefix or an ending turns round: ineffective, useless, Nichtraucher, zuckerfrei."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from core.text.words import HYPHENATED
from core.verification.missing_words import is_form

if TYPE_CHECKING:
    from collections.abc import Iterable

_BEFORE = ("non-", "non", "nicht", "kontra", "contra", "un", "in", "im", "il", "ir", "dis", "mis")
_BEHIND = ("-free", "-frei", "less", "free", "frei", "los", "lose", "losen", "freie", "freien")
_FULL = ("ful", "y", "haft", "hafte", "haltig", "haltige", "ig", "ige")
"""Endings that say the opposite of "less"."""
_SHORTEST = 5
"""Letters of a word that something before it turns round."""
_ASIDE = 8
"""Letters of a word that a Greek "a" before it turns round: symptomatic."""
_ROOT = 3
"""Letters of a word that an ending turns round: use, useless."""
_OTHERS = re.compile(
    r"in(?:form|fus|patient|side|vest|tens|tent|take|crease|dis|du|born|vas|cis|halt|come)\w*"
    r"|im(?:port|press|plant|pos|part|puls)\w*|dis(?:eas|charg|cover|clos|count|cuss|order|play"
    r"|tress|pos|tinct)\w*|mis(?:carriage|sion)\w*|un(?:fall|fäll|kost|ter)\w*|ir(?:ritat|radiat)\w*",
    re.IGNORECASE,
)
"""Words that only look as if they were turned round."""


def opened(text: str, other: str) -> str:
    """A text with "not effective" for "ineffective" where another text says "effective".

    A word that the other text has as well is left as it is.
    """
    theirs = frozenset(_words(other))

    def open_one(match: re.Match[str]) -> str:
        word = match.group().lower()
        base = "" if word in theirs or _OTHERS.fullmatch(word) else _base(word, theirs)
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
    for prefix in _BEFORE:
        if word.startswith(prefix) and len(word) - len(prefix) >= _SHORTEST:
            yield word.removeprefix(prefix)
    if word.startswith("a") and len(word) > _ASIDE:
        yield word[1:]
    for ending in _BEHIND:
        if word.endswith(ending) and len(word) - len(ending) >= _ROOT:
            yield word.removesuffix(ending)


def _words(text: str) -> list[str]:
    return [found.group().lower() for found in HYPHENATED.finditer(text)]
