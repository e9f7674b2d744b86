"""Which words of a claim the lines do not hold, in any form."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from core.quantities.measurement_units import unit_of
from core.quantities.numerals import CARDINALS, MONTHS
from core.text.word_tables import any_of, word_table
from core.text.words import word_list
from core.verification.clauses import content

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.text.language import Language
    from core.verification.source import Source

_WORD = re.compile(r"[^\W\d_]+(?:['’]\w+)?")
_SHORTEST = 4
"""Letters that two forms of a word begin with."""
_PART = 5
"""Letters of a part of a compound."""
_LISTS = word_table(__file__)
_ENDINGS = frozenset({"", *_LISTS["endings"]})
"""Endings that leave the meaning of a word about as it is."""
_LIGHT = any_of(_LISTS["light"])
"""Words that carry little by themselves, or that another check compares."""
_BOUND = re.compile(
    r"\b(?:or|oder)\s+(?:more|less|fewer|higher|lower|later|older|above|below|over|mehr|weniger|höher"
    r"|niedriger|später|älter|darüber|darunter)\b|(?<=\d)\s+\w+\s+(?:higher|lower|older)\b",
    re.IGNORECASE,
)
"""Words that belong to a number."""
_SAME = [any_of(words) for words in _LISTS["same"]]
"""Words that stand for each other, whatever the subject."""


def unsaid(claim: str, language: Language, source: Source) -> list[str]:
    """The words of a claim that its lines, their sentences and what stands above do not hold.

    A form of a word, a part of a compound and a few common words of the same meaning count as
    held. Numbers and units are left to their own check.
    """
    text = "\n".join((source.wide, source.above, source.cited))
    theirs = frozenset(word_list(text, _WORD))
    stems = content(text, source.language) | content(text, language)
    missing = [
        word
        for word in word_list(_BOUND.sub(" ", claim), _WORD)
        if content(word, language) - stems and not _passes(word, theirs)
    ]
    return list(dict.fromkeys(missing))


def is_form(word: str, other: str) -> bool:
    """Whether two words in lower case are forms of one: operate, operation; Fall, Fälle."""
    first, second = _folded(word), _folded(other)
    shared = next(
        (i for i, pair in enumerate(zip(first, second, strict=False)) if pair[0] != pair[1]),
        min(len(first), len(second)),
    )
    cuts = range(_SHORTEST, shared + 1)
    return any(first[at:] in _ENDINGS and second[at:] in _ENDINGS for at in cuts)


def _passes(word: str, theirs: frozenset[str]) -> bool:
    # Stems hold a name with digits whole: KLT of KLT2 is only found among the words.
    if word in theirs:
        return True
    if _LIGHT.fullmatch(word) or word in CARDINALS or word in MONTHS or unit_of(word):
        return True
    return _near(word, theirs) or _stands_for(word, theirs)


@lru_cache(maxsize=4096)
def _near(word: str, theirs: frozenset[str]) -> bool:
    return any(is_form(word, other) or _is_part(word, other) for other in theirs) or _joins(
        word, theirs
    )


def _stands_for(word: str, theirs: Iterable[str]) -> bool:
    groups = [group for group in _SAME if group.fullmatch(word)]
    return any(group.fullmatch(other) for group in groups for other in theirs)


def _is_part(word: str, other: str) -> bool:
    """Whether a word begins or ends a longer one: Krebs, Speiseröhrenkrebs."""
    return len(word) >= _PART and (other.startswith(word) or other.endswith(word))


def _joins(word: str, theirs: Iterable[str]) -> bool:
    """Whether a word is put together of two that the lines hold."""
    starts = [end for end in theirs if len(end) >= _SHORTEST and word.startswith(end)]
    ends = [end for end in theirs if len(end) >= _SHORTEST and word.endswith(end)]
    joint = 2  # letters such as the "s" of "Behandlungsbeginn"
    return any(0 <= len(word) - len(start) - len(end) <= joint for start in starts for end in ends)


def _folded(word: str) -> str:
    plain = word.translate(str.maketrans("äöü", "aou"))
    return plain.removeprefix("ge")
