from __future__ import annotations

import numpy as np

from benchmarks.scale import Nearest
from core.embedding.base import WindowedVectors
from core.indexing.base import IndexItem


def test_the_nearest_are_those_of_the_best_window():
    nearest = Nearest(np.array([[1.0, 0.0]], np.float32))
    items = [IndexItem("a", "d", ""), IndexItem("b", "d", "")]
    vectors = np.array([[0.0, 1.0], [1.0, 0.0], [0.6, 0.8]], np.float32)
    owner = np.array([0, 0, 1], np.int32)
    nearest.see("d", items, WindowedVectors(vectors, owner, np.ones(3, np.int32)))
    assert [key for _, key in nearest.found[0]] == [("d", "a"), ("d", "b")]
