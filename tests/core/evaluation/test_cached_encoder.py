"""Vectors that are kept in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from core.embedding.hashing import HashingEncoder
from core.errors import Cancelled
from core.evaluation.cached_encoder import CachedEncoder

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from core.embedding.base import WindowedVectors
    from core.progress import Progress

TEXTS = ["one two three", "four", "", "one two three", "five " * 40]


class Counting(HashingEncoder):
    """Remembers what it was asked to embed."""

    def __init__(self, name: str = "counting") -> None:
        super().__init__(dimension=16, max_tokens=8)
        self.name = name
        self.asked: list[str] = []

    def encode_windows(
        self, texts: Sequence[str], progress: Progress | None = None
    ) -> WindowedVectors:
        """As the encoder it is."""
        self.asked += texts
        return super().encode_windows(texts, progress)


def test_vectors_are_those_of_the_model_and_are_made_once(tmp_path: Path) -> None:
    model = Counting()
    kept = CachedEncoder(model, tmp_path)
    plain = HashingEncoder(dimension=16, max_tokens=8).encode_windows(TEXTS)
    for _ in range(2):
        made = kept.encode_windows(TEXTS)
        assert np.array_equal(made.vectors, plain.vectors)
        assert np.array_equal(made.owner, plain.owner)
        assert np.array_equal(made.weights, plain.weights)
    assert sorted(model.asked) == sorted(set(TEXTS))


def test_another_process_finds_them_in_the_file(tmp_path: Path) -> None:
    CachedEncoder(Counting(), tmp_path).encode_windows(TEXTS)
    model = Counting()
    kept = CachedEncoder(model, tmp_path)
    kept.encode_windows(TEXTS)
    assert model.asked == []
    assert kept.seconds > 0


def test_a_question_is_not_taken_for_a_passage(tmp_path: Path) -> None:
    model = HashingEncoder(dimension=16, max_tokens=8)
    kept = CachedEncoder(model, tmp_path)
    kept.encode_windows(TEXTS)
    assert np.array_equal(kept.encode(TEXTS), model.encode(TEXTS))


def test_a_stop_keeps_what_was_embedded(tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        raise Cancelled("enough")

    texts = [f"text {number}" for number in range(200)]
    with pytest.raises(Cancelled):
        CachedEncoder(Counting(), tmp_path).encode_windows(texts, stop)
    model = Counting()
    CachedEncoder(model, tmp_path).encode_windows(texts)
    assert 0 < len(model.asked) < len(texts)


def test_no_text_gives_no_vector(tmp_path: Path) -> None:
    assert CachedEncoder(Counting(), tmp_path).encode([]).shape == (0, 16)


def test_models_whose_names_differ_in_a_sign_share_no_file(tmp_path: Path) -> None:
    CachedEncoder(Counting("a/b"), tmp_path).encode_windows(TEXTS)
    model = Counting("a_b")
    CachedEncoder(model, tmp_path).encode_windows(TEXTS)
    assert sorted(model.asked) == sorted(set(TEXTS))


@pytest.mark.parametrize("start", [0, 4096], ids=["head", "rows"])
def test_a_damaged_file_is_begun_anew(tmp_path: Path, start: int) -> None:
    kept = CachedEncoder(Counting(), tmp_path)
    kept.encode_windows(TEXTS)
    path = next(tmp_path.glob("*.sqlite"))
    path.write_bytes(path.read_bytes()[:start] + b"damaged!" * 1024)
    for held in (kept, CachedEncoder(Counting(), tmp_path)):
        plain = HashingEncoder(dimension=16, max_tokens=8).encode_windows(TEXTS)
        assert np.array_equal(held.encode_windows(TEXTS).vectors, plain.vectors)
    model = Counting()
    CachedEncoder(model, tmp_path).encode_windows(TEXTS)
    assert model.asked == []


def test_a_file_that_cannot_be_opened_costs_only_the_time_of_embedding(tmp_path: Path) -> None:
    model = Counting()
    kept = CachedEncoder(model, tmp_path)
    kept.encode_windows(TEXTS)
    path = next(tmp_path.glob("*.sqlite"))
    path.unlink()
    path.mkdir()
    assert len(kept.encode_windows(TEXTS).owner) > 0
    assert len(model.asked) == 2 * len(set(TEXTS))
