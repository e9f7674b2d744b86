"""The thesis' table of chunking strategies on the corpora of the Chroma evaluation.

Four strategies at N = 128 to 1,024; token-wise IoU, recall, precision and the precision of a
perfect search, each the mean over 317 questions with its deviation. The first five chunks by
cosine (all-MiniLM-L6-v2), all corpora in one index. The corpora are text files, read as the app
reads them; they have no headings that it could repeat above a chunk.

Source: thesis, section 3.5.3 and table 4.2 (which measures other documents).
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from statistics import fmean, pstdev
from typing import TYPE_CHECKING

from benchmarks.corpora import Asked, FilePlaces, Placed, read_asked, read_corpora, read_stream
from benchmarks.figure import Figure
from benchmarks.listings import Ranked, ranked_by_cosine
from benchmarks.shelf import remembering_encoder
from core.chunking import chunk, make_options
from core.chunking.base import ChunkSource, Sentences
from core.chunking.sentence_distances import measure_sentences
from core.evaluation.metrics.spans import Range, precision_omega, span_overlap

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from core.embedding.base import Encoder
    from core.tokens import TokenStream

SIZES = (128, 256, 512, 1024)
TOP = 5
STRATEGIES: dict[str, tuple[str, dict[str, float]]] = {
    "fixed": ("O = 0", {"overlap": 0.0}),
    "hierarchical": ("B_h = 0.4 N", {"heading_budget": 0.4}),
    "recursive": ("O = 0", {"overlap": 0.0}),
    "semantic": ("Q = 0.9", {"percentile": 0.9}),
}
"""The options of each, as the table names them and as they are given."""
MEASURES = ("IoU", "recall", "precision", "precision omega")


@dataclass(frozen=True)
class Corpus:
    """A corpus as it is chunked, with its sentences."""

    stream: TokenStream
    sentences: Sentences


def run(data: Path | None) -> list[Figure]:
    """The means, deviations in their names; nothing without the real data."""
    if data is None:
        return []
    with remembering_encoder() as encoder:
        return table_figures(data, encoder)


def table_figures(data: Path, encoder: Encoder) -> list[Figure]:
    """All rows of the table."""
    corpora: dict[str, Corpus] = {}
    places: dict[str, FilePlaces] = {}
    for name, text in read_corpora(data).items():
        stream = read_stream(name, text)
        corpora[name] = Corpus(stream, measure_sentences(stream, encoder))
        places[name] = FilePlaces(stream, text)
    asked = [
        Asked(one.text, one.corpus, tuple(places[one.corpus].tokens(one.gold)))
        for one in read_asked(data)
    ]
    return [
        figure
        for size in SIZES
        for strategy in STRATEGIES
        for figure in _row(strategy, size, corpora, asked, encoder)
    ]


def _row(
    strategy: str,
    size: int,
    corpora: Mapping[str, Corpus],
    asked: Sequence[Asked],
    encoder: Encoder,
) -> list[Figure]:
    chunks = [one for name, held in corpora.items() for one in _chunks(name, held, strategy, size)]
    by_corpus = {name: [one.ranges for one in chunks if one.corpus == name] for name in corpora}
    lists = ranked_by_cosine(chunks, asked, encoder)
    scores = [_scores(*pair, by_corpus) for pair in zip(asked, lists, strict=True)]
    said, _ = STRATEGIES[strategy]
    figures: list[Figure] = []
    for name, values in zip(MEASURES, zip(*scores, strict=True), strict=True):
        title = f"{name}, {strategy}, N = {size} (± {pstdev(values):.2f})"
        figures.append(Figure(title, f"{said}, k = {TOP}, tokens", fmean(values), "share"))
    print(
        f"{strategy:13}{said:12}{size:5}  "
        + "  ".join(
            f"{fmean(values):.2f} ± {pstdev(values):.2f}" for values in zip(*scores, strict=True)
        ),
        file=sys.stderr,
        flush=True,
    )
    return figures


def _chunks(name: str, corpus: Corpus, strategy: str, size: int) -> list[Placed]:
    """The chunks of a corpus, placed by their tokens."""
    options = make_options(strategy, {"max_tokens": size, **STRATEGIES[strategy][1]})
    source = ChunkSource(corpus.stream, lambda: corpus.sentences)
    return [
        Placed(name, tuple(held for held, _ in one.cut.parts), one.content)
        for one in chunk(source, strategy, options).chunks
    ]


def _scores(
    question: Asked, ranked: Ranked, chunks: Mapping[str, Sequence[Sequence[Range]]]
) -> tuple[float, ...]:
    """Of one question, in the order of `MEASURES`."""
    gold = {question.corpus: question.gold}
    taken: dict[str, list[Range]] = {}
    for one in ranked.chunks[:TOP]:
        taken.setdefault(one.corpus, []).extend(one.ranges)
    found = span_overlap(gold, taken)
    measured = found.iou, found.recall, found.precision, precision_omega(gold, chunks)
    return tuple(value or 0.0 for value in measured)
