"""Sparse vectors whose inner product, weighted by IDF, is the BM25 score.

A word is reduced to its stem, so the language matters. Each document is stemmed in the language
it is written in, and a query in all of them at once: the stems of the wrong language are seldom
in any document, so they cost nothing. Both stores use these vectors and therefore rank alike.
"""

from __future__ import annotations

from core.text.content import stemmer
from core.text.language import Language

SparseValues = tuple[list[int], list[float]]
"""Indices, ascending, and their values."""


class Bm25Vectors:
    """Sparse vectors of documents and queries."""

    def of_text(self, text: str, language: Language) -> SparseValues:
        """Weights of the stems of a text: term frequency, saturated and scaled by length."""
        vector = stemmer(language).embed_document(text)
        return vector.indices, vector.values

    def of_query(self, text: str) -> SparseValues:
        """Weight 1 for the stems of each word in every language; empty without words."""
        stems = {i for language in Language for i in stemmer(language).embed_query(text).indices}
        return sorted(stems), [1.0] * len(stems)
