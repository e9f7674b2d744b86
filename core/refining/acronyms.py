"""Acronyms and the words that they stand for.

Source: A. S. Schwartz and M. A. Hearst, A simple algorithm for identifying abbreviation
definitions in biomedical text, 2003; stricter, in that every letter of the acronym must be found.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_ACRONYM = re.compile(r"(?=(?:[^A-ZÄÖÜ]*[A-ZÄÖÜ]){2})[A-Za-zÄÖÜäöü][A-Za-zÄÖÜäöü0-9/-]{1,9}")
_BRACKETS = re.compile(r"\([\"“„]?([^()\s\"“”]{2,11})[\"”“]?\)")
_OPENS_QUOTE = re.compile(r"[‘“„]")
"""The acronym stands for what is quoted, then, and not for the words around it."""
_FEW = 2
"""Letters of an acronym that need closer looking."""
_PART = re.compile(r"[^\W_]+")
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")


def is_acronym(text: str) -> bool:
    """Whether a word is written as an acronym: short, with two capitals at least."""
    return _ACRONYM.fullmatch(text) is not None


def long_forms(text: str) -> Iterator[tuple[str, int, int]]:
    """(acronym, start, end): the span holds the long form and the acronym in brackets behind it."""
    for bracket in _BRACKETS.finditer(text):
        short = bracket.group(1)
        if len(short) > 3 and short.endswith("s") and short[:-1].isupper():
            short = short[:-1]
        if is_acronym(short):
            start = _begin(short, text[: bracket.start()])
            if start is not None and not text[start : bracket.start()].isupper():
                yield short, start, bracket.end()


def _begin(short: str, before: str) -> int | None:
    """Where the long form begins, whose words give the letters of the acronym in their order."""
    letters = [letter.casefold() for letter in short if letter.isalpha()]
    reach = min(len(letters) + 5, 2 * len(letters))
    places = [word.start() for word in _WORD.finditer(before)][-reach:]
    if not places or before[places[-1] :].rstrip().endswith((".", ";", ":", ",")):
        return None
    at = len(before) - 1
    for number in range(len(letters) - 1, -1, -1):
        first = number == 0
        while at >= 0 and not (
            before[at].casefold() == letters[number] and (not first or at in places)
        ):
            at -= 1
        if at < 0:
            return None
        at -= 1
    start = at + 1
    long = before[start:]
    quoted = _OPENS_QUOTE.search(long)
    if start not in places or short in long.split() or quoted:
        return None
    return start if len(letters) > _FEW or _initials(letters, long) else None


def _initials(letters: Sequence[str], long: str) -> bool:
    """Whether both letters begin words, where there are several: two are soon found in any text."""
    begin = [part[0].casefold() for part in _PART.findall(long)]
    return len(begin) == 1 or (begin[0] == letters[0] and letters[-1] in begin[1:])
