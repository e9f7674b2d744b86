"""Time of a search over 50,000 chunks, the embedding of the query included."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.figure import Figure
from benchmarks.passages import passages
from core.embedding import open_encoder
from core.embedding.base import Encoder, WindowedVectors, unit_rows
from core.indexing import open_store
from core.indexing.base import IndexItem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from core.indexing.hybrid import VectorStore
    from core.progress import Progress

CHUNKS = 50_000
DOCUMENTS = 100
QUERIES = 100
LIMIT = 10


class RandomChunks:
    """The real model for queries, random vectors for chunks, which would take minutes to embed."""

    def __init__(self, model: Encoder) -> None:
        self.name, self.dimension, self.max_tokens = model.name, model.dimension, model.max_tokens
        self.encode, self.encode_query = model.encode, model.encode_query
        self._random = np.random.default_rng(7)

    def encode_windows(
        self, texts: Sequence[str], progress: Progress | None = None
    ) -> WindowedVectors:
        """One random direction per text."""
        vectors = unit_rows(self._random.normal(size=(len(texts), self.dimension)))
        return WindowedVectors(
            vectors, np.arange(len(texts), dtype=np.int32), np.ones(len(texts), np.int32)
        )


def run(data: Path | None) -> list[Figure]:
    """Median seconds of a search in all documents, and in one; with made-up words without data."""
    words = _words(data)
    random = np.random.default_rng(11)
    encoder = RandomChunks(open_encoder())
    items = [
        IndexItem(f"c{i}", f"d{i * DOCUMENTS // CHUNKS}", _text(words, random, 90))
        for i in range(CHUNKS)
    ]
    queries = [_text(words, random, 8) for _ in range(QUERIES)]
    vectors = encoder.encode_windows([""] * CHUNKS).vectors
    with tempfile.TemporaryDirectory() as folder:
        store = open_store("benchmark", Path(folder))
        store.add(items, encoder)
        everywhere = _median_ms(store, encoder, queries, None)
        within = _median_ms(store, encoder, queries, ["d7"])
        store.close()
    plain = median(_plain_ms(encoder, query, vectors) for query in queries)
    how = f"median of {QUERIES} queries over {CHUNKS} chunks, embedding of the query included"
    name = "embedding and cosine with all chunks in numpy, no BM25"
    return [
        Figure("query", how, everywhere, "ms", plain, name, 50, at_most=True),
        Figure("query in one document", how, within, "ms", plain, name, 50, at_most=True),
    ]


def _words(data: Path | None) -> NDArray[np.str_]:
    """Words in their natural frequencies, or made-up ones of which few are frequent."""
    if data is not None:
        return np.array(" ".join(passages(data, 300)).split())
    return np.array([f"word{n}" for n in np.random.default_rng(3).zipf(1.3, 40_000) % 20_000])


def _text(words: NDArray[np.str_], random: np.random.Generator, length: int) -> str:
    return " ".join(random.choice(words, length).tolist())


def _median_ms(
    store: VectorStore, encoder: Encoder, queries: Sequence[str], documents: list[str] | None
) -> float:
    store.search(queries[0], encoder, LIMIT, documents)
    times: list[float] = []
    for query in queries:
        started = time.perf_counter()
        store.search(query, encoder, LIMIT, documents)
        times.append((time.perf_counter() - started) * 1000)
    return median(times)


def _plain_ms(encoder: Encoder, query: str, vectors: NDArray[np.float32]) -> float:
    started = time.perf_counter()
    np.argpartition(-(vectors @ encoder.encode_query(query)), LIMIT)
    return (time.perf_counter() - started) * 1000
