"""Division of long texts into windows."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.embedding.text_windows import window_bounds

pieces_per_word = st.lists(st.integers(1, 12), max_size=60)


def words_of(pieces: list[int]) -> list[int]:
    return [word for word, count in enumerate(pieces) for _ in range(count)]


@given(pieces_per_word, st.integers(1, 20))
def test_windows_cover_all_tokens_in_order_and_none_is_too_long(pieces: list[int], size: int):
    words = words_of(pieces)
    bounds = window_bounds(words, size)
    assert [i for start, end in bounds for i in range(start, end)] == list(range(len(words)))
    assert all(end - start <= size for start, end in bounds)
    assert all(end > start for start, end in bounds) or bounds == [(0, 0)]


@given(pieces_per_word, st.integers(12, 30))
def test_windows_end_between_words_that_fit(pieces: list[int], size: int):
    words = words_of(pieces)
    for (_, end), (start, _) in itertools.pairwise(window_bounds(words, size)):
        assert end == start and words[end - 1] != words[end]


def test_windows_are_even():
    assert window_bounds(range(300), 254) == [(0, 150), (150, 300)]


def test_a_text_that_fits_is_one_window():
    assert window_bounds(range(254), 254) == [(0, 254)]
    assert window_bounds([], 254) == [(0, 0)]


def test_a_window_needs_room():
    with pytest.raises(ValueError, match="at least one"):
        window_bounds([1, 2], 0)
