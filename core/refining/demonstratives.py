"""Pointing words at the head of a passage, and the sentence before it that they point to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from core.refining.sir_query import Pointer, walk
from core.sir import ElementType
from core.spans import Span
from core.text.sentences import sentence_spans
from core.text.stems import stem
from core.text.words import STOP_WORDS, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.sir import Sir

_POINTING = re.compile(
    r"\b(?P<word>this|these|both|diese[rsmn]?|beide[nr]?|jene[rsmn]?)\s+"
    r"(?P<noun>[^\W\d_][\w-]{3,})(?P<next>\s+[^\W\d_]+)?",
    re.IGNORECASE,
)
_ITSELF = frozenset(
    map(
        stem,
        "section chapter guideline document policy article part page paper text table figure "
        "report book circular handbook annex version abschnitt kapitel leitlinie dokument anhang "
        "artikel seite text tabelle abbildung fassung year week month day case cases reason way "
        "time people jahr woche monat fall grund weise zeit".split(),
    )
)
"""Nouns that point to the document itself, or to nothing in particular."""
_TEXTS = frozenset({ElementType.PARAGRAPH, ElementType.LIST_ITEM})
_SENTENCES = 3
"""How many sentences before the passage are looked at."""


@dataclass(frozen=True, slots=True)
class Pointed:
    """A pointing expression at `text[start:end]`, and the stem of its noun."""

    noun: str
    start: int
    end: int


def pointing(text: str) -> Pointed | None:
    """The pointing expression of a sentence, if nothing before it names the noun."""
    for found in _POINTING.finditer(text):
        noun = stem(found.group("noun"))
        before = {word.stem for word in words(text[: found.start()])}
        if noun not in _ITSELF and noun not in before and _is_noun(found):
            return Pointed(noun, found.start(), found.end("noun"))
    return None


def _is_noun(found: re.Match[str]) -> bool:
    """Whether the word pointed to is a noun, as far as can be seen: "this common view" is not.

    German nouns have a capital. "These" and "both" stand before a plural; behind "this" and a
    noun comes a small word, a verb in -s or -ed, or no word at all.
    """
    noun, following = found.group("noun"), (found.group("next") or "").strip()
    if noun.casefold() in STOP_WORDS:
        return False
    if found.group("word").casefold() not in ("this", "these", "both"):
        return noun[0].isupper()
    if found.group("word").casefold() != "this":
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
            pointed = _POINTING.search(sentence)
            return None if pointed and stem(pointed.group("noun")) == noun else span
    return None


def _backwards(sir: Sir, node: int, start: int) -> Iterator[Span]:
    """Sentences before a place, the nearest first, up to the beginning of the section."""
    yield from _sentences(sir, node, start)
    for visit in walk(sir, node):
        if visit.pointer is Pointer.PARENT:
            if sir.nodes[visit.node].type is not ElementType.LIST:
                return
            continue
        inside = [at for at in sir.walk(visit.node) if sir.nodes[at].type in _TEXTS]
        if not inside:
            return
        for at in reversed(inside):
            yield from _sentences(sir, at, len(sir.nodes[at].text))


def _sentences(sir: Sir, node: int, end: int) -> Iterator[Span]:
    spans = sentence_spans(sir.nodes[node].text[:end], sir.language)
    yield from (Span(node, low, high) for low, high in reversed(spans))
