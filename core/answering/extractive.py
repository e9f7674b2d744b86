"""An answer without a language model: the best sentences, verbatim, each with its place."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.answering.base import Answer, AnswerOptions, Passage, Quote
from core.answering.citations import cite, section_path
from core.answering.units import units
from core.answering.vocabulary import Vocabulary, coverage, stems

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from core.answering.base import ChunkLookup
    from core.answering.units import Unit
    from core.answering.vocabulary import Term
    from core.chunking.base import Chunk, ChunkingResult
    from core.embedding.base import Encoder
    from core.indexing.base import Hit

_CHUNKS = 10
"""Chunks whose sentences are looked at."""
_EMBEDDED = 32
"""Sentences whose meaning is compared with the question's, those that share most words with it:
what 2 cores embed in a quarter of a second."""
_NEAR_BEST = 0.8
"""Share of the best quote's evidence that a further quote needs."""
_SAME = 0.8
"""Share of common stems above which two quotes say the same."""
_AROUND = 0.5
"""What a word of the question counts that stands in the chunk, but not in the sentence."""
_REMEMBERED = 16
"""Documents whose word counts are kept."""


@dataclass(frozen=True)
class _Candidate:
    """A unit in its chunk; `order` is the place of the chunk among the hits, then its own.

    `said` are the stems of its text.
    """

    unit: Unit
    hit: Hit
    result: ChunkingResult
    said: frozenset[int]
    coverage: float
    order: tuple[int, int]


@dataclass(frozen=True)
class _Scored:
    candidate: _Candidate
    vector: NDArray[np.float32]
    cosine: float

    @property
    def evidence(self) -> float:
        """Mean of closeness in meaning and of the share of the question's words."""
        return (self.cosine + self.candidate.coverage) / 2


class ExtractiveAnswerer:
    """Quotes the sentences that are nearest to the question in meaning and in words."""

    name = "extractive"

    def __init__(self, encoder: Encoder) -> None:
        """An answerer that compares meanings by the vectors of `encoder`."""
        self._encoder = encoder
        self._known: OrderedDict[str, tuple[ChunkingResult, Vocabulary]] = OrderedDict()

    def answer(
        self,
        question: str,
        hits: Sequence[Hit],
        lookup: ChunkLookup,
        options: AnswerOptions | None = None,
    ) -> Answer:
        """See `Answerer.answer`."""
        options = options or AnswerOptions()
        found = [(hit, *lookup(hit)) for hit in hits]
        scored = self._scored(question, self._candidates(question, found[:_CHUNKS]))
        best = scored[0].evidence if scored else 0.0
        abstained = best < options.threshold
        chosen = [] if abstained else _in_reading_order(_chosen(scored, options.max_citations))
        citations = tuple(
            cite(number, _quote(one), one.candidate.result.sir)
            for number, one in enumerate(chosen, start=1)
        )
        return Answer(
            question,
            citations,
            abstained,
            _reason(best, options.threshold, bool(found)),
            best,
            options.threshold,
            tuple(_passage(*one, scored) for one in found),
        )

    def _candidates(
        self, question: str, found: Sequence[tuple[Hit, ChunkingResult, Chunk]]
    ) -> list[_Candidate]:
        """The units of the chunks, each once, those with most of the question's words first."""
        candidates: dict[tuple[str, object], _Candidate] = {}
        for rank, (hit, result, chunk) in enumerate(found):
            vocabulary = self._vocabulary(result)
            terms = vocabulary.terms(question)
            language = "de" if vocabulary.language == "german" else "en"
            around = stems(_with_headings(result, chunk), vocabulary.language)
            for place, unit in enumerate(units(result.sir, chunk, language)):
                share = _coverage(terms, stems(unit.searched, vocabulary.language), around)
                said = stems(unit.text, vocabulary.language)
                one = _Candidate(unit, hit, result, said, share, (rank, place))
                candidates.setdefault((hit.document, unit.spans), one)
        return sorted(candidates.values(), key=lambda one: (-one.coverage, one.order))

    def _scored(self, question: str, candidates: Sequence[_Candidate]) -> list[_Scored]:
        """The first candidates with their meaning compared, best first."""
        kept = candidates[:_EMBEDDED]
        if not kept:
            return []
        vectors = self._encoder.encode([question, *(one.unit.searched for one in kept)])
        cosines = (vectors[1:] @ vectors[0]).clip(0.0, 1.0)
        scored = [_Scored(*row) for row in zip(kept, vectors[1:], map(float, cosines), strict=True)]
        return sorted(scored, key=lambda one: (-one.evidence, one.candidate.order))

    def _vocabulary(self, result: ChunkingResult) -> Vocabulary:
        """The words of a chunking, counted when it is first met."""
        known = self._known.get(result.document)
        if known is None or known[0] is not result:
            known = (result, Vocabulary([chunk.content for chunk in result.chunks]))
            self._known[result.document] = known
        self._known.move_to_end(result.document)
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return known[1]


def _coverage(terms: Sequence[Term], held: frozenset[int], around: frozenset[int]) -> float:
    inside = coverage(terms, held)
    return inside + _AROUND * (coverage(terms, held | around) - inside)


def _with_headings(result: ChunkingResult, chunk: Chunk) -> str:
    return "\n".join((*section_path(result.sir, chunk.lineage), chunk.content))


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
    left, right = one.candidate.said, other.candidate.said
    return len(left & right) >= _SAME * max(len(left | right), 1)


def _in_reading_order(chosen: Sequence[_Scored]) -> list[_Scored]:
    """Best first, but what stands in the same chunk follows each other as it does there."""
    first = {}
    for place, one in enumerate(chosen):
        first.setdefault(one.candidate.hit.chunk_id, place)
    return sorted(chosen, key=lambda one: (first[one.candidate.hit.chunk_id], one.candidate.order))


def _quote(one: _Scored) -> Quote:
    found = one.candidate
    scores = {"evidence": one.evidence, "cosine": one.cosine, "coverage": found.coverage}
    unit = found.unit
    return Quote(found.hit.document, found.hit.chunk_id, unit.spans, unit.text, scores, unit.header)


def _passage(hit: Hit, result: ChunkingResult, chunk: Chunk, scored: Sequence[_Scored]) -> Passage:
    scores: dict[str, float] = {"fused": hit.score}
    if hit.dense_score is not None:
        scores["cosine"] = hit.dense_score
    if hit.bm25_score is not None:
        scores["bm25"] = hit.bm25_score
    evidence = [one.evidence for one in scored if one.candidate.hit.chunk_id == hit.chunk_id]
    if evidence:
        scores["evidence"] = max(evidence)
    return Passage(hit, chunk, section_path(result.sir, chunk.lineage), scores)


def _reason(best: float, threshold: float, found: bool) -> str:
    if not found:
        return "No passage was found to answer from."
    if best < threshold:
        return (
            f"The best sentence found reaches an evidence of {best:.2f}; {threshold:.2f} is needed."
            " The nearest passages are shown instead of an answer."
        )
    return f"The best sentence reaches an evidence of {best:.2f}; {threshold:.2f} was needed."
