"""Clauses of a text and the content words in them, as far as rules can tell."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from core.text.content_words import stems_of

if TYPE_CHECKING:
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
