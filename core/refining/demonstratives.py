"""Pointing words at the head of a passage, and the sentence before it that they point to."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from core.refining.rules import stems
from core.refining.sir_query import sentences, walk
from core.sir import ElementType
from core.text.stems import stem
from core.text.words import STOP_WORDS, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.sir import Sir
    from core.spans import Span

_POINTING = re.compile(
    r"\b(?P<word>this|these|both|diese[rsmn]?|beide[nr]?|jene[rsmn]?)\s+"
    r"(?P<noun>[^\W\d_][\w-]{3,})(?P<next>\s+[^\W\d_]+)?",
    re.IGNORECASE,
)
_ITSELF = stems("points_to_itself")
"""Nouns that point to the document itself, or to nothing in particular."""
_TEXTS = frozenset({ElementType.PARAGRAPH, ElementType.LIST_ITEM})
_SENTENCES = 3
"""How many sentences before the passage are looked at."""


class Pointed(NamedTuple):
    """A pointing expression at `text[start:end]`, and the stem of its noun."""

    noun: str
    start: int
    end: int


def pointing(text: str) -> Pointed | None:
    """The pointing expression of a sentence, if nothing before it names the noun."""
    for match in _POINTING.finditer(text):
        noun = stem(match["noun"])
        before = {word.stem for word in words(text[: match.start()])}
        if noun not in _ITSELF and noun not in before and _is_noun(match):
            return Pointed(noun, match.start(), match.end("noun"))
    return None


def _is_noun(match: re.Match[str]) -> bool:
    """Whether the word pointed to is a noun, as far as can be seen: "this common view" is not.

    German nouns have a capital. "These" and "both" stand before a plural; behind "this" and a
    noun comes a small word, a verb in -s or -ed, or no word at all.
    """
    word, noun, following = match["word"].casefold(), match["noun"], (match["next"] or "").strip()
    if noun.casefold() in STOP_WORDS:
        return False
    if word not in ("this", "these", "both"):
        return noun[0].isupper()
    if word != "this":
        return noun.endswith("s")
    return not following or following in STOP_WORDS or following.endswith(("s", "ed"))


def referent(sir: Sir, node: int, start: int, noun: str) -> Span | None:
    """The sentence shortly before that introduces the noun; None in doubt.

    Only the text of the node itself and of its earlier siblings is looked at, and a sentence
    that points itself introduces nothing.
    """
    for span in islice(_backwards(sir, node, start), _SENTENCES):
        sentence = sir.nodes[span.node].text[span.start : span.end]
        if noun in {word.stem for word in words(sentence)}:
            match = _POINTING.search(sentence)
            return None if match and stem(match["noun"]) == noun else span
    return None


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
