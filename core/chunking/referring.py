"""Words of a text that only what stands before it explains, in English and German.

Source: practical RAG chunking, step 3 (forward dependency: a later text points back; backward
dependency: it uses a term that the earlier one defines).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from core.text.sentences import sentence_spans
from core.text.stems import beginning
from core.text.words import LETTERS

if TYPE_CHECKING:
    from collections.abc import Iterator

_PRONOUNS = frozenset(
    "it its this these they them their theirs he him his she her such both either neither latter "
    "former es sie ihr ihre ihren ihrem ihrer er ihm ihn dies diese dieser dieses diesem diesen "
    "jene jener jenes jenem jenen solche solcher solches beide letztere erstere".split()
)
"""Words that point back where a sentence opens with them."""
_CONNECTIVES = frozenset(
    "however therefore thus hence moreover furthermore additionally instead otherwise likewise "
    "similarly nevertheless nonetheless consequently accordingly thereby thereafter afterwards "
    "also besides dabei damit dadurch daher deshalb deswegen dazu hierzu hierfür hierbei hierdurch "
    "dafür dagegen davon daraus danach daraufhin allerdings jedoch außerdem zudem ferner folglich "
    "but and yet so then aber und doch dann denn sondern somit ebenso stattdessen dennoch "
    "trotzdem auch".split()
)
"""Words that tie a sentence to the one before it."""
_PHRASES = re.compile(
    r"^(?:in (?:addition|contrast|this case)|as a (?:result|consequence)|for (?:example|instance)"
    r"|on the other hand|zum beispiel|im gegensatz dazu|aus diesem grund)\b",
    re.IGNORECASE,
)
_EXPLETIVE = re.compile(
    r"^(?:it (?:is|was|has been|may be|can be|should be|must be|seems|appears)\b[^.;,]{0,40}?"
    r"\b(?:that|to|whether|if|who)\b"
    r"|es (?:gibt|besteht|bestehen|liegt|liegen|handelt|kommt|geht)\b"
    r"|es (?:ist|wird|werden|sollte|sollten|soll|kann|muss)\b[^.;]{0,60}?"
    r"\b(?:dass|ob|zu|empfohlen)\b"
    r"|(?:this|these|dies) (?:is|are|ist|sind) not\b)",
    re.IGNORECASE,
)
"""Openings in which the pronoun stands for nothing that came before."""
_CATAPHORIC = re.compile(r"those (?:who|that|which|of|with|in|from)\b|such as\b", re.IGNORECASE)
_LEAD = re.compile(r"^[\W\d_]+")
"""The number or the mark in front of a sentence."""
_POINTING = re.compile(
    r"\b(?P<word>this|these|such(?: an?)?|dies(?:e[rsmn]?)?|solche[rsmn]?"
    r"|solch eine?[rsmn]?|those(?=\s+\w+s\b))\s+(?P<noun>[^\W\d_][\w-]{2,})",
    re.IGNORECASE,
)
_ONES = re.compile(
    r"\bthe (?:first|second|other|latter|former|last|same|previous) ones?\b"
    r"|\bthe (?:latter|former)\b|\bd(?:er|ie|as) (?:letztere|erstere)[rsn]?\b",
    re.IGNORECASE,
)
_THEMSELVES = frozenset(
    "chapter section part document guideline guidance policy paper text page table figure "
    "book article report leaflet appendix annex reason way year month week day morning "
    "evening night season time moment point century kapitel abschnitt teil dokument leitlinie "
    "richtlinie text seite tabelle abbildung buch artikel bericht anhang jahr jahres monat "
    "woche tag zeit jahrhundert".split()
)
"""Nouns with which a text speaks of itself or of today: `this chapter`, `dieses Jahr`."""
_NO_NOUNS = frozenset(
    "is are was were has have had does did can could may might will would shall should must means "
    "makes allows lets helps gives leads and or but not also only that which who way kind as "
    "ist sind war waren hat haben kann können wird werden soll sollte muss und oder".split()
)
_PLURAL = re.compile(r"these\b|those\b", re.IGNORECASE)


def points_back(text: str) -> str:
    """The expression with which a text refers to what stands before it; empty if it has none."""
    sentences = [text[a:b] for a, b in sentence_spans(text)]
    if not sentences:
        return ""
    if opening := opens_with(sentences[0]):
        return opening
    if found := _ONES.search(sentences[0]):
        return found[0]
    return next(_unresolved(sentences[0], " ".join(sentences[1:2])), "")


@lru_cache(maxsize=100_000)  # a moved slider asks about the same sentences again
def opens_with(sentence: str) -> str:
    """The pronoun or connective that a sentence opens with, with the noun of a demonstrative."""
    sentence = _LEAD.sub("", sentence)
    if _EXPLETIVE.match(sentence) or _CATAPHORIC.match(sentence):
        return ""
    if found := _PHRASES.match(sentence):
        return found[0]
    if found := _POINTING.match(sentence):
        if found["noun"].lower() in _THEMSELVES:
            return ""
        is_verb = found["noun"].lower() in _NO_NOUNS
        return found["word"] if is_verb else found[0]
    first = LETTERS.match(sentence)
    known = first is not None and first[0].lower() in _PRONOUNS | _CONNECTIVES
    return first[0] if first and known else ""


def _unresolved(first: str, second: str) -> Iterator[str]:
    """Demonstratives of two sentences with a noun that the text has not used before them.

    Those that open the second sentence, and those in the plural, mean something in the first.
    """
    text = f"{first} {second}"
    for found in _POINTING.finditer(text):
        noun, at = found["noun"].lower(), found.start() - len(first) - 1
        local = at == 0 or (at > 0 and _PLURAL.match(found[0]))
        if local or noun in _THEMSELVES | _NO_NOUNS:
            continue
        if beginning(noun) not in text[: found.start()].lower():
            yield found[0]


_QUOTED = re.compile(r"[\"“„»«‚‘]([^\W\d_][\w -]{1,38}\w)[\"”“«»’‘]")
_ACRONYM = r"[A-ZÄÖÜ][A-ZÄÖÜ0-9-]*[A-ZÄÖÜ][A-ZÄÖÜ0-9]*"
_EXPANDED = re.compile(
    rf"\b({_ACRONYM})s? \((?=[^)]*[a-zäöü]{{3}})|[a-zäöüß-]{{3,}} \(({_ACRONYM})s?\)"
)
_DEFINED = re.compile(
    r"^(?:(?:an?|the|ein|eine|der|die|das)\s+)?(?P<term>[^\W\d_][\w-]*(?:\s+[\w-]+){0,3}?)"
    r"(?:\s+\([^)]{1,60}\))?\s+"
    r"(?:(?:is|are|ist|sind)\s+(?:an?|the|any|all|every|ein|eine|einer|der|die|das|jede[rs]?)\b"
    r"|means\b|refers?\s+to\b|denotes?\b|bezeichne[nt]+\b|hei(?:ß|ss)t\b|bedeutet\b)",
    re.IGNORECASE,
)
_NO_TERMS = _PRONOUNS | frozenset(
    "there those that what which who most some many each one here other others anyone everyone "
    "dort das die der man viele einige jeder hier".split()
)


def defined_terms(text: str) -> list[str]:
    """Terms that a text explains: subjects of definitions, quoted words, written-out acronyms."""
    found = _QUOTED.findall(text)
    found += [one or two for one, two in _EXPANDED.findall(text)]
    for start, end in sentence_spans(text):
        if subject := _DEFINED.match(text[start:end]):
            first, *_ = words = subject["term"].split()
            if first.lower() not in _NO_TERMS and not {"of", "von", "to"} & set(words):
                found.append(subject["term"])
    return list(dict.fromkeys(found))


def uses_term(text: str, terms: list[str]) -> str:
    """The first of the terms that a text uses without explaining it itself; empty if none."""
    own = {term.lower() for term in defined_terms(text)}
    return next((t for t in terms if t.lower() not in own and _pattern(t).search(text)), "")


def _pattern(term: str) -> re.Pattern[str]:
    """The term as a whole, its last word in any of the usual endings; acronyms as written."""
    flags = re.NOFLAG if term.isupper() else re.IGNORECASE
    return re.compile(rf"\b{re.escape(beginning(term))}(?:e?n?s?|e?rn?|y|ies)\b", flags)
