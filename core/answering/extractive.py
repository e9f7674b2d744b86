"""An answer without a language model: the best sentences, verbatim, each with its place."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.answering.base import Answer, AnswerOptions, Passage, Quote
from core.answering.citations import cite, section_path
from core.answering.terms import Terms
from core.answering.units import units
from core.indexing.bm25 import Language
from core.recipe import AS_USUAL
from core.retrieval.ranking import rank
from core.retrieval.words import Lexicon, stem_list, word_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.answering.units import Unit
    from core.chunking.base import Chunk, ChunkingResult
    from core.embedding.base import Encoder
    from core.indexing.base import Hit
    from core.recipe import RetrievalOptions
    from core.retrieval.base import ChunkLookup
    from core.retrieval.words import ChunkWords

_CHUNKS = 10
"""Chunks whose sentences are looked at."""
_EMBEDDED = 32
"""Sentences whose meaning is compared with the question's, those that share most words with it:
what 2 cores embed in a quarter of a second."""
_MEANING = 0.6
"""Weight of the cosine in the evidence, the rest being that of the words. Where 97 % of questions
asked of the wrong document are refused, 0.6 answers as many of `ohr` as 0.5 and more of
`nice_ng243`, whose questions are in other words than its text."""
_NEAR_BEST = 0.8
"""Share of the best quote's evidence that a further quote needs."""
_SAME = 0.8
"""Share of common stems above which two quotes say the same."""
_AROUND = 0.5
"""What a word of the question counts that stands in the chunk, but not in the sentence."""
_POINTER = re.compile(
    r"\b(see|refer to|go to|are in|is in|described in|siehe|vgl\.)\s(?:\S+\s){0,9}?"
    r"(section|chapter|table|figure|appendix|annex|box|page|review|rationale|abschnitt|kapitel"
    r"|tabelle|abbildung|anhang|seite)",
    re.IGNORECASE,
)
"""A sentence that says where something stands, in English or German."""
_POINTING = 0.6
"""What the evidence of such a sentence counts: it repeats the words of a question, but the answer
is elsewhere."""
_SENTENCES_OF = {Language.ENGLISH: "en", Language.GERMAN: "de", Language.OTHER: "en"}
"""Language of the sentence splitter."""


@dataclass(frozen=True)
class _Found:
    """A hit with what it names."""

    hit: Hit
    result: ChunkingResult
    chunk: Chunk


@dataclass(frozen=True)
class _Near:
    """A chunk that is looked at: the words of its document, its own stems and its headings'."""

    found: _Found
    words: ChunkWords
    stems: frozenset[int]


@dataclass(frozen=True)
class _Candidate:
    """A unit in its chunk; `order` is the place of the chunk among the hits, then its own.

    `said` are the stems of its text.
    """

    unit: Unit
    found: _Found
    said: frozenset[int]
    coverage: float
    order: tuple[int, int]


@dataclass(frozen=True)
class _Scored:
    candidate: _Candidate
    cosine: float

    @property
    def evidence(self) -> float:
        """Closeness in meaning and the share of the question's words, weighted."""
        near = _MEANING * self.cosine + (1 - _MEANING) * self.candidate.coverage
        return near * _POINTING if _POINTER.search(self.candidate.unit.text) else near


class ExtractiveAnswerer:
    """Quotes the sentences that are nearest to the question in meaning and in words."""

    name = "extractive"

    def __init__(self, encoder: Encoder, lexicon: Lexicon | None = None) -> None:
        """An answerer that compares meanings by the vectors of `encoder`.

        `lexicon` holds the words of documents that were read already.
        """
        self._encoder = encoder
        self._lexicon = lexicon or Lexicon()

    def answer(
        self,
        question: str,
        hits: Sequence[Hit],
        lookup: ChunkLookup,
        options: AnswerOptions | None = None,
        retrieval: RetrievalOptions = AS_USUAL,
    ) -> Answer:
        """See `Answerer.answer`."""
        options = options or AnswerOptions()
        ranked = rank(question, hits, lookup, self._lexicon, retrieval)
        ranked = ranked[: max(_CHUNKS, options.passages)]
        found = [_Found(hit, *lookup(hit)) for hit in ranked]
        near = [self._near(one) for one in found[:_CHUNKS]]
        terms = Terms.of(question, [one.words for one in near])
        scored = self._scored(question, _candidates(terms, near))
        missing = terms.missing([(one.stems, one.words.language) for one in near])
        best = scored[0].evidence if scored else 0.0
        abstained = best < options.threshold
        chosen = [] if abstained else _chosen(scored, options.max_citations)
        citations = tuple(
            cite(number, _quote(one), one.candidate.found.result.sir)
            for number, one in enumerate(chosen, start=1)
        )
        return Answer(
            question,
            citations,
            abstained,
            _reason(best, options.threshold, missing if found else None),
            best,
            options.threshold,
            tuple(_passage(one, scored) for one in found[: options.passages]),
            missing,
        )

    def _near(self, found: _Found) -> _Near:
        words = self._lexicon.of(found.result)
        path = section_path(found.result.sir, found.chunk.lineage)
        text = "\n".join((*path, found.chunk.content))
        return _Near(found, words, frozenset(stem_list(word_list(text), words.language)))

    def _scored(self, question: str, candidates: Sequence[_Candidate]) -> list[_Scored]:
        """The first candidates with their meaning compared, best first."""
        kept = candidates[:_EMBEDDED]
        if not kept:
            return []
        vectors = self._encoder.encode([question, *(one.unit.searched for one in kept)])
        cosines = (vectors[1:] @ vectors[0]).clip(0.0, 1.0)
        scored = [_Scored(*row) for row in zip(kept, map(float, cosines), strict=True)]
        return sorted(scored, key=lambda one: (-one.evidence, one.candidate.order))


def _candidates(terms: Terms, near: Sequence[_Near]) -> list[_Candidate]:
    """The units of the chunks, each once, those with most of the question's words first."""
    candidates: dict[tuple[str, object], _Candidate] = {}
    for place, one in enumerate(near):
        found, language = one.found, one.words.language
        asked = frozenset(stem_list(terms.words, language))
        for unit in units(found.result.sir, found.chunk, _SENTENCES_OF[language]):
            said = frozenset(stem_list(word_list(unit.text), language))
            if said <= asked:
                continue  # it only repeats the question
            searched = said | frozenset(stem_list(word_list(unit.header_text), language))
            inside = terms.coverage(searched, language)
            wide = terms.coverage(searched | one.stems, language)
            share = inside + _AROUND * (wide - inside)
            candidate = _Candidate(unit, found, said, share, (place, len(candidates)))
            candidates.setdefault((found.hit.document, unit.spans), candidate)
    return sorted(candidates.values(), key=lambda one: (-one.coverage, one.order))


def _chosen(scored: Sequence[_Scored], limit: int) -> list[_Scored]:
    """The best, and others that are nearly as good and say something else."""
    chosen: list[_Scored] = []
    for one in scored:
        if len(chosen) == limit or one.evidence < _NEAR_BEST * scored[0].evidence:
            break
        if not any(_says_the_same(one, other) for other in chosen):
            chosen.append(one)
    return chosen


def _says_the_same(one: _Scored, other: _Scored) -> bool:
    """Whether two quotes share text, or nearly all of their words."""
    if set(one.candidate.unit.spans) & set(other.candidate.unit.spans):
        return one.candidate.found.hit.document == other.candidate.found.hit.document
    left, right = one.candidate.said, other.candidate.said
    return len(left & right) >= _SAME * max(len(left | right), 1)


def _quote(one: _Scored) -> Quote:
    unit, hit = one.candidate.unit, one.candidate.found.hit
    scores = {
        "evidence": one.evidence,
        "cosine": one.cosine,
        "coverage": one.candidate.coverage,
    }
    return Quote(hit.document, hit.chunk_id, unit.spans, unit.text, scores, unit.header)


def _passage(found: _Found, scored: Sequence[_Scored]) -> Passage:
    hit = found.hit
    named = {"fused": hit.score, "cosine": hit.dense_score, "bm25": hit.bm25_score}
    scores = {name: score for name, score in named.items() if score is not None}
    evidence = [one.evidence for one in scored if one.candidate.found.hit == hit]
    if evidence:
        scores["evidence"] = max(evidence)
    return Passage(hit, found.chunk, section_path(found.result.sir, found.chunk.lineage), scores)


def _reason(best: float, threshold: float, missing: Sequence[str] | None) -> str:
    """What came of the threshold; `missing` is None if there was no passage at all."""
    if missing is None:
        return "No passage was found to answer from."
    reached = math.floor(best * 100) / 100  # rounded up, 0.498 would look like enough
    parts = [f"The best sentence reaches an evidence of {reached:.2f}; {threshold:.2f} is needed."]
    if best < threshold:
        parts.append("The nearest passages are shown instead of an answer.")
    if missing:
        parts.append(f"None of the passages holds: {', '.join(missing)}.")
    return " ".join(parts)
