"""Clauses of a text and the content words in them, as far as rules can tell."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from core.text.content_words import stems_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.text.language import Language

CONTRAST = re.compile(
    r"\s*[;\n]\s*|[.!?]\s+(?=[A-ZÄÖÜ])"
    r"|,?\s+\b(?:but|however|while|whereas|although|though|sondern|aber|jedoch|während|wohingegen"
    r"|obwohl|because|since|weil|denn)\b\s+",
    re.IGNORECASE,
)
"""Where something begins that a negation before it does not reach."""
JOINT = re.compile(
    rf"{CONTRAST.pattern}|\s*,\s+|\s+\b(?:compared\s+(?:with|to)|versus|vs\.?|gegenüber"
    r"|(?:and|und|or|oder)(?!\s+(?:more|less|fewer|over|under|above|below|mehr|weniger|\w+er)\b))"
    r"\b\s+",
    re.IGNORECASE,
)
"""Where one of several things told side by side may end."""
_VERB = (
    r"(?:is|are|was|were|be|has|have|had|do|does|did|should|must|may|might|can|could|will|ist|sind"
    r"|war|waren|wird|werden|wurden?|soll\w*|muss|müssen|darf|dürfen|kann|können|hat|haben)\b"
)
_PLACE = re.compile(
    rf"{CONTRAST.pattern}|(?:,|\b(?:and|und)\b)\s+(?=[^,;.]*\b{_VERB})"
    r"|,?\s+(?:and|und)\s+(?=(?:not|never|nicht|nie|kein\w*)\b)",
    re.IGNORECASE,
)
_HAS_VERB = re.compile(rf"\b{_VERB}", re.IGNORECASE)
_LETTER = re.compile(r"(?<=\w\s)[A-Z]\b")
_ELLIPSIS = 2
"""Content words up to which a clause leans on the one before it: "but ibuprofen is not"."""
_SEVERAL = 2
"""Words that two clauses have in common if one is told by the other."""


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a text."""

    text: str
    start: int
    end: int


def split(text: str, where: re.Pattern[str]) -> list[Part]:
    """The stretches between the places where a text is split; those without a letter are left out.

    A comma or point between digits splits nothing.
    """
    bounds = [0]
    for match in where.finditer(text):
        bounds += [match.start(), match.end()]
    bounds.append(len(text))
    pairs = zip(bounds[::2], bounds[1::2], strict=True)
    parts = [Part(text[start:end], start, end) for start, end in pairs]
    return [part for part in parts if any(map(str.isalnum, part.text))]


@lru_cache(maxsize=4096)
def content(text: str, language: Language) -> frozenset[int]:
    """The stems of a text without those of small words."""
    return frozenset(stems_of(text, language))


def share(part: frozenset[int], whole: frozenset[int]) -> float:
    """How much of `part` is in `whole`, 0 to 1; 0 for nothing."""
    return len(part & whole) / len(part) if part else 0.0


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause: its text, and the stems of its words, with those that it leaves unsaid."""

    text: str
    words: frozenset[int]


@lru_cache(maxsize=2048)
def clauses_of(text: str, language: Language) -> tuple[Clause, ...]:
    """The clauses of a text in their order; those without a content word are left out."""
    clauses: list[Clause] = []
    for sentence in text.split("\n"):
        before: frozenset[int] = frozenset()
        for part in _parts(sentence):
            words = content(part.text, language) | _letters(part.text)
            whole = part.start == 0 or sentence[: part.start].rstrip().endswith((".", "!", "?"))
            if len(words) <= _ELLIPSIS and not whole:
                words |= before
            if words:
                clauses.append(Clause(part.text, words))
                before = words
    return tuple(clauses)


def nearest(clause: Clause, candidates: Sequence[Clause], enough: float) -> list[Clause]:
    """The clauses nearest to another one, if `enough` of the words of one are in the other.

    A candidate that the clause repeats in whole counts as well, unless it is a word or a heading.
    """
    rated = [(*_nearness(clause, candidate), candidate) for candidate in candidates]
    best = max((rate[:2] for rate in rated), default=(0.0, 0.0))
    return [c for most, least, c in rated if (most, least) == best] if best[0] >= enough else []


def _nearness(clause: Clause, other: Clause) -> tuple[float, float]:
    held = share(clause.words, other.words)
    repeated = share(other.words, clause.words)
    if len(clause.words & other.words) < _SEVERAL or not _HAS_VERB.search(other.text):
        return held, min(held, repeated)
    return max(held, repeated), min(held, repeated)


def _parts(sentence: str) -> list[Part]:
    """The clauses; what stands before a comma without a verb belongs to what is behind it."""
    parts: list[Part] = []
    for part in split(sentence, _PLACE):
        joint = sentence[parts[-1].end : part.start].strip() if parts else ""
        if joint in (",", "and", "und") and not _HAS_VERB.search(parts[-1].text):
            start = parts.pop().start
            part = Part(sentence[start : part.end], start, part.end)
        parts.append(part)
    return parts


def _letters(text: str) -> frozenset[int]:
    """Single capitals that stand for something: drug A, arm B."""
    return frozenset(-ord(match.group()) for match in _LETTER.finditer(text))
