"""Whether the characters of a text layer can be what its page shows."""

from __future__ import annotations

import unicodedata
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.reading.line import Line

FEWEST = 40
"""Letters below which nothing can be said about how often each occurs."""

VOWELS = frozenset("aeiouy")

VOWEL_SHARE = (0.22, 0.62)
"""Share of vowels among the Latin letters of running text of any European language."""

MEANINGLESS = 0.1
"""Share of characters that stand for no letter from which on a text layer is not legible."""


def is_legible(lines: Iterable[Line]) -> bool:
    """Whether the text of lines can be language: characters with a meaning, and vowels.

    Fonts without a map to Unicode give numbers of glyphs instead of letters, or replacements.
    A text of codes and abbreviations may be taken for illegible, which is to be checked.
    """
    counts = Counter("".join(word for line in lines for word in line.words).casefold())
    total = sum(counts.values())
    if not total:
        return True
    unknown = sum(count for char, count in counts.items() if _is_meaningless(char))
    return unknown / total < MEANINGLESS and _has_vowels(counts)


def _is_meaningless(char: str) -> bool:
    return char == "\ufffd" or unicodedata.category(char) in ("Co", "Cn", "Cs", "Cc")


def _has_vowels(counts: Counter[str]) -> bool:
    latin = {char: count for char, count in counts.items() if "a" <= char <= "z"}
    total = sum(latin.values())
    share = sum(count for char, count in latin.items() if char in VOWELS) / max(total, 1)
    return total < FEWEST or VOWEL_SHARE[0] <= share <= VOWEL_SHARE[1]
