"""Time to cut a document of over 300 pages anew after an option was moved, all else cached.

What is timed is what a slider costs in the app: `core.chunking.chunk` with a token stream and
sentences that are held in memory, from options to chunks with content, segments and ids.

The baseline is the same cut without the cached arrays: the document is tokenised and its
delimiters are found again, for `semantic` its sentences are split again too. Embedding them,
which would take a minute, is left out of the baseline. Distances come from hashed words here:
a percentile gives as many breaks whatever the distances are.
"""

from __future__ import annotations

import time
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.figure import Figure
from benchmarks.shelf import parsed
from benchmarks.sizes import sized
from core.chunking import STRATEGIES, chunk, make_options
from core.chunking.base import ChunkSource, Sentences
from core.chunking.sentence_distances import measure_sentences
from core.embedding import open_encoder
from core.tokenizer import minilm_tokenizer
from core.tokens import TokenStream, tokenize

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from core.sir import Sir

DOCUMENT = "hard/pdfs/57_huge_freeculture.pdf"
TARGET_MS = 150.0
BASELINE_RUNS = 3

SIZES = tuple(range(100, 1025, 44))
MOVES: dict[str, dict[str, tuple[float, ...]]] = {
    "fixed": {"max_tokens": SIZES, "overlap": tuple(step / 50 for step in range(21))},
    "recursive": {"max_tokens": SIZES, "overlap": tuple(step / 50 for step in range(21))},
    "semantic": {"max_tokens": SIZES, "percentile": tuple(0.7 + step / 80 for step in range(21))},
    "hierarchical": {
        "max_tokens": SIZES,
        "heading_budget": tuple(step / 40 for step in range(21)),
    },
    "sentences": {"max_tokens": SIZES},
    "heading_anchored": {
        "top_k": tuple(range(1, 22)),
        "safety": tuple(0.5 + step / 40 for step in range(21)),
    },
    "topology": {"max_tokens": SIZES, "theta": SIZES},
    "retrieval_aware": {"max_tokens": SIZES},
    "three_step": {"max_tokens": SIZES, "block_size": tuple(range(1000, 5001, 200))},
    "lumber": {"max_tokens": SIZES, "theta": SIZES},
    "propositions": {"max_tokens": SIZES},
}
"""The options of each strategy that are moved, and the values they take. No model takes part."""


def run(data: Path | None) -> list[Figure]:
    """Median milliseconds for each strategy and option; nothing without the data."""
    if data is None:
        return []
    sir = parsed(data / DOCUMENT)
    stream = tokenize(sir, minilm_tokenizer())
    sentences = measure_sentences(stream, open_encoder("hashing"))
    source = ChunkSource(stream, lambda: sentences)
    figures: list[Figure] = []
    for strategy in STRATEGIES:
        baseline = _uncached(sir, strategy, sentences)
        for option, values in MOVES[strategy].items():
            figures.append(_figure(source, strategy, option, values, baseline))
    return figures


def _figure(
    source: ChunkSource, strategy: str, option: str, values: tuple[float, ...], baseline: float
) -> Figure:
    other = sized(strategy, 128)

    def cut(value: float) -> int:
        return len(chunk(source, strategy, make_options(strategy, {**other, option: value})).chunks)

    cut(values[0])
    taken = [_milliseconds(lambda value=value: cut(value)) for value in values]
    return Figure(
        f"re-chunking, {strategy}, {option} moved",
        f"median of {len(values)} values on {len(source.stream.sir.pages)} pages, "
        f"{len(source.stream)} tokens; slowest {max(taken):.0f} ms",
        median(taken),
        "ms",
        baseline,
        "tokenised anew",
        TARGET_MS,
        at_most=True,
    )


def _uncached(sir: Sir, strategy: str, sentences: Sentences) -> float:
    """Median milliseconds from the tree to chunks of 128 tokens, without cached arrays."""

    def cut() -> None:
        stream = tokenize(sir, minilm_tokenizer())
        source = ChunkSource(stream, lambda: _split_again(stream, sentences))
        chunk(source, strategy, make_options(strategy, sized(strategy, 128)))

    return median(_milliseconds(cut) for _ in range(BASELINE_RUNS))


def _split_again(stream: TokenStream, sentences: Sentences) -> Sentences:
    assert len(stream.sentence_starts) == len(sentences.starts)
    return sentences


def _milliseconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000
