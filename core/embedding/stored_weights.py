"""Files of weights that were trained here: matrices in int8 with a scale for each column."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

_SCALE = ".scale"
"""What the name of the scales of a matrix ends in."""


def read_weights(file: Path) -> dict[str, NDArray[np.float32]]:
    """The weights by name, as numbers."""
    with np.load(file) as stored:
        scales = {name: stored[name] for name in stored.files if name.endswith(_SCALE)}
        return {
            name: np.ascontiguousarray(stored[name] * scales.get(f"{name}{_SCALE}", np.float32(1)))
            for name in stored.files
            if name not in scales
        }


def write_weights(file: Path, weights: Mapping[str, NDArray[np.float32]]) -> None:
    """Keeps weights, vectors as they are."""
    stored: dict[str, NDArray[Any]] = {}
    for name, values in weights.items():
        if values.ndim == 1:
            stored[name] = values.astype(np.float32)
            continue
        scale = np.abs(values).max(axis=0) / 127
        scale[scale == 0] = 1
        stored[name] = np.round(values / scale).astype(np.int8)
        stored[f"{name}{_SCALE}"] = scale.astype(np.float32)
    with file.open("wb") as opened:
        np.savez_compressed(opened, allow_pickle=False, **stored)
