"""The splitters of the Chroma evaluation, on pieces whose vectors are known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from benchmarks.similarity_splitters import cluster, kamradt
from core.embedding.hashing import HashingEncoder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from core.progress import Progress


class Axes(HashingEncoder):
    """A text is the mean of the axes of its letters a, b and c."""

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> NDArray[np.float32]:
        rows = np.array([[text.count(letter) for letter in "abc"] for text in texts], np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def test_clusters_hold_what_is_alike() -> None:
    pieces = ["a", "a", "b", "b", "b", "c"]
    assert cluster(pieces, Axes(), 400) == ["a a", "b b b", "c"]


def test_clusters_pass_no_maximum() -> None:
    assert max(chunk.count("b") for chunk in cluster(["a", *"bbbbb"], Axes(), 100)) == 2


def test_ends_stand_where_neighbourhoods_differ_most() -> None:
    pieces = [*"aaaaaa", *"bbbbbb"]
    found = kamradt(pieces, Axes(), len, 12)
    assert "".join(found).replace(" ", "") == "".join(pieces)
    assert found == ["a a a a a a", "b b b b b b"]
