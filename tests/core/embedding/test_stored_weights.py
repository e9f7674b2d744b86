"""Files of weights that were trained here."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.embedding.stored_weights import read_weights, write_weights

if TYPE_CHECKING:
    from pathlib import Path


def test_a_column_of_zeros_stays_zero_beside_others(tmp_path: Path) -> None:
    matrix = np.array([[0, 0.5, -2], [0, -0.25, 1]], np.float32)
    write_weights(tmp_path / "weights.npz", {"matrix": matrix, "bias": matrix[0]})
    again = read_weights(tmp_path / "weights.npz")
    assert again.keys() == {"matrix", "bias"}
    assert np.abs(again["matrix"] - matrix).max() <= 0.01
    assert (again["bias"] == matrix[0]).all()
