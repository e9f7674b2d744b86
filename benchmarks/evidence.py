"""Whether the evidence of real questions is found, cited, and missed where there is none.

Retrieval, the document known, chunks of at most 128 tokens:
- *page among the first k*: the evidence page is the page of one of the first k chunks. A chunk
  counts for one page only, the one most of its own tokens stand on.
- *lines*: share of the gold lines of a question of which at least half of the width lies inside
  the lines that are marked for the first 5 chunks; mean over the questions with located lines.
- *recommendation*: half of the lines of one expected recommendation inside those of the first 5.
The baselines rank the same chunks by BM25 alone, whole pages by BM25 (the first 5 pages), and
the same chunks by the reciprocal rank fusion that the index gives.

The weights of `core.answering` were chosen on one half of the questions of `ohr` (by a hash of
their ids) and on `nice_ng243`; the other half is also given apart, as the unseen half.

Abstention: one half of `ohr`, each question asked of its own document and of another one,
`nice_ng243`, and the questions of the sample documents, whose unanswerable ones stay within the
subject. Each is asked of one document. The threshold and the weight of the cosine in the evidence
were chosen on 500 such cases drawn from both halves of `ohr` and from `nice_ng243`, so these
shares are not of unseen questions but for those of the sample documents.
"""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from typing import TYPE_CHECKING

import pymupdf

from benchmarks.bm25 import Bm25
from benchmarks.figure import Figure
from benchmarks.questions import (
    NICE,
    Question,
    nice_questions,
    ohr_questions,
    pdf_of,
    sample_questions,
)
from core.answering import open_answerer
from core.answering.base import THRESHOLD, AnswerOptions
from core.chunking import chunk, make_options
from core.chunking.assembly import line_boxes
from core.chunking.base import ChunkSource
from core.embedding import open_encoder
from core.evaluation.metrics.attribution import line_recall
from core.indexing import open_store
from core.indexing.base import IndexItem
from core.indexing.text import embedding_text
from core.parsing import get_parser
from core.retrieval.ranking import CANDIDATES, retrieve
from core.retrieval.words import Lexicon, main_page
from core.tokenizer import minilm_tokenizer
from core.tokens import tokenize

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.answering.base import Answer
    from core.chunking.base import Chunk, ChunkingResult, Sentences
    from core.embedding.base import Encoder
    from core.geometry import BoundingBox
    from core.indexing.base import Hit, VectorStore
    from core.tokens import TokenStream

MAX_TOKENS = 128
STRATEGIES = ("hierarchical", "recursive")
TOP = 5
THRESHOLDS = (THRESHOLD - 0.05, THRESHOLD, THRESHOLD + 0.05)


@dataclass(frozen=True)
class Shelf:
    """Chunked documents by name, in one index."""

    results: dict[str, ChunkingResult]
    store: VectorStore
    encoder: Encoder
    lexicon: Lexicon

    def lookup(self, hit: Hit) -> tuple[ChunkingResult, Chunk]:
        """The chunk of a hit."""
        result = next(r for r in self.results.values() if r.document == hit.document)
        return result, result.by_id[hit.chunk_id]

    def retrieved(self, question: Question) -> list[Chunk]:
        """The first chunks as the app ranks them."""
        document = self.results[question.document].document
        hits = retrieve(
            self.store, self.encoder, question.text, self.lookup, self.lexicon, documents=[document]
        )
        return [self.lookup(hit)[1] for hit in hits]

    def fused(self, question: Question) -> list[Chunk]:
        """The first chunks by reciprocal rank."""
        document = self.results[question.document].document
        hits = self.store.search(question.text, self.encoder, TOP, [document])
        return [self.lookup(hit)[1] for hit in hits]


@dataclass(frozen=True)
class Outcome:
    """Of one question: page found first, page found among the first, share of lines found."""

    first: bool
    among: bool
    lines: float | None
    chosen_by: bool


def run(data: Path | None) -> list[Figure]:
    """Retrieval for each strategy, then abstention; nothing without real data."""
    if data is None:
        return []
    encoder = open_encoder()
    asked = ohr_questions(data)
    names = sorted({question.document for question in asked})
    samples = sample_questions()
    files = dict.fromkeys((*names, NICE, *(question.document for question in samples)))
    streams = {name: read(pdf_of(data, name)) for name in files}
    page = streams[NICE].sir.pages[0]
    nice = nice_questions(data, (page.width, page.height))
    figures = _page_figures(data, names, asked)
    for strategy in STRATEGIES:
        with tempfile.TemporaryDirectory() as folder:
            shelf = _shelf(streams, strategy, Path(folder), encoder)
            figures += _retrieval_figures(shelf, strategy, asked, nice)
            if strategy == STRATEGIES[0]:
                figures += _answer_figures(shelf, asked, nice, samples)
            shelf.store.close()
    return figures


def read(path: Path) -> TokenStream:
    """A PDF as the app reads it, in this process."""
    parser = get_parser("structural_rule")
    with pymupdf.open(path) as pdf:
        return tokenize(parser.parse(pdf, path.stem, parser.options()), minilm_tokenizer())


def _shelf(streams: dict[str, TokenStream], strategy: str, folder: Path, encoder: Encoder) -> Shelf:
    options = make_options(strategy, {"max_tokens": MAX_TOKENS})
    results = {
        name: chunk(ChunkSource(stream, _no_sentences), strategy, options)
        for name, stream in streams.items()
    }
    store = open_store("evidence", folder)
    for result in results.values():
        items = [
            IndexItem(one.id, result.document, embedding_text(result.sir, one))
            for one in result.chunks
        ]
        store.add(items, encoder)
    return Shelf(results, store, encoder, Lexicon())


def _no_sentences() -> Sentences:
    raise ValueError("the strategies measured here need no sentences")


def _page_figures(data: Path, names: Sequence[str], asked: Sequence[Question]) -> list[Figure]:
    """BM25 over whole pages."""
    ranked: list[tuple[int, Question]] = []
    for name in names:
        with pymupdf.open(pdf_of(data, name)) as pdf:
            index = Bm25([str(page.get_text()) for page in pdf])
        for question in (q for q in asked if q.document == name):
            order = [place + 1 for place in index.ranked(question.text)[:TOP]]
            ranked.append(
                (order.index(question.pages[0]) if question.pages[0] in order else TOP, question)
            )
    first = mean(place < 1 for place, _ in ranked)
    among = mean(place < TOP for place, _ in ranked)
    how = f"ohr, {len(ranked)} questions, BM25 over whole pages"
    return [
        Figure("evidence page first, BM25 over pages", how, first, "share"),
        Figure("evidence page among 5, BM25 over pages", how, among, "share"),
    ]


def _outcome(shelf: Shelf, question: Question, chunks: Sequence[Chunk]) -> Outcome:
    stream = shelf.results[question.document].stream
    pages = [main_page(stream, one) for one in chunks]
    marked = _marked(stream, chunks)
    lines = line_recall(question.groups[0], marked) if question.groups else None
    wanted = question.pages[0]
    return Outcome(pages[:1] == [wanted], wanted in pages, lines, question.chosen_by)


def _marked(stream: TokenStream, chunks: Sequence[Chunk]) -> list[BoundingBox]:
    return [line.box for one in chunks for line in line_boxes(stream, one)]


def _retrieval_figures(
    shelf: Shelf, strategy: str, asked: Sequence[Question], nice: Sequence[Question]
) -> list[Figure]:
    indexes = {
        name: Bm25([one.content for one in result.chunks]) for name, result in shelf.results.items()
    }

    def by_words(question: Question) -> list[Chunk]:
        chunks = shelf.results[question.document].chunks
        return [chunks[i] for i in indexes[question.document].ranked(question.text)[:TOP]]

    ways: list[Callable[[Question], list[Chunk]]] = [shelf.retrieved, by_words, shelf.fused]
    ours, words, fused = ([_outcome(shelf, q, way(q)) for q in asked] for way in ways)
    how = f"ohr, {len(asked)} questions, N = {MAX_TOKENS}, {strategy}"
    figures: list[Figure] = []
    for measure, of, target in _MEASURES:
        name = f"{measure}, {strategy}"
        value, base = of(ours), of(words)
        figures.append(Figure(name, how, value, "share", base, "BM25 over the same chunks", target))
        figures.append(Figure(f"{name}, fused ranks", how, of(fused), "share"))
        unseen = of([one for one in ours if not one.chosen_by])
        figures.append(Figure(f"{name}, unseen half", how, unseen, "share"))
    answerable = [question for question in nice if question.groups]
    found, base = (mean(_recommended(shelf, q, way(q)) for q in answerable) for way in ways[:2])
    how = f"nice_ng243, {len(answerable)} questions, N = {MAX_TOKENS}, {strategy}"
    name = f"expected recommendation among 5, {strategy}"
    return [*figures, Figure(name, how, found, "share", base, "BM25 over the same chunks")]


_MEASURES: list[tuple[str, Callable[[Sequence[Outcome]], float], float]] = [
    ("evidence page first", lambda found: mean(one.first for one in found), 0.76),
    ("evidence page among 5", lambda found: mean(one.among for one in found), 0.95),
    (
        "evidence lines in 5 chunks",
        lambda found: mean(one.lines for one in found if one.lines is not None),
        0.80,
    ),
]


def _recommended(shelf: Shelf, question: Question, chunks: Sequence[Chunk]) -> bool:
    marked = _marked(shelf.results[question.document].stream, chunks)
    return any((line_recall(group, marked) or 0.0) >= 0.5 for group in question.groups)


def _answer_figures(
    shelf: Shelf,
    asked: Sequence[Question],
    nice: Sequence[Question],
    samples: Sequence[Question],
) -> list[Figure]:
    """Answers to questions with and without evidence in the document that is asked."""
    unused = [question for question in asked if not question.chosen_by]
    names = sorted({question.document for question in asked})
    answerer = open_answerer(shelf.encoder)
    options = AnswerOptions(threshold=0.0)
    seconds: list[float] = []

    def answer(question: Question, document: str) -> Answer:
        started = time.perf_counter()
        wanted = [shelf.results[document].document]
        hits = shelf.store.search(question.text, shelf.encoder, CANDIDATES, wanted)
        found = answerer.answer(question.text, hits, shelf.lookup, options)
        seconds.append(time.perf_counter() - started)
        return found

    def answers(questions: Sequence[Question]) -> list[Answer]:
        return [answer(question, question.document) for question in questions]

    own = answers(unused)
    other = [answer(q, names[(names.index(q.document) + 1) % len(names)]) for q in unused]
    away = [answer(question, NICE) for question in unused[::4]]
    answerable = {
        "ohr": own,
        "nice_ng243": answers([q for q in nice if q.pages]),
        "sample documents": answers([q for q in samples if q.pages]),
    }
    unanswerable = {
        "ohr, asked of another document": [*other, *away],
        "nice_ng243, outside its subject": answers([q for q in nice if not q.pages]),
        "sample documents, within the subject": answers([q for q in samples if not q.pages]),
    }
    time_taken = median(seconds)
    figures = [
        Figure("time to an answer", "median", time_taken, "s", target=0.5, at_most=True),
        _cited(unused, own),
    ]
    for threshold in THRESHOLDS:
        for name, found in answerable.items():
            share = mean(one.evidence >= threshold for one in found)
            how = f"{len(found)} questions, chunks by {STRATEGIES[0]}"
            figures.append(Figure(f"answered at {threshold:.2f}, {name}", how, share, "share"))
        for name, found in unanswerable.items():
            share = mean(one.evidence < threshold for one in found)
            how = f"{len(found)} questions, chunks by {STRATEGIES[0]}"
            figures.append(Figure(f"abstained at {threshold:.2f}, {name}", how, share, "share"))
    return figures


def _cited(asked: Sequence[Question], answers: Sequence[Answer]) -> Figure:
    """Share of answers above the threshold of which a citation marks a line of evidence."""
    found = [
        any(
            line_recall([line], [mark.box for mark in citation.lines])
            for line in question.groups[0]
            for citation in answer.citations
        )
        for question, answer in zip(asked, answers, strict=True)
        if question.groups and answer.evidence >= THRESHOLD
    ]
    how = f"ohr, {len(found)} answers at the default threshold"
    return Figure("answers that cite a line of evidence", how, mean(found), "share")
