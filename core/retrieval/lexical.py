"""How well chunks answer to the words of a question, out of any number of documents."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.indexing.bm25 import K1, TermCounts
from core.text.content_words import stem_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from core.retrieval.lexicon import ChunkWords

_PAIRS, _PAGE, _PAGE_PAIRS = 0.35, 0.6, 0.9
"""Weights of word pairs in the chunk, of words on its page and of pairs on its page, beside the
weight 1 of words in the chunk. Chosen on half of the questions of `benchmarks/evidence.py`, for
two strategies together; the other half gains as much."""
_WHOLE, _WHOLE_PAGE = 0.2, 0.4
"""What a chunk gains that holds all words of the question, and one whose page holds them all."""
_STEEP = 5
"""Power of the share of words that is held: 90 % of them earn 0.6 of that gain, half of them
next to nothing. Powers of 1 and 2 hurt questions in other words than the text (nice_ng243)."""


@dataclass(frozen=True)
class Evidence:
    """`scores` of all chunks of each document, 0 to about 2, and `weights` (idf) of the words."""

    scores: list[NDArray[np.float64]]
    weights: NDArray[np.float64]


def lexical_evidence(words: Sequence[str], documents: Sequence[ChunkWords]) -> Evidence:
    """BM25 of words and of pairs of neighbouring words, in each chunk and on its page.

    Pairs tell "net sales" from "net" and "sales"; the page brings what a chunk was cut off
    from, such as the title of a table above its rows. The sum is divided by what a chunk would
    reach at most by single words, so that it can be added to a cosine. Where all words stand
    together it is more than their sum, which many repetitions of a few would reach as well.

    Source: Metzler and Croft 2005, "A Markov random field model for term dependencies"
    (sequential dependence); Callan 1994, "Passage-level evidence in document retrieval" (a
    passage together with what it stands in).
    """
    singles = [(word,) for word in dict.fromkeys(words)]
    pairs = list(dict.fromkeys(itertools.pairwise(words)))
    chunk_words = _joined([_in_chunks(d, singles) for d in documents])
    page_words = _joined([_on_pages(d, singles) for d in documents])
    weights = chunk_words.idf()
    total = chunk_words.bm25(b=0.5)
    page = _PAGE * page_words.bm25(b=0.75)
    if pairs:
        total += _PAIRS * _joined([_in_chunks(d, pairs) for d in documents]).bm25(b=0.5)
        page += _PAGE_PAIRS * _joined([_on_pages(d, pairs) for d in documents]).bm25(b=0.75)
    page_of_chunk = _page_of_chunk(documents)
    total += page[page_of_chunk]
    most = (K1 + 1) * float(weights.sum()) or 1.0
    scores = total / most + _WHOLE * _whole(chunk_words, weights)
    scores += _WHOLE_PAGE * _whole(page_words, weights)[page_of_chunk]
    ends = np.cumsum([len(d.chunk_page) for d in documents])
    return Evidence(np.split(scores, ends[:-1]), weights)


def _whole(texts: TermCounts, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """(texts,) Near 1 for texts that hold all terms or nearly all, by weight; else near 0."""
    share = weights @ (texts.counts > 0) / (float(weights.sum()) or 1.0)
    return share**_STEEP


def _joined(parts: Sequence[TermCounts]) -> TermCounts:
    counts = np.concatenate([part.counts for part in parts], axis=1)
    return TermCounts(counts, np.concatenate([part.lengths for part in parts]))


def _occurrences(document: ChunkWords, term: tuple[str, ...]) -> NDArray[np.int64]:
    """Places in the document's words at which a term of one or two words begins."""
    stems = stem_list(term, document.language)
    if len(stems) < len(term):
        return np.zeros(0, np.int64)
    starts = document.stem == stems[0]
    for offset, stem in enumerate(stems[1:], start=1):
        starts[:-offset] &= document.stem[offset:] == stem
        starts[-offset:] = False
    return np.flatnonzero(starts)


def _in_chunks(document: ChunkWords, terms: Sequence[tuple[str, ...]]) -> TermCounts:
    """Counts in chunks; single words also in the headings above them, pairs in the content."""
    size = len(document.chunk_page)
    counts = np.zeros((len(terms), size))
    for row, term in enumerate(terms):
        places = _occurrences(document, term)
        last = np.maximum(document.high - (len(term) - 1), document.low)
        within = np.searchsorted(places, last) - np.searchsorted(places, document.low)
        if len(term) > 1:
            within = within * document.quoted
        counts[row] = np.bincount(document.owner, within, size)
    lengths = np.bincount(document.owner, document.high - document.low, size)
    return TermCounts(counts, lengths.astype(np.float64))


def _on_pages(document: ChunkWords, terms: Sequence[tuple[str, ...]]) -> TermCounts:
    """Counts on pages, page 0 standing for words whose place is not known."""
    size = _page_count(document)
    counts = np.zeros((len(terms), size))
    for row, term in enumerate(terms):
        counts[row] = np.bincount(document.page[_occurrences(document, term)], minlength=size)
    return TermCounts(counts, np.bincount(document.page, minlength=size).astype(np.float64))


def _page_count(document: ChunkWords) -> int:
    pages = np.r_[document.page, document.chunk_page]
    return 1 + int(pages.max(initial=0))


def _page_of_chunk(documents: Sequence[ChunkWords]) -> NDArray[np.int64]:
    """For each chunk, the place of its page among the pages of all documents."""
    first = np.cumsum([0, *(_page_count(document) for document in documents)])
    return np.concatenate(
        [d.chunk_page + start for d, start in zip(documents, first, strict=False)]
    )
