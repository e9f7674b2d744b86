"""How well stated probabilities agree with how often what they were stated of was right."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


from core.evaluation.metrics.intervals import Interval, bootstrap_mean

BINS = 5
"""Of equal width; more would hold too few of some dozens of questions."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Those of a probability from `low` to `high` (half-open, the last bin closed).

    `stated` is the mean of their probabilities, `right` the share of them that were right; both
    are None where there are none.
    """

    low: float
    high: float
    stated: float | None
    right: Interval | None

    @property
    def count(self) -> int:
        """How many there are."""
        return self.right.count if self.right else 0


@dataclass(frozen=True, slots=True)
class Calibration:
    """The bins in their order, and the expected calibration error, 0 (well) to 1; None of none."""

    bins: tuple[Bin, ...]
    error: float | None


def calibration(probabilities: Sequence[float], right: Sequence[bool]) -> Calibration:
    """How far the stated probabilities (0 to 1) are from the shares that were right.

    The error is the mean distance of both over the bins, each weighted by how many it holds.

    Source: Guo et al. 2017, "On calibration of modern neural networks", section 2.

    Raises:
        ValueError: the two are not of one length.
    """
    pairs = list(zip(probabilities, right, strict=True))
    by_bin: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for stated, is_right in pairs:
        by_bin[min(int(stated * BINS), BINS - 1)].append((stated, is_right))
    bins = tuple(_bin(n / BINS, (n + 1) / BINS, own) for n, own in enumerate(by_bin))
    gaps = [
        part.count * abs(part.stated - part.right.mean)
        for part in bins
        if part.stated is not None and part.right
    ]
    return Calibration(bins, sum(gaps) / len(pairs) if pairs else None)


def _bin(low: float, high: float, pairs: Sequence[tuple[float, bool]]) -> Bin:
    stated = fmean(probability for probability, _ in pairs) if pairs else None
    return Bin(low, high, stated, bootstrap_mean(float(right) for _, right in pairs))
