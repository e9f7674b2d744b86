"""Lines that are askew, as of a photographed page: divided so that upright boxes follow them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

HIGHEST = 1.5
"""Heights of its highest word that a box around words of a line has at most."""

STEEPEST = 0.2
"""Slope up to which a line is askew; what is steeper runs down the page, or is no line."""

STEP = 0.5
"""Heights of a word from one box to the next."""


def level_runs(
    starts: NDArray[np.intp], boxes: NDArray[np.float32], aspects: NDArray[np.float64]
) -> NDArray[np.intp]:
    """Where runs of words begin, ascending, those included that part a run that is askew.

    `starts` holds the first word of each run within a line, `boxes` (n, 4) are those of the words
    in fractions of their pages, `aspects` (n,) the width of these by their height.
    """
    top, bottom = boxes[:, 1], boxes[:, 3]
    heights = np.maximum.reduceat(bottom, starts) - np.minimum.reduceat(top, starts)
    high = heights > HIGHEST * np.maximum.reduceat(bottom - top, starts)
    ends = np.r_[starts[1:], len(boxes)]
    parts = [starts]
    for start, end in zip(starts[high], ends[high], strict=True):
        steps = _steps(boxes[start:end], aspects[start])
        parts.append(start + 1 + np.flatnonzero(np.diff(steps)))
    return np.unique(np.concatenate(parts))


def _steps(boxes: NDArray[np.float32], aspect: float) -> NDArray[np.int32]:
    """(n,) By how many steps each word of a run is above or below its first one."""
    across = (boxes[:, 0] + boxes[:, 2]) / 2 * aspect
    down = (boxes[:, 1] + boxes[:, 3]) / 2
    spread = across - across.mean()
    slope = (spread @ down) / max(float(spread @ spread), 1e-9)
    off = slope * (across - across[0]) / np.median(boxes[:, 3] - boxes[:, 1])
    return np.round(off / STEP).astype(np.int32) * (abs(slope) < STEEPEST)
