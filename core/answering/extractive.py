"""An answer without a language model: the best units, verbatim, each with its place."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from core.answering.base import NEAREST_INSTEAD, Answer, AnswerOptions, Passage
from core.answering.query.glossary import Glossary
from core.answering.query.question_type import Asked
from core.answering.query.understanding import understood
from core.answering.ranking.document_subjects import Subjects
from core.answering.ranking.features import Facts
from core.answering.ranking.unit_ranking import (
    Candidate,
    contributions,
    decisive,
    probability,
    ranked_units,
    signs_of_an_answer,
)
from core.configuration import AS_USUAL
from core.evidence.citations import Quote, cite, section_path
from core.evidence.quotable_units import Units, sentences_of
from core.lru_cache import Memory
from core.retrieval.cross_encoder import open_cross_encoder
from core.retrieval.lexical import lexical_evidence
from core.retrieval.lexicon import Lexicon
from core.retrieval.ranking import rank
from core.text.language import differ

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from core.answering.query.understanding import Understood
    from core.answering.ranking.unit_ranking import Ranked
    from core.chunking.base import Chunk, ChunkingResult
    from core.configuration import RetrievalOptions
    from core.indexing.base import ChunkMatch
    from core.retrieval.base import ChunkLookup, Hit
    from core.retrieval.cross_encoder import Reader

_CHUNKS = 15
"""Chunks whose units are looked at: so many by words, and so many by their cosine."""
_REMEMBERED = 64
"""Documents whose units are held."""
_FAR = 3.0
"""What the score of a further quote may fall short of the best: its odds are a twentieth then."""
_SAME = 0.8
"""Share of common stems above which two quotes say the same."""


@dataclass(frozen=True)
class FoundChunk:
    """A hit with what it names."""

    hit: Hit
    result: ChunkingResult
    chunk: Chunk


@dataclass(frozen=True)
class LookedAt:
    """A question with its words and their weights, the chunks and units, and the units in order.

    `reader` is what read them closely, if anything did.
    """

    asked: Asked
    terms: Mapping[str, float]
    found: Sequence[FoundChunk]
    candidates: Mapping[Candidate, FoundChunk]
    ranked: Sequence[Ranked]
    reader: Reader | None


class _Reading:
    """What is known of a document's units, made where it is first needed."""

    def __init__(self, result: ChunkingResult, lexicon: Lexicon) -> None:
        self.units = Units(result.sir)
        self.glossary = Glossary(result.sir)
        self._language = lexicon.of(result).language
        self.facts = cache(lambda unit: Facts(unit, self._language))


class ExtractiveAnswerer:
    """Quotes the units that answer best, in an order that was learned."""

    name = "extractive"

    def __init__(
        self,
        lexicon: Lexicon | None = None,
        title_of: Callable[[str], str] = lambda _: "",
        open_reader: Callable[[], Reader] | None = None,
    ) -> None:
        """`lexicon` holds the words of documents that were read already.

        `title_of` gives what a document is called, by its id. `open_reader` gives what reads texts
        closely, by default the cross-encoder.
        """
        self._open_reader = open_reader or open_cross_encoder
        self._lexicon = lexicon or Lexicon()
        self._subjects = Subjects(self._lexicon, title_of)
        self._readings: Memory[_Reading] = Memory(_REMEMBERED)

    def understood(
        self, question: str, before: Sequence[str], results: Sequence[ChunkingResult]
    ) -> Understood:
        """The question as it is searched in documents, after earlier ones."""
        glossaries = [self._reading(result).glossary for result in results]

        def vocabulary() -> Counter[str]:
            return sum((one.vocabulary for one in glossaries), Counter())

        def meaning(short: str) -> str:
            return next(
                (one.abbreviations[short] for one in glossaries if short in one.abbreviations), ""
            )

        return understood(question, before, vocabulary, meaning)

    def answer(
        self,
        question: str,
        hits: Sequence[ChunkMatch],
        lookup: ChunkLookup,
        options: AnswerOptions | None = None,
        retrieval: RetrievalOptions = AS_USUAL,
    ) -> Answer:
        """See `Answerer.answer`."""
        options = options or AnswerOptions()
        looked = self.looked_at(question, hits, lookup, retrieval)
        found, ranked, candidates = looked.found, looked.ranked, looked.candidates
        asked, terms = looked.asked, looked.terms
        best = probability(signs_of_an_answer(asked, ranked)) if ranked else 0.0
        abstained = best < options.threshold
        chosen = [] if abstained else _chosen(ranked, candidates, options.max_citations)
        citations = tuple(
            cite(number, self._quote(looked, one, best), candidates[one.candidate].result.sir)
            for number, one in enumerate(chosen, start=1)
        )
        missing = _missing(terms, ranked)
        passages = _passages(looked)[: options.passages]
        return Answer(
            question,
            citations,
            abstained,
            _reason(best, options.threshold, missing if found else None),
            best,
            options.threshold,
            tuple(passages),
            missing,
        )

    def _quote(self, looked: LookedAt, one: Ranked, best: float) -> Quote:
        """A unit, or the sentence of it that answers by itself."""
        facts, found = one.candidate.facts, looked.candidates[one.candidate]
        unit = facts.unit
        if looked.reader and not differ(looked.asked.language, facts.language):
            sentences = sentences_of(found.result.sir, unit)
            unit = decisive(looked.asked, unit, sentences, looked.reader)
        scores = {"evidence": best * math.exp(one.score - looked.ranked[0].score), **_shown(one)}
        hit = found.hit
        gains = contributions(one.features)
        return Quote(hit.document, hit.chunk_id, unit.spans, unit.text, scores, unit.header, gains)

    def looked_at(
        self,
        question: str,
        hits: Sequence[ChunkMatch],
        lookup: ChunkLookup,
        retrieval: RetrievalOptions = AS_USUAL,
    ) -> LookedAt:
        """What is seen of hits before it is decided whether and how they answer."""
        asked = Asked(question)
        ordered = rank(question, hits, lookup, self._lexicon, retrieval)
        found = [FoundChunk(hit, *lookup(hit)) for hit in ordered]
        terms = self._terms(asked, found)
        subjects = self._subjects.asked(question, [one.result for one in found])
        candidates = self._candidates(asked, _first(found), subjects)
        reader = self._open_reader() if retrieval.reading else None
        ranked = ranked_units(asked, terms, list(candidates), reader)
        return LookedAt(asked, terms, found, candidates, ranked, reader)

    def _reading(self, result: ChunkingResult) -> _Reading:
        key = (result.document, id(result.sir))
        return self._readings.get(key, lambda: _Reading(result, self._lexicon))

    def _terms(self, asked: Asked, found: Sequence[FoundChunk]) -> dict[str, float]:
        """The content words of the question, rare ones counting more."""
        results = {one.result.document: one.result for one in found}
        words = tuple(dict.fromkeys(asked.words))
        documents = [self._lexicon.of(result) for result in results.values()]
        if not documents:
            return dict.fromkeys(words, 1.0)
        weights = lexical_evidence(words, documents).weights.tolist()
        return dict(zip(words, weights, strict=True))

    def _candidates(
        self, asked: Asked, found: Sequence[FoundChunk], subjects: Mapping[str, float]
    ) -> dict[Candidate, FoundChunk]:
        """The units of chunks that say more than the question, each once, with its first chunk.

        `subjects` says how well the question names what each document is about.
        """
        best: dict[tuple[str, object], tuple[Candidate, FoundChunk]] = {}
        for one in found:
            reading = self._reading(one.result)
            for unit in reading.units.of(one.chunk):
                facts = reading.facts(unit)
                if facts.only_repeats(asked.words):
                    continue
                cosine, words = max(one.hit.dense_score or 0.0, 0.0), one.hit.words or 0.0
                subject = subjects[one.result.document]
                key = one.hit.document, unit.spans
                if key in best:
                    known, first = best[key]
                    cosine, words = max(cosine, known.cosine), max(words, known.words)
                    best[key] = Candidate(facts, cosine, words, subject), first
                else:
                    best[key] = Candidate(facts, cosine, words, subject), one
        return dict(best.values())


def _first(found: Sequence[FoundChunk]) -> list[FoundChunk]:
    """The first chunks by words and by cosine, in the order in which they are ranked."""
    by_words = sorted(found, key=lambda one: -(one.hit.words or 0.0))[:_CHUNKS]
    by_cosine = sorted(found, key=lambda one: -(one.hit.dense_score or -1.0))[:_CHUNKS]
    first = {one.hit.chunk_id for one in (*by_words, *by_cosine)}
    return [one for one in found if one.hit.chunk_id in first]


def _missing(terms: Mapping[str, float], ranked: Sequence[Ranked]) -> tuple[str, ...]:
    """The words of the question with which no unit is read."""
    facts = [one.candidate.facts for one in ranked]
    return tuple(word for word in terms if not any(one.holds(word) for one in facts))


def _chosen(
    ranked: Sequence[Ranked], candidates: Mapping[Candidate, FoundChunk], limit: int
) -> list[Ranked]:
    """The best, and others that are nearly as good and say something else."""
    chosen: list[Ranked] = []
    for one in ranked:
        if len(chosen) == limit or one.score < ranked[0].score - _FAR:
            break
        if not any(_says_the_same(one, other, candidates) for other in chosen):
            chosen.append(one)
    return chosen


def _says_the_same(one: Ranked, other: Ranked, candidates: Mapping[Candidate, FoundChunk]) -> bool:
    """Whether two quotes share text, or nearly all of their words."""
    ours, theirs = one.candidate.facts, other.candidate.facts
    documents = {candidates[side.candidate].hit.document for side in (one, other)}
    if len(documents) == 1 and set(ours.unit.spans) & set(theirs.unit.spans):
        return True
    return len(ours.own & theirs.own) >= _SAME * max(len(ours.own | theirs.own), 1)


def _shown(one: Ranked) -> dict[str, float]:
    """What a reader may want to know of how a unit was found."""
    names = {"score": one.score, "cosine": one.candidate.cosine}
    return names | {"coverage": one.features["coverage"], "reading": 10 * one.features["reading"]}


def _passages(looked: LookedAt) -> list[Passage]:
    """The chunks, those with the best units first, the others as they were ranked."""
    best: dict[str, Ranked] = {}
    for one in looked.ranked:
        for chunk in _holding(one, looked):
            best.setdefault(chunk.hit.chunk_id, one)
    first = [one for one in looked.found if one.hit.chunk_id in best]
    rest = [one for one in looked.found if one.hit.chunk_id not in best]
    first.sort(key=lambda one: -best[one.hit.chunk_id].score)
    return [_passage(one, best.get(one.hit.chunk_id)) for one in (*first, *rest)]


def _holding(one: Ranked, looked: LookedAt) -> list[FoundChunk]:
    """The chunks in which a unit begins."""
    span = one.candidate.facts.unit.spans[0]
    document = looked.candidates[one.candidate].hit.document
    return [
        chunk
        for chunk in looked.found
        if chunk.hit.document == document
        and any(
            segment.node == span.node and segment.start <= span.start < segment.end
            for segment in chunk.chunk.segments
        )
    ]


def _passage(found: FoundChunk, best: Ranked | None) -> Passage:
    hit = found.hit
    named = {"retrieval": hit.score, "cosine": hit.dense_score, "bm25": hit.bm25_score}
    scores = {name: value for name, value in named.items() if value is not None}
    if best:
        scores |= {"score": best.score}
    return Passage(hit, found.chunk, section_path(found.result.sir, found.chunk.lineage), scores)


def _reason(best: float, threshold: float, missing: Sequence[str] | None) -> str:
    """What came of the threshold; `missing` is None if there was no passage at all."""
    if missing is None:
        return "No passage was found to answer from."
    reached = math.floor(best * 100)  # rounded up, 0.498 would look like enough
    parts = [
        f"The first passage answers the question with a probability of about {reached} %; "
        f"{round(threshold * 100)} % is needed."
    ]
    if best < threshold:
        parts.append(NEAREST_INSTEAD)
    if missing:
        parts.append(f"None of the passages holds: {', '.join(missing)}.")
    return " ".join(parts)
