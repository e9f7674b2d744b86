"""Words of a text, with their places where those are needed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from core.text.raised_digits import plain_digits
from core.text.stems import stem

LETTERS = re.compile(r"[^\W\d_]+")
"""A run of letters."""
HYPHENATED = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
"""Letters, with the hyphens between them."""
LETTERS_AND_DIGITS = re.compile(r"[^\W_]+")
"""A word as it is searched for: a run of letters and digits."""
_WORD = re.compile(r"§+|[^\W_]+(?:(?:[-'’/&]|(?<=\d)\.(?=\d))[^\W_]+)*")

STOP_WORDS = frozenset(Path(__file__).with_name("stop_words.txt").read_text("utf-8").split())
"""Words in lower case that say nothing on the topic of a text, English and German."""


def searched_form(word: str) -> str:
    """A word as it is compared in a search: in lower case, with plain digits."""
    return plain_digits(word).lower()


def word_list(text: str, pattern: re.Pattern[str] = LETTERS_AND_DIGITS) -> list[str]:
    """Words as they are searched for, in their order; by default runs of letters and digits."""
    return [searched_form(match.group()) for match in pattern.finditer(text)]


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it stands in `text[start:end]`, and what it is compared by."""

    text: str
    start: int
    end: int
    stem: str


def words(text: str) -> list[Word]:
    """Words and numbers in their order, with the hyphens, points or signs as of "R&D" in them."""
    return [Word(m.group(), m.start(), m.end(), stem(m.group())) for m in _WORD.finditer(text)]


def follow(text: str, word: Word, following: Word) -> bool:
    """Whether two words are parted by a space only."""
    return text[word.end : following.start] in (" ", "\u00a0", "\n")
