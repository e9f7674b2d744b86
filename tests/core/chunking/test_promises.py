"""The first three promises of the design, over all strategies and made-up documents."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.sizes import sized
from core.chunking import STRATEGIES, chunk, chunker, make_options
from core.chunking.assembly import join, line_boxes
from core.chunking.base import BoundaryKind, ChunkingResult, ChunkSource, Role, Sentences
from tests.strategies import streams

if TYPE_CHECKING:
    from core.tokens import TokenStream

quiet = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
sizes = st.sampled_from([16, 24, 64, 128])
KEEP_WHOLE = {"heading_anchored"}
"""Strategies that never split a paragraph, a list or a table, whatever their size."""
every_strategy = pytest.mark.parametrize("strategy", list(STRATEGIES))


def cut(stream: TokenStream, strategy: str, size: int) -> ChunkingResult:
    """Chunks with default options but for N; distances come from the tokens themselves."""

    def sentences() -> Sentences:
        starts = stream.sentence_starts
        return Sentences(starts, (stream.tokens.ids[starts[1:]] % 97 / 97).astype(np.float32))

    options = make_options(strategy, sized(strategy, size))
    return chunk(ChunkSource(stream, sentences), strategy, options)


@every_strategy
@quiet
@given(stream=streams(), size=sizes)
def test_own_tokens_of_all_chunks_are_the_stream(
    strategy: str, stream: TokenStream, size: int
) -> None:
    cuts = [c.cut for c in cut(stream, strategy, size).chunks]
    assert (cuts[0].start if cuts else 0) == 0
    assert (cuts[-1].end if cuts else 0) == len(stream)
    assert all(one.end == two.start for one, two in pairwise(cuts))
    assert all(c.start < c.end for c in cuts)


@pytest.mark.parametrize("strategy", [name for name in STRATEGIES if name not in KEEP_WHOLE])
@quiet
@given(stream=streams(), size=sizes)
def test_no_chunk_passes_the_maximum(strategy: str, stream: TokenStream, size: int) -> None:
    assert all(c.token_count <= size for c in cut(stream, strategy, size).chunks)


@every_strategy
@quiet
@given(stream=streams(), size=sizes)
def test_content_is_slices_of_nodes_and_no_character_is_lost(
    strategy: str, stream: TokenStream, size: int
) -> None:
    result = cut(stream, strategy, size)
    seen = [np.zeros(len(node.text), bool) for node in stream.sir.nodes]
    for c in result.chunks:
        assert c.content == join(stream.sir, c.segments)
        for segment in c.segments:
            assert stream.sir.nodes[segment.node].text[segment.start : segment.end] in c.content
            if segment.role is Role.OWN:
                assert not seen[segment.node][segment.start : segment.end].any()
                seen[segment.node][segment.start : segment.end] = True
    for node, marks in zip(stream.sir.nodes[: stream.sir.flow], seen, strict=False):
        assert all(mark or letter.isspace() for mark, letter in zip(marks, node.text, strict=True))


@every_strategy
@quiet
@given(stream=streams(), size=sizes)
def test_boxes_hold_the_words_of_the_chunk_and_no_others(
    strategy: str, stream: TokenStream, size: int
) -> None:
    sir = stream.sir
    centres = (sir.words.boxes[:, :2] + sir.words.boxes[:, 2:]) / 2
    pages = sir.lines.page[sir.words.line]
    for c in cut(stream, strategy, size).chunks:
        wanted = {
            int(word) for s in c.segments for word in sir.words_between(s.node, s.start, s.end)
        }
        held = {
            word
            for word, ((x, y), page) in enumerate(zip(centres, pages, strict=True))
            if any(line.box.page == page and line.box.holds(x, y) for line in line_boxes(stream, c))
        }
        assert held == wanted
        assert {line.box.page for line in line_boxes(stream, c)} >= set(c.pages)


@every_strategy
@quiet
@given(stream=streams(), size=sizes)
def test_same_input_gives_the_same_ids_and_no_two_alike(
    strategy: str, stream: TokenStream, size: int
) -> None:
    one, two = cut(stream, strategy, size), cut(stream, strategy, size)
    assert [c.id for c in one.chunks] == [c.id for c in two.chunks]
    assert len({c.id for c in one.chunks}) == len(one.chunks)


@every_strategy
@quiet
@given(stream=streams(), size=sizes)
def test_every_boundary_has_a_reason(strategy: str, stream: TokenStream, size: int) -> None:
    chunks = cut(stream, strategy, size).chunks
    for c in chunks:
        assert c.begins.reason
        assert (c.begins.kind is BoundaryKind.START) == (c.index == 0)
        assert (c.ends.kind is BoundaryKind.END) == (c.index == len(chunks) - 1)
        if c.begins.kind is BoundaryKind.BREAKPOINT:
            assert c.begins.distance is not None
            assert c.begins.threshold is not None
            assert c.begins.distance > c.begins.threshold


@quiet
@given(stream=streams(), size=sizes)
def test_overlap_repeats_the_end_of_the_chunk_before(stream: TokenStream, size: int) -> None:
    for strategy in ("fixed", "recursive"):
        for c in cut(stream, strategy, size).chunks:
            start = c.cut.start - c.cut.overlap
            expected = stream.words(start, c.cut.start)
            marked = [line for line in line_boxes(stream, c) if line.role is Role.OVERLAP]
            assert bool(len(expected)) == bool(marked)


def test_each_strategy_says_its_own_name() -> None:
    assert all(chunker(name).name == name for name in STRATEGIES)
