"""Chunks embedded and written a second, beside the bare encoder of sentence-transformers."""

from __future__ import annotations

import os
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.figure import Figure
from benchmarks.passages import passages
from core.embedding import MEANING, open_encoder
from core.embedding.backends import BACKENDS, REFERENCE
from core.embedding.backends.measuring import fastest, measure
from core.embedding.minilm import MiniLmEncoder
from core.errors import MissingExtra
from core.indexing import open_store
from core.indexing.base import IndexItem
from core.tokenizer import model_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sentence_transformers import SentenceTransformer

    from core.embedding.base import Encoder

CHUNKS = 256
ROUNDS = 5
_BASELINE = "SentenceTransformer.encode, fp32, nothing written"


def run(data: Path | None) -> list[Figure]:
    """Speed beside the baseline, its ratio, and the least cosine; nothing without real data."""
    if data is None:
        return []
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    # As the app sets it; on cores that others use, too, it makes the baseline several times faster.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    from sentence_transformers import SentenceTransformer

    texts = passages(data, CHUNKS)
    bare = SentenceTransformer(str(model_folder()), device="cpu")
    started = time.perf_counter()
    encoder = open_encoder()
    load = time.perf_counter() - started
    bare.encode(texts[:8], show_progress_bar=False)
    encoder.encode(texts[:8])
    theirs: list[float] = []
    ours: list[float] = []
    for _ in range(ROUNDS):
        theirs.append(_seconds(lambda: bare.encode(texts, show_progress_bar=False)))
        ours.append(_indexing_seconds(texts, encoder))
    reference = np.asarray(bare.encode(texts, normalize_embeddings=True, show_progress_bar=False))
    cosine = float(np.einsum("ij,ij->i", reference, open_encoder(MEANING).encode(texts)).min())
    speed, bare_speed = len(texts) / median(ours), len(texts) / median(theirs)
    ratio = median(slow / fast for slow, fast in zip(theirs, ours, strict=True))
    how = f"{encoder.name}, {len(texts)} passages of 126 tokens, median of {ROUNDS} rounds each"
    name = _BASELINE
    return [
        Figure("indexing", how, speed, "chunks/s", bare_speed, name),
        Figure("indexing against the baseline", how, ratio, "x", 1.0, name, 1.3),
        Figure(
            "cosine with fp32", f"{MEANING}, least over the passages", cosine, "", 1.0, name, 0.9995
        ),
        Figure("loading the embedding model", "once, checksum included", load, "s"),
        *_backends(texts, bare),
    ]


def _backends(texts: Sequence[str], bare: SentenceTransformer) -> list[Figure]:
    """Each backend that is installed beside the baseline, in turns, with the same weights."""
    encoders: dict[str, MiniLmEncoder] = {}
    for name in BACKENDS:
        encoder = MiniLmEncoder()
        with suppress(MissingExtra):
            encoder.use(name, encoder.open_backend(name))
            encoders[name] = encoder
    exact = encoders[REFERENCE].encode(texts)
    cosines = {
        name: float(np.einsum("ij,ij->i", exact, encoder.encode(texts)).min())
        for name, encoder in encoders.items()
    }
    ratios: dict[str, list[float]] = {name: [] for name in encoders}
    for _ in range(ROUNDS):
        theirs = _seconds(lambda: bare.encode(texts, show_progress_bar=False))
        for name, encoder in encoders.items():
            ratios[name].append(theirs / _indexing_seconds(texts, encoder))
    chosen = fastest(measure(MiniLmEncoder(), list(BACKENDS), lambda: None))
    return [
        Figure(
            f"indexing in {name}",
            f"{MEANING}, least cosine {cosines[name]:.5f}{', chosen here' * (name == chosen)}",
            median(ratios[name]),
            "x",
            1.0,
            _BASELINE,
        )
        for name in encoders
    ]


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _indexing_seconds(texts: Sequence[str], encoder: Encoder) -> float:
    """Seconds to embed the texts and write them into a new index."""
    items = [IndexItem(f"c{i}", f"d{i // 64}", text) for i, text in enumerate(texts)]
    with tempfile.TemporaryDirectory() as folder:
        store = open_store("benchmark", Path(folder))
        seconds = _seconds(lambda: store.add(items, encoder))
        store.close()
    return seconds
