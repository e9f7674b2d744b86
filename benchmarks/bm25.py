"""BM25 as anyone would write it: the baseline of retrieval."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

from core.text.content import stems_of
from core.text.language import Language

if TYPE_CHECKING:
    from collections.abc import Sequence

K1, B = 1.2, 0.75


class Bm25:
    """Ranks texts by their words, stemmed and without stop words."""

    def __init__(self, texts: Sequence[str], language: Language = Language.ENGLISH) -> None:
        self._language = language
        self._counts = [Counter(self._stems(text)) for text in texts]
        self._lengths = [count.total() for count in self._counts]
        self._mean = sum(self._lengths) / max(len(texts), 1) or 1.0
        self._held = Counter(stem for count in self._counts for stem in count)

    def ranked(self, question: str) -> list[int]:
        """All texts, best first; equal ones in their order."""
        stems = set(self._stems(question))
        scores = [self._score(stems, index) for index in range(len(self._counts))]
        return sorted(range(len(scores)), key=lambda index: (-scores[index], index))

    def _stems(self, text: str) -> list[int]:
        return stems_of(text, self._language)

    def _score(self, stems: set[int], index: int) -> float:
        damping = K1 * (1 - B + B * self._lengths[index] / self._mean)
        counts = self._counts[index]
        return sum(
            self._idf(stem) * counts[stem] * (K1 + 1) / (counts[stem] + damping)
            for stem in stems & counts.keys()
        )

    def _idf(self, stem: int) -> float:
        held = self._held[stem]
        return math.log(1 + (len(self._counts) - held + 0.5) / (held + 0.5))
