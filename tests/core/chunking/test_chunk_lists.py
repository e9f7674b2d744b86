"""Chunks that are put together when they are looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.chunking.chunk_lists import ChunksById, LazyChunks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.chunking.base import Chunk, ChunkingResult


@pytest.fixture
def chunks(cut: Callable[..., ChunkingResult]) -> Sequence[Chunk]:
    return cut(["One two three four. " * 40], "fixed", max_tokens=16).chunks


def test_only_what_is_looked_at_is_made_and_only_once(chunks: Sequence[Chunk]) -> None:
    made: list[int] = []

    def make(index: int) -> Chunk:
        made.append(index)
        return chunks[index]

    lazy = LazyChunks(len(chunks), make)
    assert len(lazy) == len(chunks) > 3
    assert lazy[-1] is chunks[-1]
    assert lazy[len(chunks) - 1] is chunks[-1]
    assert lazy[1:3] == chunks[1:3]
    assert made == [len(chunks) - 1, 1, 2]
    with pytest.raises(IndexError):
        lazy[len(chunks)]
    assert list(reversed(lazy)) == list(reversed(chunks))
    assert lazy == chunks
    assert lazy != chunks[1:]
    assert len(made) == len(chunks)


def test_one_is_found_by_its_id_without_the_others(chunks: Sequence[Chunk]) -> None:
    made: list[int] = []

    def make(index: int) -> Chunk:
        made.append(index)
        return chunks[index]

    named = ChunksById([each.id for each in chunks], LazyChunks(len(chunks), make))
    assert named[chunks[2].id] is chunks[2]
    assert chunks[0].id in named
    assert named.get("none") is None
    assert list(named) == [each.id for each in chunks]
    assert made == [2]
    assert dict(named) == {each.id: each for each in chunks}
