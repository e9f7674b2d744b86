"""How well chunks answer to the words of a question, out of any number of documents."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.indexing.bm25 import K1, TermCounts
from core.retrieval.chunk_words import run_starts
from core.text.content_words import stem_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from core.retrieval.chunk_words import ChunkWords

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
    text = _Joined(documents, words)
    chunk_words, page_words = text.counts(singles)
    weights = chunk_words.idf()
    total = chunk_words.bm25(b=0.5)
    page = _PAGE * page_words.bm25(b=0.75)
    if pairs:
        chunk_pairs, page_pairs = text.counts(pairs)
        total += _PAIRS * chunk_pairs.bm25(b=0.5)
        page += _PAGE_PAIRS * page_pairs.bm25(b=0.75)
    total += page[text.chunk_page]
    most = (K1 + 1) * float(weights.sum()) or 1.0
    scores = total / most + _WHOLE * _whole(chunk_words, weights)
    scores += _WHOLE_PAGE * _whole(page_words, weights)[text.chunk_page]
    return Evidence(np.split(scores, text.chunks[1:-1]), weights)


def _whole(texts: TermCounts, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """(texts,) Near 1 for texts that hold all terms or nearly all, by weight; else near 0."""
    share = weights @ (texts.counts > 0) / (float(weights.sum()) or 1.0)
    return share**_STEEP


class _Joined:
    """The words of several documents behind each other, so that they are counted at once.

    Word, chunk and page numbers go on from one document to the next; page 0 of each stands for
    words whose place is not known. `chunks` (documents + 1,) are the first chunks of each, and how
    many there are; `chunk_page` (chunks,) is the page of each chunk. Of the meanings of terms,
    those are known that `asked`, the words of the question, say.
    """

    def __init__(self, documents: Sequence[ChunkWords], asked: Sequence[str]) -> None:
        words = _starts([len(each.stem) for each in documents])
        segments = _starts([len(each.owner) for each in documents])
        held = _starts([len(each.segments) for each in documents])
        pages = _starts([each.pages for each in documents])
        self.chunks = _starts([len(each.chunk_page) for each in documents])
        self.chunk_page = _shifted([each.chunk_page for each in documents], pages)
        self._stem = np.concatenate([each.stem for each in documents])
        self._page = _shifted([each.page for each in documents], pages)
        self._high = _shifted([each.high for each in documents], words)
        self._owner = _shifted([each.owner for each in documents], self.chunks)
        self._quoted = np.concatenate([each.quoted for each in documents])
        self._first = _shifted([each.first[:-1] for each in documents], held)
        self._after = _shifted([each.first[1:] for each in documents], held)
        self._segments = _shifted([each.segments for each in documents], segments)
        self._sizes = int(self.chunks[-1]), int(pages[-1])
        sizes = np.concatenate([each.high - each.low for each in documents])
        self._lengths = (
            np.bincount(self._owner, sizes, self._sizes[0]).astype(np.float64),
            np.bincount(self._page, minlength=self._sizes[1]).astype(np.float64),
        )
        self._last = words[1:][words[1:] > 0] - 1
        languages = list(dict.fromkeys(each.language for each in documents))
        codes = [languages.index(each.language) for each in documents]
        spoken = np.repeat(codes, np.diff(words))
        self._in_language = {each: spoken == code for code, each in enumerate(languages)}
        self._meant = [
            (each.language, meaning.stems, np.array(meaning.places) + start)
            for each, start in zip(documents, words, strict=False)
            for meaning in each.meant_by(asked)
        ]

    def counts(self, terms: Sequence[tuple[str, ...]]) -> tuple[TermCounts, TermCounts]:
        """Counts in chunks and on pages, of terms of one or two words.

        Single words are counted also in the headings above a chunk, pairs in its content alone.
        """
        in_chunks, on_pages = (np.zeros((len(terms), size)) for size in self._sizes)
        for row, term in enumerate(terms):
            places = self._occurrences(term)
            chunks = self._owner[self._holding(places, pairs=len(term) > 1)]
            in_chunks[row] = np.bincount(chunks, minlength=self._sizes[0])
            on_pages[row] = np.bincount(self._page[places], minlength=self._sizes[1])
        return TermCounts(in_chunks, self._lengths[0]), TermCounts(on_pages, self._lengths[1])

    def _holding(self, places: NDArray[np.int64], *, pairs: bool) -> NDArray[np.int32]:
        """The segments that hold the words at these places, or them with the next one, quoted."""
        sizes = self._after[places] - self._first[places]
        before = np.cumsum(sizes) - sizes
        at = np.arange(sizes.sum()) + np.repeat(self._first[places] - before, sizes)
        segments = self._segments[at]
        if not pairs:
            return segments
        inside = np.repeat(places + 1, sizes) < self._high[segments]
        return segments[inside & self._quoted[segments]]

    def _occurrences(self, term: tuple[str, ...]) -> NDArray[np.int64]:
        """Places of words at which a term begins; it does not go on in the next document.

        Also those of a word with a meaning that the question says, and the term is part of.
        """
        starts = np.zeros(len(self._stem), bool)
        for language, spoken in self._in_language.items():
            stems = stem_list(term, language)
            if len(stems) < len(term):
                continue
            starts |= self._begins(stems) & spoken
            for speaking, meaning, places in self._meant:
                if speaking is language and run_starts(meaning, stems):
                    starts[places] = True
        return np.flatnonzero(starts)

    def _begins(self, stems: Sequence[int]) -> NDArray[np.bool_]:
        """(words,) Whether these one or two stems stand behind each other from there."""
        starts = self._stem == stems[0]
        if len(stems) > 1:
            starts[:-1] &= self._stem[1:] == stems[1]
            starts[self._last] = False
        return starts


def _starts(sizes: Sequence[int]) -> NDArray[np.int64]:
    return np.cumsum([0, *sizes])


def _shifted(parts: Sequence[NDArray[np.int32]], starts: NDArray[np.int64]) -> NDArray[np.int32]:
    """The parts behind each other, each counted on from where it starts."""
    pairs = zip(parts, starts.astype(np.int32), strict=False)
    return np.concatenate([part + start for part, start in pairs])
