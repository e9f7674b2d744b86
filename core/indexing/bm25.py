"""Sparse vectors whose inner product, weighted by IDF, is the BM25 score.

A word is reduced to its stem, so the language matters. Each document is stemmed in the language
it is written in, and a query in all of them at once: the stems of the wrong language are seldom
in any document, so they cost nothing. Both stores use these vectors and therefore rank alike.
"""

from __future__ import annotations

import re
from collections import Counter
from enum import StrEnum
from typing import TYPE_CHECKING

from qdrant_edge import Bm25, Bm25Config, DisabledStemmer, StopwordsSet

if TYPE_CHECKING:
    from collections.abc import Iterable

AVERAGE_LENGTH = 256.0
"""Length in words at which a chunk's word counts are taken as they are. It is fixed, as a mean
over the index would change with each document and make old vectors wrong."""

SparseValues = tuple[list[int], list[float]]
"""Indices, ascending, and their values."""


class Language(StrEnum):
    """How words are reduced; OTHER only lowers them and drops no stop words."""

    ENGLISH = "english"
    GERMAN = "german"
    OTHER = "other"


_MARKERS = {
    Language.ENGLISH: "the of and to is for with that are be this from by or which not have has",
    Language.GERMAN: "der die das und ist von mit den dem des für auf zu nicht sich ein eine auch",
}
_MARKER_SHARE = 0.05
"""English and German prose has 20 % and more of these words, other text next to none."""
_SAMPLE_WORDS = 5000


def guess_language(texts: Iterable[str]) -> Language:
    """The language whose commonest small words the first words of the texts are full of."""
    sample: list[str] = []
    for text in texts:
        sample += re.findall(r"[^\W\d_]+", text.lower())
        if len(sample) >= _SAMPLE_WORDS:
            break
    counts = Counter(sample)
    shares = {
        language: sum(counts[word] for word in words.split()) / max(len(sample), 1)
        for language, words in _MARKERS.items()
    }
    best = max(shares, key=lambda language: shares[language])
    return best if shares[best] >= _MARKER_SHARE else Language.OTHER


class Bm25Vectors:
    """Sparse vectors of documents and queries."""

    def __init__(self) -> None:
        self._models = {language: Bm25(_config(language)) for language in Language}

    def of_text(self, text: str, language: Language) -> SparseValues:
        """Weights of the stems of a text: term frequency, saturated and scaled by length."""
        vector = self._models[language].embed_document(text)
        return vector.indices, vector.values

    def of_query(self, text: str) -> SparseValues:
        """Weight 1 for the stems of each word in every language; empty without words."""
        stems = {i for model in self._models.values() for i in model.embed_query(text).indices}
        return sorted(stems), [1.0] * len(stems)


def _config(language: Language) -> Bm25Config:
    if language is Language.OTHER:
        return Bm25Config(
            avg_len=AVERAGE_LENGTH, stemmer=DisabledStemmer(), stopwords=StopwordsSet()
        )
    return Bm25Config(avg_len=AVERAGE_LENGTH, language=language.value)
