"""Whether a text needs the one before it, judged by the words of both, in English and German.

It points back to it, or uses a term that it defines. The word lists stand in `continuity.json`.

Source: practical RAG chunking, step 3 (forward and backward dependency); the paper leaves it to a
language model.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from core.text.sentences import sentence_spans
from core.text.stems import beginning
from core.text.word_tables import word_table
from core.text.words import LETTERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.spans import Span

_RULES = word_table(__file__)
_PRONOUNS, _CONNECTIVES, _SELF, _NO_NOUNS, _NO_TERMS = (
    frozenset(_RULES[name].split())
    for name in ("pronouns", "connectives", "self", "no_nouns", "no_terms")
)
"""Words that point back where a sentence opens with them, those that tie it to the one before it,
nouns with which a text speaks of itself or of today (`this chapter`, `dieses Jahr`), words behind
a demonstrative that are no nouns, and words that are no terms."""


def _any_of(name: str, pattern: str = "{}") -> re.Pattern[str]:
    return re.compile(pattern.format("|".join(_RULES[name])), re.IGNORECASE)


_PHRASES = _any_of("openings", r"^(?:{})\b")
EXPLETIVE = _any_of("expletives", r"^(?:{})")
"""Openings in which the pronoun stands for nothing that came before."""
_CATAPHORIC = re.compile(r"those (?:who|that|which|of|with|in|from)\b|such as\b", re.IGNORECASE)
_LEAD = re.compile(r"^[\W\d_]+")
"""The number or the mark in front of a sentence."""
_POINTING = _any_of("pointing", r"\b(?P<word>{})\s+(?P<noun>[^\W\d_][\w-]{{2,}})")
_ONES = _any_of("ones")
_PLURAL = re.compile(r"these\b|those\b", re.IGNORECASE)
_QUOTED = re.compile(r"[\"“„»«‚‘]([^\W\d_][\w -]{1,38}\w)[\"”“«»’‘]")
_ACRONYM = r"[A-ZÄÖÜ][A-ZÄÖÜ0-9-]*[A-ZÄÖÜ][A-ZÄÖÜ0-9]*"
_EXPANDED = re.compile(
    rf"\b({_ACRONYM})s? \((?=[^)]*[a-zäöü]{{3}})|[a-zäöüß-]{{3,}} \(({_ACRONYM})s?\)"
)
_DEFINED = _any_of(
    "copulas",
    r"^(?:(?:an?|the|ein|eine|der|die|das)\s+)?(?P<term>[^\W\d_][\w-]*(?:\s+[\w-]+){{0,3}}?)"
    r"(?:\s+\([^)]{{1,60}}\))?\s+(?:{})",
)


class Relation(StrEnum):
    """What a text is to the one before it."""

    FORWARD = "forward"
    """It points back, as with "this method": it goes on where the earlier one ended."""
    BACKWARD = "backward"
    """It uses a term that only the earlier one explains."""
    INDEPENDENT = "independent"
    CHAPTER = "chapter"


@dataclass(frozen=True, slots=True)
class Link:
    """The relation of a text to the one before it.

    `evidence` are the words that bear it out: the expression that points back, the term that only
    the earlier text explains, the title of a chapter. They stand at `expression` in the `sentence`;
    `explained` is the sentence that explains the term. `by` is the model that judged, empty for a
    rule.
    """

    relation: Relation
    evidence: str = ""
    by: str = ""
    expression: Span | None = None
    sentence: Span | None = None
    explained: Span | None = None

    @property
    def needed(self) -> bool:
        """Whether both texts should be one chunk."""
        return self.relation in (Relation.FORWARD, Relation.BACKWARD)


@lru_cache(maxsize=20_000)  # a moved slider leaves most neighbours as they were
def judged(before: str, text: str) -> Link:
    """The relation of `text` to the text before it."""
    for relation in (Relation.FORWARD, Relation.BACKWARD):
        if words := evidence_of(relation, before, text):
            return Link(relation, words)
    return Link(Relation.INDEPENDENT)


def evidence_of(relation: Relation, before: str, text: str) -> str:
    """The words of `text` that bear a relation to the text before it out; empty if none do."""
    if relation is Relation.FORWARD:
        return points_back(text)
    return uses_term(text, defined_terms(before)) if relation is Relation.BACKWARD else ""


def points_back(text: str) -> str:
    """The expression with which a text refers to what stands before it; empty if it has none."""
    sentences = [text[a:b] for a, b in sentence_spans(text)]
    if not sentences:
        return ""
    if opening := opens_with(sentences[0]):
        return opening
    if match := _ONES.search(sentences[0]):
        return match[0]
    return next(_unresolved(sentences[0], " ".join(sentences[1:2])), "")


@lru_cache(maxsize=100_000)  # a moved slider asks about the same sentences again
def opens_with(sentence: str) -> str:
    """The pronoun or connective that a sentence opens with, with the noun of a demonstrative."""
    sentence = _LEAD.sub("", sentence)
    if EXPLETIVE.match(sentence) or _CATAPHORIC.match(sentence):
        return ""
    if phrase := _PHRASES.match(sentence):
        return phrase[0]
    if pointing := _POINTING.match(sentence):
        noun = pointing["noun"].lower()
        return "" if noun in _SELF else pointing["word" if noun in _NO_NOUNS else 0]
    first = LETTERS.match(sentence)
    return first[0] if first and first[0].lower() in _PRONOUNS | _CONNECTIVES else ""


def _unresolved(first: str, second: str) -> Iterator[str]:
    """Demonstratives of two sentences with a noun that the text has not used before them.

    Those that open the second sentence, and those in the plural, mean something in the first.
    """
    text = f"{first} {second}"
    for pointing in _POINTING.finditer(text):
        noun, at = pointing["noun"].lower(), pointing.start() - len(first) - 1
        is_local = at == 0 or (at > 0 and _PLURAL.match(pointing[0]))
        before = text[: pointing.start()].lower()
        if not is_local and noun not in _SELF | _NO_NOUNS and beginning(noun) not in before:
            yield pointing[0]


def defined_terms(text: str) -> list[str]:
    """Terms that a text explains: subjects of definitions, quoted words, written-out acronyms."""
    terms = _QUOTED.findall(text)
    terms += [short or long for short, long in _EXPANDED.findall(text)]
    for start, end in sentence_spans(text):
        if subject := _DEFINED.match(text[start:end]):
            first, *_ = words = subject["term"].split()
            points = first.lower() in _PRONOUNS | _NO_TERMS
            if not points and not {"of", "von", "to"} & set(words):
                terms.append(subject["term"])
    return list(dict.fromkeys(terms))


def uses_term(text: str, terms: list[str]) -> str:
    """The first of the terms that a text uses without explaining it itself; empty if none."""
    own = {term.lower() for term in defined_terms(text)}
    return next((t for t in terms if t.lower() not in own and term_pattern(t).search(text)), "")


def term_pattern(term: str) -> re.Pattern[str]:
    """The term as a whole, its last word in any of the usual endings; acronyms as written."""
    flags = re.NOFLAG if term.isupper() else re.IGNORECASE
    return re.compile(rf"\b{re.escape(beginning(term))}(?:e?n?s?|e?rn?|y|ies)\b", flags)
