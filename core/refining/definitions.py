"""Sentences that say what a term means, in English and German."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.refining.rules import RULES, stems
from core.text.stems import stem
from core.text.words import STOP_WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

_TERM = r"(?P<term>[^\W\d_][\w-]*(?: [\w-]+){0,3}?)"
_LABEL = r"(?P<term>[^\W\d_]{3,} (?:\d{1,2}[a-z]?|[IVX]{1,4}|[A-Z]))"
_LABELLED = re.compile(_LABEL)
_NUMBER = re.compile(r"^\s*(?:\(?(?:\d[\d.]*\w?|[a-z]{1,4}|[A-Z]|[IVX]{1,4})[.)]\s+|[•‣▪–·-]\s+)?")
_QUOTE = "[\"'“”„‚‘’«»]?"
_ARTICLE = r"(?:(?:An?|The|Any|Every|Each|Eine?|Der|Die|Das|Jede[rs]?) )?"
_PARTS = {
    "head": f"{_ARTICLE}{_QUOTE}{_TERM}{_QUOTE}", "article": _ARTICLE, "quote": _QUOTE,
    "term": _TERM, "label": _LABEL,
}  # fmt: skip
"""What stands in angle brackets in the patterns."""


def _patterns(name: str) -> Sequence[re.Pattern[str]]:
    return [
        re.compile(re.sub(r"<(\w+)>", lambda part: _PARTS[part[1]], pattern))
        for pattern in RULES[name]
    ]


_ANYWHERE = _patterns("defines_anywhere")
_IN_DEFINITIONS = _patterns("defines_in_definitions")
_LABELS = stems("labels")
_NO_TERM = frozenset(RULES["defines_no_term"].split())


def defined_term(sentence: str, in_definitions: bool = False) -> str | None:
    """The term that a sentence defines; None if it does not clearly do so.

    `in_definitions` says that it stands in a section of definitions, where "is a" is enough.
    """
    start = _NUMBER.match(sentence)
    rest = sentence[start.end() :] if start else sentence
    for pattern in (*_ANYWHERE, *(_IN_DEFINITIONS if in_definitions else ())):
        if definition := pattern.match(rest):
            term = definition["term"]
            first, *more = term.casefold().split()
            vague = first in _NO_TERM or (not more and first in STOP_WORDS)
            if _LABELLED.fullmatch(term):
                vague = stem(first) not in _LABELS
            return None if vague else term
    return None
