"""Sentences that say what a term means, in English and German."""

from __future__ import annotations

import re

_TERM = r"(?P<term>[^\W\d_][\w-]*(?: [\w-]+){0,3}?)"
_LABEL = r"(?P<term>[^\W\d_]{3,} (?:\d{1,2}[a-z]?|[IVX]{1,4}|[A-Z]))"
_LABELLED = re.compile(_LABEL)
_NUMBER = re.compile(r"^\s*(?:\(?[\w.]{1,6}[.)]\s+|[•‣▪–·-]\s+)?")
_QUOTE = "[\"'“”„‚‘’«»]?"
_ARTICLE = r"(?:(?:An?|The|Any|Every|Each|Eine?|Der|Die|Das|Jede[rs]?) )?"
_HEAD = rf"{_ARTICLE}{_QUOTE}{_TERM}{_QUOTE}"

_ANYWHERE = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_HEAD} (?:means?|shall mean|denotes?) (?:an?|any|the|every|all|data|persons?)\b",
        rf"{_HEAD} (?:refers? to|(?:is|are) defined as|(?:is|are) understood (?:as|to mean)) ",
        rf"{_ARTICLE}{_TERM} (?:is|are) any ",
        rf"{_HEAD} (?:bezeichnet|bezeichnen|bedeutet|bedeuten|meint) "
        r"(?:eine?n?|den|die|das|jede[nrs]?|alle)\b",
        rf"{_HEAD} (?:ist|sind|im Sinne|ist im Sinne|sind im Sinne) (?:im Sinne )?dies(?:er|es) ",
        rf"{_ARTICLE}{_TERM} (?:ist|sind) jede[rs]? ",
        rf"Unter (?:eine[rm] |de[rmn] )?{_QUOTE}{_TERM}{_QUOTE} (?:versteht man|wird|werden) ",
        rf"{_LABEL} means (?:that )?",
        rf"{_LABEL} bedeutet,? (?:dass )?",
        rf"{_LABEL} ?(?:\([^()]{{1,40}}\))?: ",
    )
)
_IN_DEFINITIONS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?:An?|The) {_TERM} (?:is|are) (?:an?|the|one|when|where|caused)\b",
        rf"{_TERM} (?:is|are) (?:an?|the|when|where) ",
        rf"(?:Eine?|Der|Die|Das) {_TERM} (?:ist|sind) (?:eine?|der|die|das|wer|wenn)\b",
        rf"{_QUOTE}{_TERM}{_QUOTE} ?[:–] ",
    )
)
_NO_TERM = frozenset(
    "this that these those it they he she we there here which what who such one also if when "
    "note grade level class type step dies diese dieser dieses das es er sie wir hier dort was wer "
    "man auch wenn section chapter article table figure abschnitt kapitel artikel tabelle".split()
)


def defined_term(sentence: str, in_definitions: bool = False) -> str | None:
    """The term that a sentence defines; None if it does not clearly do so.

    `in_definitions` says that it stands in a section of definitions, where "is a" is enough.
    """
    start = _NUMBER.match(sentence)
    rest = sentence[start.end() :] if start else sentence
    for pattern in (*_ANYWHERE, *(_IN_DEFINITIONS if in_definitions else ())):
        if found := pattern.match(rest):
            term = found.group("term")
            return term if _is_term(term) else None
    return None


def _is_term(term: str) -> bool:
    """Whether it may be a term: a label such as "Grade A", or words that do not only point."""
    return bool(_LABELLED.fullmatch(term)) or term.casefold().split()[0] not in _NO_TERM
