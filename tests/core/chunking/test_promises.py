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
from core.chunking.assembly import line_boxes
from core.chunking.base import BoundaryKind, Chunk, ChunkingResult, ChunkSource, Sentences
from core.spans import Role, joined
from tests.strategies import streams

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.tokens import TokenStream

quiet = settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
sizes = st.sampled_from([16, 24, 64, 128])
KEEP_WHOLE = {"heading_anchored"}
"""Strategies that never split a paragraph, a list or a table, whatever their size."""


def cut(stream: TokenStream, strategy: str, size: int) -> ChunkingResult:
    """Chunks with default options but for N; distances come from the tokens themselves."""

    def sentences() -> Sentences:
        starts = stream.sentence_starts
        return Sentences(starts, (stream.tokens.ids[starts[1:]] % 97 / 97).astype(np.float32))

    options = make_options(strategy, sized(strategy, size))
    return chunk(ChunkSource(stream, sentences), strategy, options)


def own_tokens_of_all_chunks_are_the_stream(stream: TokenStream, chunks: Sequence[Chunk]) -> None:
    cuts = [c.cut for c in chunks]
    assert (cuts[0].start if cuts else 0) == 0
    assert (cuts[-1].end if cuts else 0) == len(stream)
    assert all(one.end == two.start for one, two in pairwise(cuts))
    assert all(c.start < c.end for c in cuts)


def content_is_slices_of_nodes_and_no_character_is_lost(
    stream: TokenStream, chunks: Sequence[Chunk]
) -> None:
    seen = [np.zeros(len(node.text), bool) for node in stream.sir.nodes]
    for c in chunks:
        assert c.content == joined(stream.sir, c.segments)
        for segment in c.segments:
            assert stream.sir.nodes[segment.node].text[segment.start : segment.end] in c.content
            if segment.role is Role.OWN:
                assert not seen[segment.node][segment.start : segment.end].any()
                seen[segment.node][segment.start : segment.end] = True
    for node, marks in zip(stream.sir.nodes[: stream.sir.flow], seen, strict=False):
        assert all(mark or letter.isspace() for mark, letter in zip(marks, node.text, strict=True))


def boxes_hold_the_words_of_the_chunk_and_no_others(
    stream: TokenStream, chunks: Sequence[Chunk]
) -> None:
    sir = stream.sir
    x, y = ((sir.words.boxes[:, :2] + sir.words.boxes[:, 2:]) / 2).T
    pages = sir.lines.page[sir.words.line]
    for c in chunks:
        wanted = np.zeros(len(pages), bool)
        held = np.zeros(len(pages), bool)
        for segment in c.segments:
            wanted[sir.words_between(segment.node, segment.start, segment.end)] = True
        lines = line_boxes(stream, c)
        for box in (line.box for line in lines):
            across, down = (box.left <= x) & (x <= box.right), (box.top <= y) & (y <= box.bottom)
            held |= (pages == box.page) & across & down
        assert (held == wanted).all()
        assert {line.box.page for line in lines} >= set(c.pages)


def every_boundary_has_a_reason(_: TokenStream, chunks: Sequence[Chunk]) -> None:
    for c in chunks:
        assert c.begins.reason
        assert (c.begins.kind is BoundaryKind.START) == (c.index == 0)
        assert (c.ends.kind is BoundaryKind.END) == (c.index == len(chunks) - 1)
        if c.begins.kind is BoundaryKind.BREAKPOINT:
            assert c.begins.distance is not None
            assert c.begins.threshold is not None
            assert c.begins.distance > c.begins.threshold


def no_chunk_repeats_what_is_its_own(_: TokenStream, chunks: Sequence[Chunk]) -> None:
    for c in chunks:
        for start, end in c.cut.context:
            assert all(end <= first or last <= start for first, last in c.cut.pieces)


PROMISES = (
    own_tokens_of_all_chunks_are_the_stream,
    content_is_slices_of_nodes_and_no_character_is_lost,
    boxes_hold_the_words_of_the_chunk_and_no_others,
    every_boundary_has_a_reason,
    no_chunk_repeats_what_is_its_own,
)


@pytest.mark.parametrize("strategy", list(STRATEGIES))
@quiet
@given(stream=streams(), size=sizes)
def test_a_strategy_keeps_all_promises(strategy: str, stream: TokenStream, size: int) -> None:
    """One document is tried on all of them, since making it up takes most of the time."""
    chunks = cut(stream, strategy, size).chunks
    for keeps_promise in PROMISES:
        keeps_promise(stream, chunks)
    assert len({c.id for c in chunks}) == len(chunks)
    assert [c.id for c in chunks] == [c.id for c in cut(stream, strategy, size).chunks]
    if strategy not in KEEP_WHOLE:
        assert all(c.token_count <= size for c in chunks)


@quiet
@given(stream=streams(), size=sizes)
def test_no_semantic_chunk_is_below_its_minimum_where_a_neighbour_fits(
    stream: TokenStream, size: int
) -> None:
    for one, two in pairwise(cut(stream, "semantic", size).chunks):
        if min(one.token_count, two.token_count) < size // 2:
            assert one.token_count + two.token_count > size


@quiet
@given(stream=streams(), size=sizes)
def test_a_cut_for_want_of_room_has_no_room_up_to_the_next_such_place(
    stream: TokenStream, size: int
) -> None:
    for one, two in pairwise(cut(stream, "recursive", size).chunks):
        level = int(stream.delimiter[two.cut.start])
        if "such place" in two.begins.reason:
            following = stream.delimited[level]
            after = following[following > two.cut.start]
            end = int(after[0]) if len(after) else len(stream)
            assert end - one.cut.start + one.cut.overlap > size
        else:
            assert "by itself" in two.begins.reason


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
