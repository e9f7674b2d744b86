"""An answer without a language model: the best units, verbatim, each with its place."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING

from core.answering.base import Answer, Passage
from core.answering.document_lookup import DocumentLookup
from core.answering.doubt import doubt
from core.answering.query.document_words import read_document_words
from core.answering.query.question_type import Query
from core.answering.query.spelling import unknown_words
from core.answering.ranking.candidates import FoundChunk, candidates
from core.answering.ranking.choice import choose, document_of
from core.answering.ranking.document_subjects import Subjects
from core.answering.ranking.features import READING
from core.answering.ranking.unit_facts import Facts
from core.answering.ranking.unit_ranking import (
    contributions,
    decisive,
    lowered,
    probability,
    ranked_units,
    signs_of_an_answer,
    with_turns,
)
from core.answering.reason import lacking_in_words, reason
from core.configuration import AnswerOptions
from core.configuration.options import DEFAULT_RETRIEVAL
from core.evidence.citations import Quote, cite, section_path
from core.evidence.quotable_units import Units, quoted, sentences_of
from core.lru_cache import LruCache
from core.retrieval.cross_encoder import open_cross_encoder
from core.retrieval.lexical import lexical_evidence
from core.retrieval.ranking import rank_by_words
from core.text.content_words import stem_list, stems_of
from core.text.language import Language, differ

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from core.answering.ranking.unit_ranking import Ranked
    from core.chunking.base import ChunkingResult
    from core.configuration import RetrievalOptions
    from core.indexing.base import ChunkMatch
    from core.retrieval.base import ChunkLookup
    from core.retrieval.chunk_words import ChunkWords
    from core.retrieval.cross_encoder import Reader
    from core.retrieval.lexicon import Lexicon

_REMEMBERED = 64
"""Documents whose units are held."""


@dataclass(frozen=True)
class UnitRanking:
    """A question with its words and their weights, the chunks in order, and the units in order.

    `reader` is what read them closely, if anything did; `known` are the words of the documents.
    """

    query: Query
    terms: Mapping[str, float]
    chunks: Sequence[FoundChunk]
    ranked: Sequence[Ranked]
    reader: Reader | None
    known: DocumentLookup

    @cached_property
    def probability(self) -> float:
        """How likely the first unit answers the question, 0 to 1."""
        return probability(signs_of_an_answer(self.query, self.ranked)) if self.ranked else 0.0

    @property
    def missing(self) -> tuple[str, ...]:
        """The words of the question that no unit is read with and that name none of the documents.

        Words that only ask or say nothing on a topic are left out, and what is left of a word such
        as e-mail.
        """
        return tuple(
            word
            for word in self.terms
            if word in self.query.topical
            and not re.fullmatch("[a-z]", word)
            and not any(one.candidate.holds(word) for one in self.ranked)
        )

    @property
    def unknown(self) -> tuple[str, ...]:
        """Those of them that no dictionary holds either, where an answer would hold them.

        None where the first unit is in a language of which there is no dictionary.
        """
        if not self.ranked:
            return ()
        language = self.ranked[0].facts.language
        if language is Language.OTHER or differ(self.query.language, language):
            return ()
        names = dict.fromkeys(found.hit.document for found in self.chunks)
        documents = map(self.known.document_words, names)
        return unknown_words(self.missing, documents, self.query.language)

    @property
    def described(self) -> tuple[str, ...]:
        """Those of them that stand in what a language model says of figures of the chunks."""
        return tuple(
            word
            for word in self.missing
            if any(self._describes(found, word) for found in self.chunks)
        )

    def _describes(self, found: FoundChunk, word: str) -> bool:
        words = self.known.chunk_words(found.hit.document)
        stems = stem_list([word], words.language)
        # Spares reading the documents of chunks that do not hold the word at all.
        return words.holds(found.hit.chunk_id, stems) and any(
            set(stems_of(description.text, words.language)).issuperset(stems)
            for description in found.chunk.descriptions
        )


class _Document:
    """What is known of a document, made where it is first needed."""

    def __init__(self, result: ChunkingResult) -> None:
        self.units = Units(result.sir)
        self.words = cache(partial(read_document_words, result.sir))
        self.facts = cache(lambda unit: Facts(unit, result.sir.language))


class ExtractiveAnswerer:
    """Quotes the units that answer best, in an order that was learned."""

    def __init__(
        self,
        lexicon: Lexicon,
        title_of: Callable[[str], str],
        open_reader: Callable[[], Reader] | None = None,
    ) -> None:
        """`lexicon` holds the words of documents that were read already.

        `title_of` gives what a document is called, by its id. `open_reader` gives what reads texts
        closely, by default the cross-encoder.
        """
        self._open_reader = open_reader or open_cross_encoder
        self._lexicon = lexicon
        self._title_of = title_of
        self._documents: LruCache[_Document] = LruCache(_REMEMBERED)

    def known(self, hits: Sequence[ChunkMatch], lookup: ChunkLookup) -> DocumentLookup:
        """The words of the documents of hits, each read from its text when it is first needed."""
        first = {hit.document: hit for hit in hits}

        def result(document: str) -> ChunkingResult:
            return lookup(first[document])[0]

        return DocumentLookup(
            lambda document: self._lexicon.of(result(document)),
            lambda document: self._document(result(document)).words(),
        )

    def answer(
        self,
        question: str,
        hits: Sequence[ChunkMatch],
        lookup: ChunkLookup,
        options: AnswerOptions | None = None,
        retrieval: RetrievalOptions = DEFAULT_RETRIEVAL,
        known: DocumentLookup | None = None,
    ) -> Answer:
        """An answer from what an index found, every quote of which is verbatim.

        `hits` are put in order here (see `core.retrieval.ranking`) by the weights of `retrieval`,
        so give many. Its `top_k` and `gap` are of no matter: what abstains must have looked far.
        `known` gives words of their documents that were kept; else they are read.
        """
        options = options or AnswerOptions()
        ranking = self.rank_units(question, hits, lookup, retrieval, known)
        chosen, lacking = _chosen(ranking, options.max_citations)
        best = lowered(ranking.probability, doubt(ranking, chosen, lacking))
        best = 0.0 if ranking.query.asks_nothing else best
        abstained = best < options.threshold
        citations = tuple(
            cite(number, _quote(ranking, unit, best), unit.candidate.found.result.sir)
            for number, unit in enumerate([] if abstained else chosen, start=1)
        )
        return Answer(
            question,
            citations,
            abstained,
            reason(ranking, best, options.threshold, lacking),
            best,
            options.threshold,
            tuple(_passages(ranking, options.passages)),
            ranking.missing,
        )

    def rank_units(
        self,
        question: str,
        hits: Sequence[ChunkMatch],
        lookup: ChunkLookup,
        retrieval: RetrievalOptions = DEFAULT_RETRIEVAL,
        known: DocumentLookup | None = None,
    ) -> UnitRanking:
        """What is seen of hits before it is decided whether and how they answer.

        Only the text of the first chunks is read; see `candidates`.
        """
        query, known = Query(question), known or self.known(hits, lookup)
        ordered = rank_by_words(question, hits, known.chunk_words, retrieval)
        chunks = [FoundChunk(hit, lookup) for hit in ordered]
        documents = list(dict.fromkeys(hit.document for hit in ordered))
        terms = _terms(query, [known.chunk_words(document) for document in documents])
        subjects = Subjects(self._title_of, known).asked(question, documents)
        units = candidates(query, chunks, subjects, self._facts)
        reader = self._open_reader() if retrieval.reading else None
        ranked = ranked_units(query, terms, units, reader)
        return UnitRanking(query, terms, chunks, ranked, reader, known)

    def _document(self, result: ChunkingResult) -> _Document:
        return self._documents.get((result.document, id(result.sir)), lambda: _Document(result))

    def _facts(self, chunk: FoundChunk) -> Iterator[Facts]:
        """What is known of the units of a chunk."""
        document = self._document(chunk.result)
        return map(document.facts, document.units.of(chunk.chunk))


def _chosen(ranking: UnitRanking, limit: int) -> tuple[list[Ranked], str]:
    """The units that are quoted, and the quantities asked for that none of them states, in words.

    Of a sure answer little is quoted, unless only what is further off states the quantity.
    """
    near = choose(ranking.ranked, limit, ranking.probability)
    lacking = lacking_in_words(ranking.query, near)
    if lacking:
        wide = choose(ranking.ranked, limit)
        if not lacking_in_words(ranking.query, wide):
            return wide, ""
    return near, lacking


def _terms(query: Query, documents: Sequence[ChunkWords]) -> dict[str, float]:
    """The content words of the question, rare ones counting more."""
    words = tuple(dict.fromkeys(query.words))
    if not documents:
        return dict.fromkeys(words, 1.0)
    weights = lexical_evidence(words, documents).weights.tolist()
    return dict(zip(words, weights, strict=True))


def _quote(ranking: UnitRanking, ranked: Ranked, best: float) -> Quote:
    """A unit, or the sentence of it that answers by itself."""
    facts, source = ranked.facts, ranked.candidate.found
    unit = facts.unit
    if ranking.reader and not differ(ranking.query.language, facts.language):
        sentences = sentences_of(source.result.sir, unit)
        unit = decisive(ranking.query, ranking.terms, ranked, sentences, ranking.reader)
    scores = {
        "evidence": best * math.exp(ranked.score - ranking.ranked[0].score),
        "score": ranked.score,
        "cosine": ranked.candidate.cosine,
        "coverage": ranked.features["coverage"],
        "reading": READING * ranked.features["reading"],
    }
    gains = contributions(ranked.features)
    hit = source.hit
    spans = with_turns(source.result.sir, unit.complete)
    text = quoted(source.result.sir, spans)
    return Quote(hit.document, hit.chunk_id, spans, text, scores, unit.header, gains)


def _passages(ranking: UnitRanking, limit: int) -> list[Passage]:
    """The first chunks, those with the best units before others, which stay as they were ranked."""
    best: dict[int, Ranked] = {}
    for unit in ranking.ranked:
        for place, chunk in enumerate(ranking.chunks):
            if _is_in(unit, chunk):
                best.setdefault(place, unit)
    first = sorted(best, key=lambda place: (-best[place].score, place))
    rest = [place for place in range(len(ranking.chunks)) if place not in best]
    shown = [*first, *rest][:limit]
    return [_passage(ranking.chunks[place], best.get(place)) for place in shown]


def _is_in(ranked: Ranked, chunk: FoundChunk) -> bool:
    """Whether a unit stands in a chunk, or a part of it."""
    return chunk.hit.document == document_of(ranked) and any(
        segment.node == span.node and segment.start < span.end and span.start < segment.end
        for segment in chunk.chunk.segments
        for span in ranked.facts.unit.spans
    )


def _passage(chunk: FoundChunk, best: Ranked | None) -> Passage:
    hit = chunk.hit
    named = {
        "retrieval": hit.score,
        "cosine": hit.dense_score,
        "bm25": hit.bm25_score,
        "score": best.score if best else None,
    }
    scores = {name: value for name, value in named.items() if value is not None}
    return Passage(hit, chunk.chunk, section_path(chunk.result.sir, chunk.chunk.lineage), scores)
