"""The language of a text as short as a question or a claim: English, German, or not to be told."""

from __future__ import annotations

import re

from core.indexing.bm25 import Language

_SMALL = {
    Language.ENGLISH: frozenset(
        "the of and to is for with that are be this from by which not have has a an in on at as "
        "it its was were or if do does did what how when who why where should can may must will "
        "than more each any all no only their they there".split()
    ),
    Language.GERMAN: frozenset(
        "der die das und ist von mit den dem des für auf zu nicht sich ein eine einen einem einer "
        "auch im am bei bis nach aus oder als wie was wer wo wann warum welche welcher welches "
        "welchen soll sollen darf dürfen kann können muss müssen wird werden wurde wurden sind "
        "hat haben gibt es er sie kein keine keinen ohne nur über unter vor zum zur je pro".split()
    ),
}
_UMLAUT = re.compile(r"[äöüß]", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")


def language_of(text: str) -> Language:
    """The language whose small words a text has more of; OTHER if it has as many of both."""
    words = [word.lower() for word in _WORD.findall(text)]
    counts = {name: sum(word in small for word in words) for name, small in _SMALL.items()}
    counts[Language.GERMAN] += bool(_UMLAUT.search(text))
    english, german = counts[Language.ENGLISH], counts[Language.GERMAN]
    if english == german:
        return Language.OTHER
    return Language.ENGLISH if english > german else Language.GERMAN


def differ(one: Language, other: Language) -> bool:
    """Whether two languages are known, and not the same."""
    return one is not other and Language.OTHER not in (one, other)
