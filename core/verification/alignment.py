"""The clauses of a text, and which of them a clause of a claim repeats."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from core.verification.clauses import CONTRAST, Part, content, share, split

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.text.language import Language

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
_REPEATED = 0.75
"""Share of the words of a claim's clause in the clause that it repeats."""


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


def repeated(
    clause: Clause, candidates: Sequence[Clause], enough: float = _REPEATED
) -> list[Clause]:
    """The clauses that a claim's clause repeats: the nearest, with `enough` of its words."""
    rated = [
        (share(clause.words, candidate.words), share(candidate.words, clause.words), candidate)
        for candidate in candidates
    ]
    best = max((rate[:2] for rate in rated), default=(0.0, 0.0))
    if best[0] < enough:
        return []
    return [candidate for *rate, candidate in rated if tuple(rate) == best]


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
