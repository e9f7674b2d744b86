"""Text of a node from the words of its lines, with the place of every word in it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from core.parsing.hyphens import HYPHENS, Vocabulary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.reading.line import Line

SUSPENDED = frozenset({"und", "oder", "bzw.", "sowie", "bis", "and", "or", "to", "nor"})
"""Words before which a hyphen is not a broken word: "Vor- und Nachteile"."""

UNSPACED = re.compile(r"[\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")
"""Scripts that put no space between words."""

UNKNOWN = Vocabulary()


class Joined(NamedTuple):
    """A text, and for each word in order its half-open character range."""

    text: str
    starts: list[int]
    ends: list[int]


def join(lines: Sequence[Line], vocabulary: Vocabulary = UNKNOWN) -> Joined:
    """The text of lines: words joined by spaces, words broken at a line end made whole.

    `vocabulary` holds the words of the document: they tell whether a hyphen at a line end stays.
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
            if last and following is not None and line.after is not None:
                separator = line.after
            elif last and following is not None:
                word, separator = _at_line_end(word, following, vocabulary)
            elif last:
                separator = ""
            starts.append(length)
            ends.append(length + len(word))
            parts += (word, separator)
            length += len(word) + len(separator)
    return Joined("".join(parts), starts, ends)


def _at_line_end(word: str, following: str, vocabulary: Vocabulary) -> tuple[str, str]:
    """The word as it goes into the text, and what stands between it and the next."""
    if word[-1] not in HYPHENS or len(word) < 2 or not word[-2].isalnum():
        both_unspaced = UNSPACED.match(word[-1]) and UNSPACED.match(following[0])
        return word, "" if both_unspaced else " "
    if following.lower() in SUSPENDED and word[-1] != "\u00ad":
        return word, " "
    if word[-1] == "\u00ad" or vocabulary.is_broken(word[:-1], following):
        return word[:-1], ""
    return word, ""
