"""The evidence of words counted document by document, as it was before documents were joined."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np

from core.indexing.bm25 import K1, TermCounts
from core.text.content_words import stem_list

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from core.retrieval.chunk_words import ChunkWords

    Count = Callable[[ChunkWords, Sequence[tuple[str, ...]]], TermCounts]


def lexical_scores(words: Sequence[str], documents: Sequence[ChunkWords]) -> NDArray[np.float64]:
    """(chunks,) See `core.retrieval.lexical`, whose weights stand here as numbers."""

    def joined(count: Count, terms: Sequence[tuple[str, ...]]) -> TermCounts:
        parts = [count(document, terms) for document in documents]
        counts = np.concatenate([part.counts for part in parts], axis=1)
        return TermCounts(counts, np.concatenate([part.lengths for part in parts]))

    singles = [(word,) for word in dict.fromkeys(words)]
    pairs = list(dict.fromkeys(itertools.pairwise(words)))
    chunk_words, page_words = joined(_in_chunks, singles), joined(_on_pages, singles)
    weights = chunk_words.idf()
    total, page = chunk_words.bm25(b=0.5), 0.6 * page_words.bm25(b=0.75)
    if pairs:
        total += 0.35 * joined(_in_chunks, pairs).bm25(b=0.5)
        page += 0.9 * joined(_on_pages, pairs).bm25(b=0.75)
    first = np.cumsum([0, *(document.pages for document in documents)])
    places = np.concatenate(
        [d.chunk_page + start for d, start in zip(documents, first, strict=False)]
    )
    total += page[places]
    scores = total / ((K1 + 1) * float(weights.sum()) or 1.0)
    scores += 0.2 * _whole(chunk_words, weights)
    return scores + 0.4 * _whole(page_words, weights)[places]


def _whole(texts: TermCounts, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    return (weights @ (texts.counts > 0) / (float(weights.sum()) or 1.0)) ** 5


def _occurrences(document: ChunkWords, term: tuple[str, ...]) -> NDArray[np.int64]:
    stems = stem_list(term, document.language)
    if len(stems) < len(term):
        return np.zeros(0, np.int64)
    places = range(len(document.stem) - len(term) + 1)
    return np.array([at for at in places if document.stem[at : at + len(term)].tolist() == stems])


def _in_chunks(document: ChunkWords, terms: Sequence[tuple[str, ...]]) -> TermCounts:
    size = len(document.ids)
    counts, lengths = np.zeros((len(terms), size)), np.zeros(size)
    found = [_occurrences(document, term) for term in terms]
    rows = zip(document.low, document.high, document.owner, document.quoted, strict=True)
    for low, high, owner, quoted in rows:
        lengths[owner] += high - low
        for row, term in enumerate(terms):
            if len(term) == 1 or quoted:
                ends = found[row] + len(term)
                counts[row, owner] += int(np.sum((found[row] >= low) & (ends <= high)))
    return TermCounts(counts, lengths)


def _on_pages(document: ChunkWords, terms: Sequence[tuple[str, ...]]) -> TermCounts:
    counts = [
        np.bincount(
            document.page[_occurrences(document, term).astype(int)], minlength=document.pages
        )
        for term in terms
    ]
    lengths = np.bincount(document.page, minlength=document.pages).astype(float)
    return TermCounts(np.array(counts, float).reshape(len(terms), document.pages), lengths)
