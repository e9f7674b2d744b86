"""The baselines of the papers beside the strategies: what they find.

A novel (`emma`, 30 questions with the passage that a chunk must hold) and two annual reports
(`ohr`, the questions whose lines are located; the first chunk counts that holds half of them). R@k
is the share of questions whose chunk is among the first k, DCG@k 1 / log2(place + 1) of it, as
TopoChunker and LumberChunker have them. The ranking is the app's; the baseline of each figure is
the cosine of all-MiniLM-L6-v2 over the same chunks, which is the papers' way with another encoder.

Strategies that ask a model are asked of the stand-in, which says nothing of what a real model would
find; what the calls take is told by `benchmarks.tokens`. LumberChunker's own chunks of the novel,
which were made with Gemini and are recorded, stand beside them. A proposition shows one sentence,
of which the same is asked as of every chunk: a longer passage is never found by it. Three passages
are not in the recorded book word for word, and can never be found. With 30 questions a difference
of 5 points is within chance.

Published figures of TopoChunker's table 1 are of BGE-m3 and other questions, so not to be compared
with these.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from benchmarks.corpora import read_stream
from benchmarks.figure import Figure
from benchmarks.novel import holds, novel_questions, novel_text, recorded
from benchmarks.questions import Question, ohr_questions, pdf_of
from benchmarks.shelf import read, remembering_encoder
from benchmarks.stand_in import stand_in
from core.chunking import PLANNED, make_options
from core.chunking.assembly import line_boxes
from core.chunking.base import Chunk, ChunkingResult, ChunkSource, Sentences
from core.chunking.sentence_distances import measure_sentences
from core.evaluation.metrics.attribution import line_recall
from core.evaluation.metrics.ranking import dcg_at
from core.indexing.memory import memory_store
from core.indexing.search_text import index_items
from core.llm.model import LanguageModel
from core.refining import cut
from core.refining.options import DEFAULT_REFINING, WHOLE
from core.retrieval.lexicon import Lexicon
from core.retrieval.ranking import CANDIDATES, rank

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from core.embedding.base import Encoder
    from core.indexing.base import ChunkMatch
    from core.tokens import TokenStream

REPORTS = ("AMAZON_2017_10K", "VERIZON_2021_10K")
LUMBER = "LumberChunker (Gemini)"
SETTINGS: Mapping[str, Mapping[str, float]] = {
    "fixed": {"max_tokens": 256, "overlap": 0.0},
    "recursive": {"max_tokens": 256, "overlap": 0.0},
    "semantic": {"max_tokens": 256},
    "hierarchical": {"max_tokens": 256},
    "heading_anchored": {},
    "retrieval_aware": {"max_tokens": 256},
    "three_step": {"max_tokens": 256},
    "topology": {},
    "lumber": {},
    "propositions": {},
}
"""Strategies with the options that are not as by default. FC200 of the paper is `fixed`."""
_HALF = 0.5
"""The share of the gold lines that a chunk has to hold."""
_PLACES = (3, 5)


@dataclass(frozen=True)
class Corpus:
    """A document with its questions, and what chunk answers one, by its number."""

    name: str
    stream: TokenStream
    questions: Sequence[str]
    is_found: Callable[[ChunkingResult, int, Chunk], bool]


@dataclass(frozen=True, slots=True)
class Listed:
    """The places (from 1, None for nowhere) of the passages, by cosine alone and as ranked."""

    cosine: Sequence[int | None]
    ranked: Sequence[int | None]


def run(data: Path | None) -> list[Figure]:
    """R@k and DCG@k of every strategy; nothing without the real data."""
    if data is None:
        return []
    figures: list[Figure] = []
    with remembering_encoder() as encoder:
        figures += _recorded(data, encoder)
        for corpus in _corpora(data):
            figures += measure(corpus, encoder)
    return figures


def measure(corpus: Corpus, encoder: Encoder) -> Iterator[Figure]:
    """The figures of every strategy on one document."""
    sentences = measure_sentences(corpus.stream, encoder)
    for strategy, values in SETTINGS.items():
        result = _chunked(corpus.stream, sentences, strategy, values)
        yield from _places(corpus, strategy, result, encoder)


def _corpora(data: Path) -> Iterator[Corpus]:
    yield _novel(data, read_stream("emma", novel_text(data)))
    asked = ohr_questions(data)
    for name in REPORTS:
        stream = read(pdf_of(data, name))
        gold = [one for one in asked if one.document == name and one.groups]

        def is_found(
            result: ChunkingResult, number: int, chunk: Chunk, gold: Sequence[Question] = gold
        ) -> bool:
            boxes = [line.box for line in line_boxes(result.stream, chunk)]
            return any((line_recall(g, boxes) or 0.0) >= _HALF for g in gold[number].groups)

        texts = [one.text for one in gold]
        yield Corpus(name, stream, texts, is_found)


def _chunked(
    stream: TokenStream, sentences: Sentences, strategy: str, values: Mapping[str, float]
) -> ChunkingResult:
    """Chunks, planned by the stand-in where they are; topology with all of the Refiner."""
    model = LanguageModel(stand_in()) if strategy in PLANNED else None
    source = ChunkSource(stream, lambda: sentences, model)
    refining = WHOLE if strategy == "topology" else DEFAULT_REFINING
    return cut(source, strategy, make_options(strategy, values), refining)


def _places(
    corpus: Corpus, name: str, result: ChunkingResult, encoder: Encoder
) -> Iterator[Figure]:
    found = listed(
        result,
        corpus.questions,
        lambda number, chunk: corpus.is_found(result, number, chunk),
        encoder,
    )
    mean = fmean(chunk.token_count for chunk in result.chunks)
    how = f"{len(corpus.questions)} questions, {len(result.chunks)} chunks of {mean:.0f} tokens"
    row: list[str] = []
    for k in _PLACES:
        for measure_name, of in (("R", _recall), ("DCG", mean_dcg)):
            value, base = of(found.ranked, k), of(found.cosine, k)
            title = f"{measure_name}@{k}, {corpus.name}, {name}"
            yield Figure(title, how, value, "share", base, "cosine over the same chunks")
            row.append(f"{value:.3f} ({base:.3f})")
    print(f"{corpus.name:18} {name:24} {' '.join(row)}", file=sys.stderr, flush=True)


def listed(
    result: ChunkingResult,
    questions: Sequence[str],
    is_found: Callable[[int, Chunk], bool],
    encoder: Encoder,
) -> Listed:
    """Where the first chunk stands of which `is_found` holds, with the number of its question."""
    store, lexicon = memory_store(), Lexicon()
    store.add(index_items(result), encoder)

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


def mean_dcg(places: Sequence[int | None], k: int) -> float:
    """DCG@k, the mean over questions with their passage at such a place, or at none."""
    ranking = range(1, CANDIDATES + 1)
    return fmean(dcg_at(ranking, {place: 1.0}, k) or 0.0 if place else 0.0 for place in places)


def _recall(places: Sequence[int | None], k: int) -> float:
    return fmean(place is not None and place <= k for place in places)


def _recorded(data: Path, encoder: Encoder) -> Iterator[Figure]:
    """LumberChunker's own chunks of the novel."""
    result = recorded(data)
    yield from _places(_novel(data, result.stream), LUMBER, result, encoder)


def _novel(data: Path, stream: TokenStream) -> Corpus:
    """The questions on the novel, as the stream of some chunking has it."""
    asked = novel_questions(data)
    return Corpus(
        "emma",
        stream,
        [question.text for question in asked],
        lambda _, number, chunk: holds(chunk.content, asked[number].passage),
    )
