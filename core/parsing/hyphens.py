"""Whether a hyphen at a line end belongs to the word, from the words of the document itself."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.reading.line import Line

HYPHENS = "-\u2010\u00ad"

_LISTS = json.loads(Path(__file__).with_name("hyphens.json").read_text("utf-8"))

ALWAYS, OFTEN, SECOND, LETTERS, CLOSED = (
    frozenset(_LISTS[name].split()) for name in ("always", "often", "second", "letters", "closed")
)
"""First parts of English compounds that are written with a hyphen; those that take one before a
whole word in many house styles; second parts that follow a whole word with one; names of letters,
which they follow likewise; and words that begin other words without."""

HYPHENATED = 0.25
"""Share of the line ends with a hyphen, from which on a document breaks words there."""


@dataclass(frozen=True)
class Vocabulary:
    """Words of a document in lower case, and how it treats hyphens.

    `breaks_words` says that lines end in the middle of words; `is_german` that compounds are
    written as one word.
    """

    words: frozenset[str] = frozenset()
    breaks_words: bool = True
    is_german: bool = False

    def is_broken(self, first: str, second: str) -> bool:
        """Whether the hyphen between two halves only marks the line end.

        A word or compound that stands elsewhere in the document decides, then how the document
        ends its lines, then what the halves are.
        """
        if not (first[-1].isalpha() and second[0].islower()):
            return False
        if bare(f"{first}{second}") in self.words:
            return True
        hyphened = any(h in first for h in HYPHENS) or _is_abbreviation(first)
        if hyphened or bare(f"{first}-{second}") in self.words:
            return False
        if self.is_german:
            return True
        return self.breaks_words and not self._is_compound(bare(first), bare(second))

    def _is_compound(self, first: str, second: str) -> bool:
        """Whether the halves are the parts of an English compound."""
        if first in ALWAYS and (len(second) > 3 or second in ALWAYS):
            return True
        known = second in self.words and len(second) > 2
        if first in CLOSED:
            return False
        if first in OFTEN:
            return known
        whole = len(first) > 2 and (first in self.words or first in LETTERS)
        return whole and (known or second.partition("-")[0] in SECOND)


def vocabulary_of(lines: Iterable[Line]) -> Vocabulary:
    """The words of lines in reading order, without those that a line end may have broken."""
    words: set[str] = set()
    halves: list[tuple[str, str]] = []
    open_word = ""
    for line in lines:
        whole = [bare(word) for word in line.words]
        if open_word:
            halves.append((open_word, line.words[0]))
            whole[0] = ""
        last = line.words[-1]
        open_word = last[:-1] if last[-1] in HYPHENS and len(last) > 1 else ""
        words.update(whole[:-1] if open_word else whole)
    words.discard("")
    known = frozenset(words)
    is_german = {"und", "der"} <= known and "the" not in known
    return Vocabulary(known, _breaks_words(halves, known), is_german)


def _breaks_words(halves: Sequence[tuple[str, str]], words: frozenset[str]) -> bool:
    """Whether so many first halves are no words that lines must end within words."""
    lower = [a for a, b in halves if a[-1].isalpha() and b[0].islower()]
    first = [bare(a) for a in lower if not _is_abbreviation(a)]
    broken = sum(word not in words and word not in OFTEN for word in first if "-" not in word)
    return broken >= HYPHENATED * len(first)


def _is_abbreviation(first: str) -> bool:
    """Whether no word is broken behind this: a single letter, or an abbreviation in capitals."""
    return len(bare(first)) == 1 or (len(first) > 1 and first[-2:].isupper())


def bare(word: str) -> str:
    """A word in lower case without the punctuation around it."""
    return word.strip(".,;:!?()[]{}\"'\u201c\u201d\u201e\u2018\u2019").lower()
