from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from benchmarks import scale
from benchmarks.scale import Nearest, measure
from core.embedding.base import WindowedVectors
from core.indexing.base import IndexItem

if TYPE_CHECKING:
    import pytest


def test_a_small_library_is_searched_and_all_near_chunks_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(scale, "QUESTIONS", 2)
    monkeypatch.setattr(scale, "_ORIGINALS", 1)
    figures = {figure.name: figure for figure in measure(None, [200])}
    assert figures["retrieval in 200 chunks"].value > 0
    assert figures["answer in 200 chunks"].value > 0
    assert figures["memory for 200 chunks"].value > 0
    assert figures["recall in 200 chunks"].value == 1


def test_the_nearest_are_those_of_the_best_window():
    nearest = Nearest(np.array([[1.0, 0.0]], np.float32))
    items = [IndexItem("a", "d", ""), IndexItem("b", "d", "")]
    vectors = np.array([[0.0, 1.0], [1.0, 0.0], [0.6, 0.8]], np.float32)
    owner = np.array([0, 0, 1], np.int32)
    nearest.see("d", items, WindowedVectors(vectors, owner, np.ones(3, np.int32)))
    assert [key for _, key in nearest.found[0]] == [("d", "a"), ("d", "b")]
