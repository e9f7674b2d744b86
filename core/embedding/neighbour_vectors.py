"""Vectors that know what stands around their windows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from core.embedding.base import WindowedVectors, unit_rows

_FURTHER = (1.0, 0.5)
"""What the next window counts, and the one after it, in shares of the weight of neighbours."""


def mixed(windows: WindowedVectors, weight: float) -> WindowedVectors:
    """The windows of one document in reading order, each with its neighbours mixed in.

    Each vector is added `weight` times the two beside it and half as much of the two next to
    these, and scaled to unit length. A small chunk so is found by what it is about, too, though
    only its neighbours say so; what is retrieved stays the small chunk. 0 changes nothing.
    """
    if not weight:
        return windows
    vectors = windows.vectors
    total = vectors.astype(np.float64)
    for distance, share in enumerate(_FURTHER, start=1):
        total[distance:] += weight * share * vectors[:-distance]
        total[:-distance] += weight * share * vectors[distance:]
    return replace(windows, vectors=unit_rows(total))
