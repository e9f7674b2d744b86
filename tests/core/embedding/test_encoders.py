"""The table of embedding models, and the stand-in that needs no model."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.embedding import open_encoder
from core.embedding.base import WindowedVectors
from core.embedding.hashing import HashingEncoder
from core.errors import InvalidOption, SetupError


def test_an_unknown_name_is_answered_with_the_known_ones():
    with pytest.raises(InvalidOption, match="all-MiniLM-L6-v2"):
        open_encoder("no-such-model")


def test_a_model_that_is_not_there_is_explained(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(SetupError, match="not on this machine"):
        open_encoder("sentence-transformers:nobody/has-this-model")


def test_the_hashing_encoder_is_near_for_shared_words():
    encoder = HashingEncoder(256)
    query, near, far = encoder.encode(["red apple", "a red apple pie", "green hedge"])
    assert query @ near > 0.5 > query @ far


@given(st.lists(st.text(max_size=80), max_size=8), st.integers(1, 6))
def test_hashed_vectors_have_unit_length_and_every_text_has_a_window(texts: list[str], size: int):
    encoder = HashingEncoder(16, max_tokens=size)
    windows = encoder.encode_windows(texts)
    assert np.unique(windows.owner).tolist() == list(range(len(texts)))
    assert np.linalg.norm(windows.vectors, axis=1) == pytest.approx(1.0, abs=1e-5)
    assert encoder.encode(texts).shape == (len(texts), 16)
    assert np.array_equal(encoder.encode(texts), HashingEncoder(16, size).encode(texts))


def test_windows_are_averaged_by_their_tokens():
    vectors = np.array([[1, 0], [0, 1], [0, 1]], np.float32)
    windows = WindowedVectors(vectors, np.array([0, 0, 1], np.int32), np.array([3, 4, 9], np.int32))
    assert windows.averaged() == pytest.approx(np.array([[0.6, 0.8], [0.0, 1.0]]))
