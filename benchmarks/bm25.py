"""BM25 as anyone would write it: the baseline of retrieval."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from core.indexing.bm25 import TermCounts
from core.text.content_words import stems_of
from core.text.language import Language

if TYPE_CHECKING:
    from collections.abc import Sequence

_B = 0.75
_DIGITS = 9
"""Of a score: what differs less is equal, up to rounding."""


class Bm25:
    """Ranks texts by their words, stemmed and without stop words."""

    def __init__(self, texts: Sequence[str], language: Language = Language.ENGLISH) -> None:
        self._language = language
        self._counts = [Counter(stems_of(text, language)) for text in texts]
        self._lengths = np.array([count.total() for count in self._counts], np.float64)

    def ranked(self, question: str) -> list[int]:
        """All texts, best first; equal ones in their order."""
        stems = list(dict.fromkeys(stems_of(question, self._language)))
        shape = len(stems), len(self._counts)
        counts = np.array([[held[stem] for held in self._counts] for stem in stems], np.float64)
        scores = TermCounts(counts.reshape(shape), self._lengths).bm25(_B)
        return np.argsort(-scores.round(_DIGITS), kind="stable").tolist()
