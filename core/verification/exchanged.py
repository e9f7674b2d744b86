"""Whether a claim repeats a sentence with two of its parties in each other's place."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING, NamedTuple

from core.text.word_tables import whole_words, word_table
from core.verification.clauses import content

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.text.language import Language
    from core.verification.source import Source

_LISTS = word_table(__file__)
_EITHER_WAY = whole_words(_LISTS["either_way"])
"""Words of sentences in which the order of the parties says nothing: "A interacts with B"."""
_JOINTS = frozenset(_LISTS["joints"])
_WORD = re.compile(r"[^\W_]+(?:[-'’.][^\W_]+)*")
_LONGEST = 3
"""Words of a party at most."""


class _Exchange(NamedTuple):
    """Two parties of a sentence that a claim has in each other's place, and what is between."""

    first: Sequence[str]
    second: Sequence[str]
    between: Sequence[str]


def exchanged(claim: str, language: Language, source: Source) -> str:
    """What is said if a claim has exchanged two parties of a sentence; empty if it has not.

    All its other words are those of the sentence, in their order: "Jones hired Smith". A party is
    made of content words, since what begins with a small word ("in May") may stand anywhere.
    """
    if _EITHER_WAY.search(claim):
        return ""
    ours = _WORD.findall(claim)
    for sentence in source.sentences:
        for first, second, between in _exchanges(_WORD.findall(sentence), ours):
            parties = all(_is_party(word, language) for word in (*first, *second))
            if parties and not _is_list(between, language):
                return f"The claim exchanges “{' '.join(first)}” and “{' '.join(second)}”."
    return ""


def _exchanges(theirs: Sequence[str], ours: Sequence[str]) -> Iterator[_Exchange]:
    """The ways in which two parts of a sentence, exchanged, give the other words."""
    plain, other = [[word.casefold() for word in words] for words in (theirs, ours)]
    if plain == other or sorted(plain) != sorted(other):
        return
    differ = [at for at, (a, b) in enumerate(zip(plain, other, strict=True)) if a != b]
    start, end = differ[0], differ[-1] + 1
    plain, other, words = plain[start:end], other[start:end], theirs[start:end]
    for left, right in itertools.product(range(1, _LONGEST + 1), repeat=2):
        middle = plain[left:-right]
        if middle and other == [*plain[-right:], *middle, *plain[:left]]:
            yield _Exchange(words[:left], words[-right:], words[left:-right])


def _is_party(word: str, language: Language) -> bool:
    """Whether a word names something; numbers are compared by checks of their own."""
    named = bool(content(word, language)) or (len(word) == 1 and word.isupper())
    return named and not any(map(str.isdigit, word))


def _is_list(between: Sequence[str], language: Language) -> bool:
    """Whether two parties are of one list: "and", "B and" in "A, B and C"."""
    rest = [word for word in between if word.lower() not in _JOINTS]
    return len(rest) < len(between) and all(content(word, language) for word in rest)
