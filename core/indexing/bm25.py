"""BM25: the formula over counted terms, and sparse vectors whose inner product is that score.

A word is reduced to its stem, so the language matters. Each document is stemmed in the language
it is written in, and a query in all of them at once: the stems of the wrong language are seldom
in any document, so they cost nothing. All stores use these vectors, weighted by IDF, and
therefore rank alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.text.content_words import stemmer
from core.text.language import Language
from core.text.raised_digits import plain_digits

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

K1 = 1.2
"""Saturation of term frequency; Qdrant's sparse vectors are made with the same one."""

SparseValues = tuple[list[int], list[float]]
"""Indices, ascending, and their values."""


def document_vector(text: str, language: Language) -> SparseValues:
    """Weights of the stems of a text: term frequency, saturated and scaled by length."""
    vector = stemmer(language).embed_document(plain_digits(text))
    return vector.indices, vector.values


def query_vector(text: str) -> SparseValues:
    """Weight 1 for the stems of each word in every language; empty without words."""
    typed = plain_digits(text)
    stems = {i for language in Language for i in stemmer(language).embed_query(typed).indices}
    return sorted(stems), [1.0] * len(stems)


def inverse_document_frequency(holding: ArrayLike, total: int) -> NDArray[np.float64]:
    """IDF of terms that `holding` of `total` texts hold; the highest for an unknown term.

    Source: Robertson and Zaragoza 2009, section 3.1, with 1 added under the logarithm so that no
    term counts against a text, as Qdrant has it (`modifier: idf`).
    """
    counts = np.asarray(holding, np.float64)
    return np.log(1 + (total - counts + 0.5) / (counts + 0.5))


@dataclass(frozen=True)
class TermCounts:
    """How often terms occur in texts (terms, texts), and how many words each text has (texts,)."""

    counts: NDArray[np.float64]
    lengths: NDArray[np.float64]

    def idf(self) -> NDArray[np.float64]:
        """(terms,) Inverse document frequency."""
        return inverse_document_frequency((self.counts > 0).sum(axis=1), self.counts.shape[1])

    def bm25(self, b: float) -> NDArray[np.float64]:
        """(texts,) `b` is how much a text's length counts, 0 to 1.

        Source: Robertson and Zaragoza 2009, "The probabilistic relevance framework".
        """
        mean = max(float(self.lengths.mean()), 1.0) if len(self.lengths) else 1.0
        damping = K1 * (1 - b + b * self.lengths / mean)
        return self.idf() @ (self.counts * (K1 + 1) / (self.counts + damping))
