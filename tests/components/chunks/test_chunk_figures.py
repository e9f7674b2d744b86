"""Charts show what was cut, and where."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.chunks.chunk_figures import (
    bins,
    boundaries,
    distance_curve,
    figures_in_words,
    size_histogram,
)
from core.chunking import chunk, make_options
from core.chunking.base import ChunkingResult, ChunkSource, Sentences
from core.tokenizer import minilm_tokenizer
from core.tokens import tokenize
from tests.builders import sir_from_texts

DISTANCES = [0.1, 0.9, 0.1, 0.8, 0.1, 0.1, 0.1, 0.95, 0.1]


@pytest.fixture
def semantic() -> tuple[ChunkingResult, Sentences]:
    text = " ".join(f"Sentence number {n} stands here." for n in range(len(DISTANCES) + 1))
    stream = tokenize(sir_from_texts([text]), minilm_tokenizer())
    sentences = Sentences(stream.sentence_starts, np.array(DISTANCES, np.float32))
    options = make_options("semantic", {"percentile": 0.7, "minimum": 0.3, "max_tokens": 60})
    return chunk(ChunkSource(stream, lambda: sentences), "semantic", options), sentences


def test_breaks_that_were_merged_are_told_from_boundaries(
    semantic: tuple[ChunkingResult, Sentences],
) -> None:
    kept, merged = boundaries(*semantic, 0.7)
    assert kept.tolist() + merged.tolist() == sorted([*kept, *merged], key=lambda n: n in merged)
    assert sorted([*kept, *merged]) == [2, 4, 8]
    starts = {one.cut.start for one in semantic[0].chunks}
    assert {int(semantic[1].starts[n]) for n in kept} <= starts
    assert not {int(semantic[1].starts[n]) for n in merged} & starts


def test_the_curve_carries_sentence_numbers(semantic: tuple[ChunkingResult, Sentences]) -> None:
    figure: Any = distance_curve(*semantic, 0.7, semantic[0].chunks[0])
    assert figure.data[0].x.tolist() == list(range(1, len(DISTANCES) + 1))
    assert figure.data[0].y == pytest.approx(DISTANCES)


def test_a_chunk_of_exactly_n_tokens_stands_before_the_line(
    semantic: tuple[ChunkingResult, Sentences],
) -> None:
    figure: Any = size_histogram(semantic[0].chunks, 60, None)
    held = figure.data[0].xbins
    assert (60.5 - held.start) % held.size == 0
    assert figure.layout.shapes[0].x0 == 60.5


def sized(*sizes: int) -> list[Any]:
    return [SimpleNamespace(token_count=size, index=n) for n, size in enumerate(sizes)]


def test_chunks_above_the_limit_are_told_from_the_others() -> None:
    figure: Any = size_histogram(sized(40, 64, 65, 900), 64, None)
    assert [trace.name for trace in figure.data] == ["within: 2", "above N, kept whole: 2"]
    assert figure.layout.showlegend
    alone: Any = size_histogram(sized(40, 64), 64, None)
    assert not alone.layout.showlegend


def test_a_limit_far_above_all_sizes_is_named_and_leaves_them_the_room() -> None:
    figure: Any = size_histogram(sized(100, 200), 16_000, None, "safe size")
    assert not figure.layout.shapes
    assert "safe size = 16,000" in figure.layout.annotations[0].text


@given(st.integers(1, 100_000), st.integers(1, 100_000))
def test_a_bar_never_lies_on_both_sides_of_the_limit(limit: int, largest: int) -> None:
    found = bins(limit, largest)
    assert (limit + 0.5 - found["start"]) % found["size"] == 0
    assert found["start"] <= 0.5
    assert found["end"] > largest
    assert largest / found["size"] <= 40


@pytest.mark.parametrize(
    ("chunks", "words"), [(1, "**1** chunk · "), (1200, "**1,200** chunks · ")]
)
def test_chunks_are_counted_in_words(chunks: int, words: str) -> None:
    totals: Any = SimpleNamespace(chunks=chunks, mean=84.0, median=84.0, largest=84)
    assert figures_in_words(totals, 0.0).startswith(words)
