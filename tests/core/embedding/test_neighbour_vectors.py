"""Vectors with their neighbours mixed in, by hand and over any number of windows."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.embedding.base import WindowedVectors
from core.embedding.neighbour_vectors import mixed


def windows(vectors: list[list[float]]) -> WindowedVectors:
    count = len(vectors)
    rows = np.array(vectors, np.float32).reshape(count, -1)
    return WindowedVectors(rows, np.arange(count, dtype=np.int32), np.ones(count, np.int32))


def test_neighbours_count_the_weight_and_those_after_them_half():
    axes = np.eye(4).tolist()
    expected = np.array([1, 0.5, 0.25, 0]) / np.sqrt(1 + 0.25 + 0.0625)
    assert mixed(windows(axes), 0.5).vectors[0] == pytest.approx(expected)
    expected = np.array([0.5, 1, 0.5, 0.25]) / np.sqrt(1 + 2 * 0.25 + 0.0625)
    assert mixed(windows(axes), 0.5).vectors[1] == pytest.approx(expected)


def test_a_weight_of_nothing_changes_nothing():
    held = windows([[1, 0], [0, 1]])
    assert mixed(held, 0.0) is held


@given(st.integers(0, 6), st.floats(0.01, 4.0))
def test_vectors_stay_of_unit_length_and_owners_as_they_were(count: int, weight: float):
    rows = np.random.default_rng(count).normal(size=(count, 8))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    held = WindowedVectors(
        rows.astype(np.float32), np.arange(count, dtype=np.int32), np.ones(count, np.int32)
    )
    found = mixed(held, weight)
    assert np.linalg.norm(found.vectors, axis=1) == pytest.approx(np.ones(count), abs=1e-5)
    assert found.owner is held.owner and found.vectors.dtype == np.float32
