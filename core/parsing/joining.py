"""Text of a node from the words of its lines, with the place of every word in it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence

    from core.parsing.elements import Line

HYPHENS = "-\u2010\u00ad"
SUSPENDED = frozenset({"und", "oder", "bzw.", "sowie", "bis", "and", "or", "to", "nor"})
"""Words before which a hyphen is not a broken word: "Vor- und Nachteile"."""

UNSPACED = re.compile(r"[\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")
"""Scripts that put no space between words."""


class Joined(NamedTuple):
    """A text, and for each word in order its half-open character range."""

    text: str
    starts: list[int]
    ends: list[int]


def join(lines: Sequence[Line], vocabulary: Container[str] = frozenset()) -> Joined:
    """The text of lines: words joined by spaces, words broken at a line end made whole.

    `vocabulary` holds words of the document in lower case: a hyphen at a line end stays where
    the document writes the compound with it elsewhere.
    """
    parts: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    length = 0
    for number, line in enumerate(lines):
        following = lines[number + 1].words[0] if number + 1 < len(lines) else None
        for index, word in enumerate(line.words):
            last = index == len(line.words) - 1
            separator = " "
            if last and following is not None:
                word, separator = _at_line_end(word, following, vocabulary)
            elif last:
                separator = ""
            starts.append(length)
            ends.append(length + len(word))
            parts += (word, separator)
            length += len(word) + len(separator)
    return Joined("".join(parts), starts, ends)


def _at_line_end(word: str, following: str, vocabulary: Container[str]) -> tuple[str, str]:
    """The word as it goes into the text, and what stands between it and the next."""
    if word[-1] not in HYPHENS or len(word) < 2 or not word[-2].isalnum():
        both_unspaced = UNSPACED.match(word[-1]) and UNSPACED.match(following[0])
        return word, "" if both_unspaced else " "
    if following.lower() in SUSPENDED and word[-1] != "\u00ad":
        return word, " "
    if word[-1] == "\u00ad" or _is_broken(word[:-1], following, vocabulary):
        return word[:-1], ""
    return word, ""


def _is_broken(first: str, second: str, vocabulary: Container[str]) -> bool:
    """Whether a hyphen only marks the line end, so that the two halves are one word."""
    if not (first[-1].isalpha() and second[0].islower()):
        return False
    whole = bare(f"{first}{second}")
    compound = bare(f"{first}-{second}")
    if whole in vocabulary:
        return True
    return compound not in vocabulary and not any(hyphen in first for hyphen in HYPHENS)


def bare(word: str) -> str:
    """A word in lower case without the punctuation around it."""
    return word.strip(".,;:!?()[]{}\"'\u201c\u201d\u201e\u2018\u2019").lower()


def vocabulary_of(lines: Iterable[Line]) -> frozenset[str]:
    """Words of the lines in lower case, without those that a line end may have broken."""
    return frozenset(
        bare(word)
        for line in lines
        for index, word in enumerate(line.words)
        if index < len(line.words) - 1 or word[-1] not in HYPHENS
    )
