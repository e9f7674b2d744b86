"""Acronyms and the words that they stand for.

Source: A. S. Schwartz and M. A. Hearst, A simple algorithm for identifying abbreviation
definitions in biomedical text, 2003. Stricter than there: each word of the long form gives its
first letter, and of several places where it may begin, the one that gives the most first letters
counts.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.text.word_tables import word_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Ways = dict[int, int]
    """Letters of an acronym that are accounted for, with the most first letters among them."""

_FUNCTION_WORDS = frozenset(" ".join(word_table(__file__)["function_words"]).split())
"""Words that a long form may hold without a letter for them, but not begin with."""
_ACRONYM = re.compile(r"(?=(?:[^A-ZÄÖÜ]*[A-ZÄÖÜ]){2})[A-Za-zÄÖÜäöü][A-Za-zÄÖÜäöü0-9/&-]{1,9}")
_BRACKETS = re.compile(r"\([\"“„]?([^()\s\"“”]{2,11})[\"”“]?\)")
_COMPLEMENT = re.compile(r"\s*\([^()]{2,40}\)\s*$")
_PARTED = re.compile(r"[()\[\]{}‘“„]|[.;!?]\s|[.;:,]\s*$")
"""What no long form holds: brackets, the end of a sentence, and a quote, which is then meant."""
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_UMLAUTS = str.maketrans("äöü", "aou")
_LEFT_OUT = 3
"""Letters of an acronym, from which it may leave out a word of a name, if all begin words."""


def is_acronym(text: str) -> bool:
    """Whether a word is written as an acronym: short, with two capitals at least."""
    return _ACRONYM.fullmatch(text) is not None


def long_forms(text: str) -> Iterator[tuple[str, int, int]]:
    """(acronym, start, end): the span holds the long form and the acronym in brackets behind it."""
    for bracket in _BRACKETS.finditer(text):
        short = bracket.group(1)
        if len(short) > 2 and short.endswith("s") and short[:-1].isupper():
            short = short[:-1]
        if is_acronym(short):
            start = _begin(short, without_complement(text[: bracket.start()]))
            if start is not None and not text[start : bracket.start()].isupper():
                yield short, start, bracket.end()


def without_complement(long: str) -> str:
    """A long form without the place or the like in brackets behind it: "Board (Norway)"."""
    return _COMPLEMENT.sub("", long)


def stands_for(short: str, text: str) -> bool:
    """Whether all of a text, from its first word on, is what an acronym is short for."""
    return _begin(short, text) == 0


def _bare(text: str) -> str:
    """A text in lower case without umlauts, letter by letter."""
    return text.lower().translate(_UMLAUTS)


def _begin(short: str, before: str) -> int | None:
    """Where the long form at the end of a text begins: that with the most first letters.

    Of several the shortest counts.
    """
    letters = [letter for letter in _bare(short) if letter.isalnum()]
    reach = min(len(letters) + 5, 2 * len(letters))
    words = list(_WORD.finditer(before))[-reach:]
    best: tuple[int, int] | None = None
    for place in range(len(words) - 1, -1, -1):
        start = words[place].start()
        long = [word.group() for word in words[place:]]
        if _PARTED.search(before, start):
            break
        initials = 0 if short in long else _initials(letters, long)
        if initials and (best is None or initials > best[0]):
            best = initials, start
    return best[1] if best else None


def _initials(letters: Sequence[str], long: Sequence[str]) -> int:
    """First letters of words and of their parts among the letters of an acronym, at the most.

    0 where the words do not give the letters in their order, beginning with the first word, or
    where a word that means something gives none. Only a name may have such words.
    """
    if long[0].casefold() in _FUNCTION_WORDS:
        return 0
    whole = _first_letters(letters, long, optional=_says_nothing)
    if whole or len(letters) < _LEFT_OUT:
        return whole
    named = _first_letters(
        letters, long, optional=lambda word: _says_nothing(word) or word[0].isupper()
    )
    return named if named == len(letters) else 0


def _says_nothing(word: str) -> bool:
    """Whether a word is one of grammar, or a number as of a footnote."""
    return word.isdecimal() or word.casefold() in _FUNCTION_WORDS


def _first_letters(
    letters: Sequence[str], long: Sequence[str], optional: Callable[[str], bool]
) -> int:
    """First letters that words give, of which only the optional may give none; 0 if not all."""
    ways = _within(letters, long[0], {0: 0})
    for word in long[1:]:
        further = _within(letters, word, ways)
        ways = _better(further, ways) if optional(word) else further
    return ways.get(len(letters), 0)


def _within(letters: Sequence[str], word: str, ways: Ways) -> Ways:
    """Ways to go on with a word that gives its first letter, and any others in their order."""
    after: Ways = {}
    for at, letter in enumerate(_bare(word)):
        first = at == 0 or not word[at - 1].isalnum()
        before = ways if at == 0 else after
        step = {
            used + 1: initials + first
            for used, initials in before.items()
            if used < len(letters) and letters[used] == letter
        }
        after = _better(step, after)
    return after


def _better(ways: Ways, others: Ways) -> Ways:
    """Of each number of letters the way with more first letters."""
    every = ways.keys() | others.keys()
    return {used: max(ways.get(used, 0), others.get(used, 0)) for used in every}
