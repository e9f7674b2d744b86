"""Units that may answer a question, each with what its chunks were found by."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from core.answering.query.question_type import Query
    from core.answering.ranking.document_subjects import Naming
    from core.answering.ranking.unit_facts import Facts
    from core.chunking.base import Chunk, ChunkingResult
    from core.retrieval.base import ChunkLookup, Hit
    from core.spans import Span

_CHUNKS = 15
"""Chunks whose units are looked at: so many by words, and so many by their cosine."""


@dataclass(frozen=True)
class FoundChunk:
    """A hit with what it names, which is looked up when it is first asked for."""

    hit: Hit
    lookup: ChunkLookup

    @property
    def result(self) -> ChunkingResult:
        """The chunking of its document."""
        return self._named[0]

    @property
    def chunk(self) -> Chunk:
        """The chunk that it names."""
        return self._named[1]

    @cached_property
    def _named(self) -> tuple[ChunkingResult, Chunk]:
        return self.lookup(self.hit)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A unit that may answer, and the first chunk that it was found in.

    `cosine` and `words` are the best of its chunks, `subject` is how the question names what its
    document is about.
    """

    facts: Facts
    found: FoundChunk
    cosine: float
    words: float
    subject: Naming

    def holds(self, word: str) -> bool:
        """Whether its unit is read with a word of the question, or its document is named by it."""
        return self.facts.holds(word) or word in self.subject.words


def candidates(
    query: Query,
    chunks: Sequence[FoundChunk],
    subjects: Mapping[str, Naming],
    facts_of: Callable[[FoundChunk], Iterable[Facts]],
) -> list[Candidate]:
    """The units of the first chunks, each once, that can answer.

    What has no word beyond the question answers only whether something is so: "X is not given".
    `subjects` says how the question names what each document is about.
    """
    best: dict[tuple[str, tuple[Span, ...]], Candidate] = {}
    for chunk in _first(chunks):
        hit = chunk.hit
        cosine = max(hit.dense_score or 0.0, 0.0)
        for facts in facts_of(chunk):
            if not query.asks_whether and facts.only_repeats(query.words):
                continue
            key = hit.document, facts.unit.spans
            new = Candidate(facts, chunk, cosine, hit.words, subjects[hit.document])
            old = best.get(key, new)
            best[key] = replace(
                old, cosine=max(cosine, old.cosine), words=max(hit.words, old.words)
            )
    return list(best.values())


def _first(chunks: Sequence[FoundChunk]) -> list[FoundChunk]:
    """The first chunks by words and by cosine, in the order in which they are ranked."""
    by_words = sorted(chunks, key=lambda chunk: -chunk.hit.words)[:_CHUNKS]
    by_cosine = sorted(chunks, key=lambda chunk: -(chunk.hit.dense_score or -1.0))[:_CHUNKS]
    first = {id(chunk) for chunk in (*by_words, *by_cosine)}
    return [chunk for chunk in chunks if id(chunk) in first]
