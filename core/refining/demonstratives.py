"""Pointing words with their nouns: "this method", "beide Anbieter"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from core.refining.rules import stems
from core.text.stems import stem
from core.text.words import STOP_WORDS, words

if TYPE_CHECKING:
    from collections.abc import Iterator

_POINTING = re.compile(
    r"(?:\b(?P<word>this|these|both|the two|die beiden|diese[rsmn]?|beide[nr]?"
    r"|jene[rsmn]?)"
    r"|(?:^\W*|\b(?:about|at|by|for|from|in|of|on|to|under|with) )(?P<far>that))"
    r" (?P<nouns>[^\W\d_][\w'’-]+(?: [^\W\d_][\w'’-]+){0,3})",
    re.IGNORECASE,
)
_ITSELF = stems("points_to_itself")
"""Nouns that point to the document itself, or to nothing in particular."""
_ENGLISH = frozenset({"this", "these", "both", "the two", "that"})
_SEVERAL = frozenset({"these", "both", "the two"})
_OF_TWO = re.compile(r"both|beide[nr]?|the two|die beiden", re.IGNORECASE)
_SHORTEST = 4
"""Letters of a noun that is pointed to."""


class Pointed(NamedTuple):
    """A pointing expression at `text[start:end]`, the stem of its noun, and if it is of two."""

    noun: str
    start: int
    end: int
    of_two: bool


def pointing(text: str) -> Iterator[Pointed]:
    """The pointing expressions of a sentence whose nouns it does not name before them."""
    for match in _POINTING.finditer(text):
        word, phrase = match["word"] or match["far"], _noun_phrase(match)
        if not phrase:
            continue
        noun = stem(phrase.split()[-1])
        before = {word.stem for word in words(text[: match.start()])}
        if noun not in _ITSELF and noun not in before:
            start = match.start("word" if match["word"] else "far")
            end = match.start("nouns") + len(phrase)
            yield Pointed(noun, start, end, _OF_TWO.fullmatch(word) is not None)


def _noun_phrase(match: re.Match[str]) -> str:
    """The shortest run of words behind a pointing word that can be a noun; empty if none can.

    German nouns have a capital. "These" and "both" stand before a plural; behind "this" and a
    noun comes a small word, a verb in -s or -ed, or no word at all.
    """
    pointer, run = (match["word"] or match["far"]).casefold(), match["nouns"].split()
    for size, noun in enumerate(run, start=1):
        if noun.casefold() in STOP_WORDS or len(noun) < _SHORTEST:
            return ""
        following = run[size] if size < len(run) else ""
        if _is_noun(pointer, noun, following):
            return " ".join(run[:size])
    return ""


def _is_noun(pointer: str, noun: str, following: str) -> bool:
    if pointer not in _ENGLISH:
        return noun[0].isupper()
    if pointer in _SEVERAL:
        return _is_plural(noun)
    return not following or following in STOP_WORDS or following.endswith(("s", "ed"))


def _is_plural(noun: str) -> bool:
    return noun.endswith("s") and not noun.endswith(("ss", "us", "is"))
