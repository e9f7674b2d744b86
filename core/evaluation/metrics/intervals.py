"""Means over questions, and how sure they are: percentile bootstrap, seeded.

Questions are drawn with replacement, as many as there are. The same number of questions and the
same seed give the same draws, so figures repeat, and all metrics and settings of a table are
compared on the same draws. Values that are None are left out before that.

Source: Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapters 13 and 16.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

RESAMPLES = 2000
LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean over `count` questions, with the ends of its interval.

    One question has an interval without width, which says nothing of how sure its value is.
    """

    mean: float
    low: float
    high: float
    count: int


@dataclass(frozen=True, slots=True)
class Difference:
    """How much better one is than another on the same `count` questions, with its interval.

    `better` is the share of draws (0 to 1) in which the one has the higher mean; draws without a
    difference count half, so two that are alike have 0.5.
    """

    mean: float
    low: float
    high: float
    better: float
    count: int


def mean(values: Iterable[float | None]) -> float | None:
    """The mean of the values that are defined; None if none is."""
    defined = [value for value in values if value is not None]
    return fmean(defined) if defined else None


def bootstrap_mean(
    values: Iterable[float | None],
    *,
    resamples: int = RESAMPLES,
    level: float = LEVEL,
    seed: int = 0,
) -> Interval | None:
    """The mean of the values that are defined, with the interval that holds `level` of the draws.

    None if no value is defined.
    """
    defined = [value for value in values if value is not None]
    if not defined:
        return None
    means = _means(defined, resamples, seed)
    return Interval(fmean(defined), *_ends(means, level), len(defined))


def bootstrap_difference(
    ones: Sequence[float | None],
    others: Sequence[float | None],
    *,
    resamples: int = RESAMPLES,
    level: float = LEVEL,
    seed: int = 0,
) -> Difference | None:
    """One minus the other, question by question, over those where both are defined.

    None if there is no such question.

    Raises:
        ValueError: the two are not of one length.
    """
    pairs = zip(ones, others, strict=True)
    gains = [one - other for one, other in pairs if one is not None and other is not None]
    if not gains:
        return None
    means = _means(gains, resamples, seed)
    better = float((np.sign(means) + 1).mean() / 2)
    return Difference(fmean(gains), *_ends(means, level), better, len(gains))


def _means(values: Sequence[float], resamples: int, seed: int) -> NDArray[np.float64]:
    return _draws(len(values), resamples, seed) @ np.asarray(values, float) / len(values)


def _ends(means: NDArray[np.float64], level: float) -> tuple[float, float]:
    low, high = np.quantile(means, ((1 - level) / 2, (1 + level) / 2)).tolist()
    return low, high


@lru_cache(maxsize=4)
def _draws(count: int, resamples: int, seed: int) -> NDArray[np.float64]:
    """How often each draw (resamples, count) holds each question; made once for a whole table."""
    drawn = np.random.default_rng(seed).integers(count, size=(resamples, count))
    flat = drawn + count * np.arange(resamples)[:, None]
    times = np.bincount(flat.ravel(), minlength=resamples * count)
    return times.reshape(resamples, count).astype(float)
