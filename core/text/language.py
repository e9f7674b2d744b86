"""The language of a text, by its most frequent small words."""

from __future__ import annotations

import json
import re
from collections import Counter
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from core.text.words import LETTERS

if TYPE_CHECKING:
    from collections.abc import Iterable


class Language(StrEnum):
    """A language whose words and sentences are known; OTHER is any other, or not to be told."""

    ENGLISH = "english"
    GERMAN = "german"
    OTHER = "other"


def _codes_of_small_words() -> dict[str, list[str]]:
    lists = json.loads(Path(__file__).with_name("small_words.json").read_text("utf-8"))
    codes: dict[str, list[str]] = {}
    for code, words in lists.items():
        for word in words.split():
            codes.setdefault(word, []).append(code)
    return codes


_CODES_OF = _codes_of_small_words()
"""The languages of each small word, which few of them share."""
_KNOWN = {"en": Language.ENGLISH, "de": Language.GERMAN}
_SAMPLE_WORDS = 5000
_LEAST_SHARE = 0.06
"""English and German prose has 20 % and more of their small words, other text next to none."""
_CLOCK = re.compile(r"(?<=\d) ?[ap]m\b")
"""What says of an hour, in English, which half of the day it is of: no German "am"."""
_UMLAUT = re.compile(r"[äöüß]", re.IGNORECASE)

_FEWEST = 20
"""Small words that a code needs."""
_AHEAD = 1.2
"""How many times as many the best language must have as the next."""


def language_of(texts: str | Iterable[str]) -> Language:
    """The language that a text, or texts one after the other, have most small words of.

    Of a document, the texts that hold its first 5000 words are looked at. Of a text as short as
    a question a single small word decides, or an umlaut, which counts as one more German word.
    OTHER where English and German have as many, where one of seven other languages has more than
    both, and where fewer than 6 words in 100 are small ones.
    """
    sample, umlaut = _sample([texts] if isinstance(texts, str) else texts)
    counts = _small_words(sample)
    counts["de"] += umlaut
    best = max(_KNOWN, key=lambda code: counts[code])
    # English has its "an" far more often: alone, or against one other word, it is the article.
    tied = counts["en"] == counts["de"] and "an" not in sample
    foreign = max(counts.values(), default=0) > counts[best]
    if tied or foreign or counts[best] < _LEAST_SHARE * len(sample):
        return Language.OTHER
    return _KNOWN[best]


def language_code(words: Iterable[str]) -> str:
    """Two letters (ISO 639-1) of one of nine languages; empty where the words do not tell surely.

    It takes 20 small words of the language, and 1.2 times as many as of any other.
    """
    counts = _small_words(word.lower() for word in words)
    ranked = [*counts.most_common(2), ("", 0), ("", 0)]
    (best, most), (_, second) = ranked[:2]
    return best if most >= _FEWEST and most >= _AHEAD * second else ""


def differ(first: Language, second: Language) -> bool:
    """Whether two languages are known, and not the same."""
    return first is not second and Language.OTHER not in (first, second)


def _sample(texts: Iterable[str]) -> tuple[list[str], bool]:
    """The first words of texts, the last one whole, and whether an umlaut is among them."""
    words: list[str] = []
    umlaut = False
    for text in texts:
        words += LETTERS.findall(_CLOCK.sub(" ", text.lower()))
        umlaut = umlaut or _UMLAUT.search(text) is not None
        if len(words) >= _SAMPLE_WORDS:
            break
    return words, umlaut


def _small_words(words: Iterable[str]) -> Counter[str]:
    """How many small words there are of each language, by its two letters."""
    return Counter(code for word in words for code in _CODES_OF.get(word, ()))
