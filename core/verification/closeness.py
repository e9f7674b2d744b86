"""How near the meaning of a claim is to that of lines, by the vectors of an encoder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from core.errors import ModelError
from core.verification.clauses import content, share

if TYPE_CHECKING:
    from core.embedding.base import Encoder
    from core.text.language import Language
    from core.verification.source import Source

Closeness = Callable[[str, Sequence[str]], float | None]
"""The largest cosine of a text and several others, 0 to 1; None if they cannot be compared now."""

_SENTENCES = 3
"""Sentences that are compared together, as a claim may gather what several of them say."""
_WORDS = 90
_COMPARED = 4
"""Windows that are compared, those with most of the claim's words."""


def closeness(encoder: Encoder) -> Closeness:
    """How close texts are by the vectors of an encoder; each text is encoded once."""

    @lru_cache(maxsize=512)
    def vector(text: str) -> object:
        return encoder.encode([text])[0]

    def compare(text: str, others: Sequence[str]) -> float | None:
        try:
            own = vector(text)
            cosines = [float(own @ vector(other)) for other in others]  # pyright: ignore
        except ModelError:
            return None
        return max(0.0, min(1.0, max(cosines, default=0.0)))

    return compare


def windows(claim: str, language: Language, source: Source) -> list[str]:
    """The sentences of a source, alone and with those after them, nearest to a claim by words."""
    stretches = dict.fromkeys((*_stretches(source.sentences), *source.sentences))
    words = content(claim, language)
    ranked = sorted(stretches, key=lambda text: -share(words, content(text, source.language)))
    return ranked[:_COMPARED]


def _stretches(sentences: Sequence[str]) -> list[str]:
    stretches: list[str] = []
    for start in range(len(sentences)):
        taken: list[str] = []
        length = 0
        for sentence in sentences[start : start + _SENTENCES]:
            length += len(sentence.split())
            if taken and length > _WORDS:
                break
            taken.append(sentence)
        stretches.append(" ".join(taken))
    return stretches
