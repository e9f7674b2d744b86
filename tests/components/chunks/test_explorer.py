"""Looking for chunks, and how many of them are listed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from components.chunks.explorer import _listed_in_words, filtered, window
from tests.builders import heading
from tests.cutting import cut

if TYPE_CHECKING:
    from core.chunking.base import ChunkingResult


@pytest.fixture
def result() -> ChunkingResult:
    blocks = [heading("Pain"), "Give rest. " * 10, heading("Fever"), "Give water. " * 10]
    return cut(blocks, "recursive", max_tokens=16, overlap=0)


def test_words_are_looked_for_in_the_content_and_in_the_headings_above(
    result: ChunkingResult,
) -> None:
    by_content = filtered(result, result.chunks, "water")
    by_heading = filtered(result, result.chunks, "FEVER")
    assert 0 < len(by_content) < len(result.chunks)
    assert set(by_content) <= set(by_heading)


def test_all_words_must_be_there(result: ChunkingResult) -> None:
    assert filtered(result, result.chunks, "rest water") == []
    assert filtered(result, result.chunks, "  ") == list(result.chunks)


def test_a_window_holds_the_selected_chunk(result: ChunkingResult) -> None:
    chunks = result.chunks
    for chosen in chunks:
        shown = window(chunks, chosen.id, 3)
        assert len(shown) == 3
        assert chosen in shown


def test_without_a_selected_chunk_the_first_ones_are_listed(result: ChunkingResult) -> None:
    assert window(result.chunks, None, 3) == result.chunks[:3]
    assert window(result.chunks, None, 999) == result.chunks


def test_all_chunks_of_a_long_document_are_listed() -> None:
    long = cut(
        [f"Sentence {number} of many. " * 4 for number in range(400)],
        "recursive",
        max_tokens=16,
        overlap=0,
    )
    assert len(long.chunks) > 324
    assert window(long.chunks, None) == long.chunks


def test_how_to_get_to_chunks_that_are_not_listed_is_said() -> None:
    assert _listed_in_words(3, 3, 12) == "3 of 12 chunks"
    assert "5,000 of them listed. Turn the page" in _listed_in_words(5000, 7000, 7000)
