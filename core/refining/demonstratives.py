"""Pointing words at the head of a passage, and the sentence before it that they point to."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from core.refining.rules import stems
from core.refining.sir_query import sentences, walk
from core.sir import ElementType, Sir
from core.spans import text_of
from core.text.stems import stem
from core.text.words import STOP_WORDS, Word, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.spans import Span

_POINTING = re.compile(
    r"(?:\b(?P<word>this|these|both|the two|die beiden|diese[rsmn]?|beide[nr]?"
    r"|jene[rsmn]?)"
    r"|(?:^\W*|\b(?:about|at|by|for|from|in|of|on|to|under|with) )(?P<far>that))"
    r" (?P<nouns>[^\W\d_][\w'’-]+(?: [^\W\d_][\w'’-]+){0,3})",
    re.IGNORECASE,
)
_ITSELF = stems("points_to_itself")
"""Nouns that point to the document itself, or to nothing in particular."""
_TEXTS = frozenset({ElementType.PARAGRAPH, ElementType.LIST_ITEM})
_ENGLISH = frozenset({"this", "these", "both", "the two", "that"})
_SEVERAL = frozenset({"these", "both", "the two"})
_SHORTEST = 4
"""Letters of a noun that is pointed to."""
_SENTENCES = 3
"""How many sentences before the passage are looked at."""


class Pointed(NamedTuple):
    """A pointing expression at `text[start:end]`: its noun, its other words, and if of several.

    Words are stems.
    """

    noun: str
    others: frozenset[str]
    start: int
    end: int
    several: bool


def pointing(text: str) -> Iterator[Pointed]:
    """The pointing expressions of a sentence whose nouns it does not name before them."""
    for match in _POINTING.finditer(text):
        word, phrase = match["word"] or match["far"], _noun_phrase(match)
        if not phrase:
            continue
        *others, noun = map(stem, phrase.split())
        before = {word.stem for word in words(text[: match.start()])}
        if noun not in _ITSELF and noun not in before:
            start = match.start("word" if match["word"] else "far")
            end = match.start("nouns") + len(phrase)
            yield Pointed(noun, frozenset(others), start, end, word.casefold() in _SEVERAL)


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


def referent(sir: Sir, node: int, start: int, pointed: Pointed) -> Span | None:
    """The sentence shortly before that introduces what is pointed to; None in doubt.

    Only the text of the node itself and of its earlier siblings is looked at. The sentence holds
    all words of the expression, in the plural where it speaks of several, and does not point
    itself.
    """
    for span in islice(_backwards(sir, node, start), _SENTENCES):
        sentence = text_of(sir, span)
        held = words(sentence)
        named = [word for word in held if word.stem == pointed.noun]
        if named:
            agrees = not pointed.several or any(_is_plural(word.text) for word in named)
            whole = pointed.others <= {word.stem for word in held}
            return span if agrees and whole and not _points(sentence, named) else None
    return None


def _points(sentence: str, named: Sequence[Word]) -> bool:
    """Whether one of the words of a sentence stands behind a pointing word."""
    return any(
        match.start("nouns") <= word.start < match.end("nouns")
        for match in _POINTING.finditer(sentence)
        for word in named
    )


def _backwards(sir: Sir, node: int, start: int) -> Iterator[Span]:
    """Sentences before a place, the nearest first, up to the beginning of the section."""
    yield from sentences(sir, node, start)
    for nodes, is_parent in walk(sir, node):
        texts = [at for at in nodes if sir.nodes[at].type in _TEXTS]
        if is_parent and sir.nodes[nodes.start].type is ElementType.LIST:
            continue
        if is_parent or not texts:
            return
        for at in reversed(texts):
            yield from sentences(sir, at)
