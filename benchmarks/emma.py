"""Strategies beside six recorded chunkings of a novel, by DCG@k: LumberChunker's `Emma`.

30 questions, each with a passage that a chunk must contain. The first chunk of the ranking that
holds all of it, case and kinds of white space aside, has relevance 1, every other chunk 0, so
that DCG@k is 1 / log2(place + 1) up to place k and 0 beyond. A passage that is spread over two
chunks is in neither. Three passages are not in the recorded book word for word, and can never be
found. Of propositions, the one that LumberChunker's authors name is looked for.

Each chunking is searched by the cosine of all-MiniLM-L6-v2 alone (the best window of a chunk
counts), and as the app searches it. The recorded figures of the paper are of another model.
With 30 questions a difference of 5 points is within chance.

Source: Duarte et al., LumberChunker: Long-Form Narrative Document Segmentation (2024), section 4
and the code published with it.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from benchmarks.corpora import read_stream
from benchmarks.figure import Figure
from benchmarks.novel import PROPOSITIONS, RECORDED, holds, novel_questions, novel_text, recorded
from benchmarks.shelf import remembering_encoder
from core.chunking import make_options
from core.chunking.base import Chunk, ChunkingResult, ChunkSource, Sentences
from core.chunking.sentence_distances import measure_sentences
from core.configuration import Configuration
from core.evaluation.metrics.ranking import dcg_at
from core.indexing.memory import memory_store
from core.indexing.search_text import index_items
from core.refining import cut
from core.retrieval.lexicon import Lexicon
from core.retrieval.ranking import CANDIDATES, rank

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from core.embedding.base import Encoder
    from core.indexing.base import ChunkMatch

PLACES = (1, 2, 5, 10, 20)
MAX_TOKENS = 256


@dataclass(frozen=True, slots=True)
class Listed:
    """The places (from 1, None for nowhere) of the passages, by cosine alone and as ranked."""

    cosine: Sequence[int | None]
    ranked: Sequence[int | None]


def run(data: Path | None) -> list[Figure]:
    """DCG@k of all chunkings; nothing without the real data."""
    if data is None:
        return []
    with remembering_encoder() as encoder:
        return measure(data, encoder)


def measure(data: Path, encoder: Encoder) -> list[Figure]:
    """All figures; `encoder` should remember, as sentences are embedded for two strategies."""
    questions = novel_questions(data)
    figures: list[Figure] = []
    for name, result, neighbourhood in _chunkings(data, encoder):
        gold = [one.proposition if name == PROPOSITIONS else one.passage for one in questions]
        texts = [one.text for one in questions]
        found = listed(result, texts, _holding(gold), encoder, neighbourhood)
        figures += _figures(name, result, found)
        row = " ".join(f"{figure.value:.3f}" for figure in figures[-len(PLACES) :])
        base = " ".join(f"{figure.baseline:.3f}" for figure in figures[-len(PLACES) :])
        print(f"{name:24} {row} | {base}", file=sys.stderr, flush=True)
    return figures


def _holding(gold: Sequence[str]) -> Callable[[int, Chunk], bool]:
    return lambda number, chunk: holds(chunk.content, gold[number])


def _chunkings(data: Path, encoder: Encoder) -> Iterator[tuple[str, ChunkingResult, float]]:
    """Names, chunkings and what of the neighbours is mixed into the vectors."""
    for name in RECORDED:
        yield name, recorded(data, name), 0.0
    stream = read_stream("emma", novel_text(data))

    def sentences() -> Sentences:
        return measure_sentences(stream, encoder)

    for config in _configs():
        source = ChunkSource(stream, sentences)
        result = cut(source, config.strategy, config.options, config.refining)
        yield f"ours: {config.strategy}", result, config.neighbourhood


def _configs() -> list[Configuration]:
    sized = ("fixed", "recursive", "semantic", "hierarchical", "three_step")
    found = [Configuration(name, make_options(name, {"max_tokens": MAX_TOKENS})) for name in sized]
    return [*found, Configuration("sentences", make_options("sentences", {}), neighbourhood=0.5)]


def listed(
    result: ChunkingResult,
    questions: Sequence[str],
    is_found: Callable[[int, Chunk], bool],
    encoder: Encoder,
    neighbourhood: float = 0.0,
) -> Listed:
    """Where the first chunk stands of which `is_found` holds, with the number of its question."""
    store, lexicon = memory_store(), Lexicon()
    store.add(index_items(result), encoder, neighbourhood=neighbourhood)

    def lookup(hit: ChunkMatch) -> tuple[ChunkingResult, Chunk]:
        return result, result.by_id[hit.chunk_id]

    def place(hits: Sequence[ChunkMatch], number: int) -> int | None:
        held = (is_found(number, lookup(hit)[1]) for hit in hits)
        return next((at for at, is_held in enumerate(held, 1) if is_held), None)

    by_cosine: list[int | None] = []
    as_ranked: list[int | None] = []
    for number, question in enumerate(questions):
        hits = store.search(question, encoder, CANDIDATES)
        near = sorted(hits, key=lambda hit: -(hit.dense_score or 0.0))
        by_cosine.append(place(near, number))
        as_ranked.append(place(rank(question, hits, lookup, lexicon), number))
    return Listed(by_cosine, as_ranked)


def _figures(name: str, result: ChunkingResult, found: Listed) -> list[Figure]:
    mean = fmean(chunk.token_count for chunk in result.chunks)
    how = f"emma, {len(found.ranked)} questions, {len(result.chunks)} chunks of {mean:.0f} tokens"
    return [
        Figure(
            f"DCG@{k}, {name}",
            how,
            mean_dcg(found.ranked, k),
            "DCG",
            mean_dcg(found.cosine, k),
            "cosine over the same chunks",
        )
        for k in PLACES
    ]


def mean_dcg(places: Sequence[int | None], k: int) -> float:
    """DCG@k, the mean over questions with their passage at such a place, or at none."""
    ranking = range(1, CANDIDATES + 1)
    return fmean(dcg_at(ranking, {place: 1.0}, k) or 0.0 if place else 0.0 for place in places)
