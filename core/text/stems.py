"""Words reduced by rule so that the forms of one word meet, English and German.

What is searched for is reduced by the stemmers of the index instead (`core.text.content_words`).
"""

from __future__ import annotations

from functools import lru_cache

_ENDINGS = "sen"
"""Letters of which most endings are made: -s, -es, -en, -e, -n."""
_SHORTEST = 4
"""Letters that are left at least when an ending is taken off."""
_PLURALS = ("ies", "es", "en", "s", "n", "e", "y")


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


def beginning(word: str) -> str:
    """A word without the ending of a plural: its forms begin with it, which a search can use."""
    for ending in _PLURALS:
        left = len(word) - len(ending)
        if word.endswith(ending) and left >= _SHORTEST and not word.endswith("ss"):
            return word[:left]
    return word
