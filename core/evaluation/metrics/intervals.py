"""Means over questions, and how sure they are: percentile bootstrap, seeded.

Questions are drawn with replacement, as many as there are. The same number of questions and the
same seed give the same draws, so figures repeat, and all metrics and settings of a table are
compared on the same draws. Values that are None are left out before that.

Source: Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapters 13 and 16.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from statistics import fmean
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    _Blocks = tuple[NDArray[np.unsignedinteger], ...]

RESAMPLES = 2000
LEVEL = 0.95
_SEED = 0

_BLOCK = 1_000_000
"""Counts that are worked on at once, as numbers of eight bytes."""
_ROWS = 64
"""Blocks are multiples of it, as sums are rounded by groups of draws: figures stay as they are."""
_HELD_BYTES = 64_000_000
"""Of counts that are kept; 2,000 draws of 10,000 questions take 20 MB."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean over `count` questions, with the ends of its interval.

    One question, or several of one value between 0 and 1, have an interval without width, which
    says nothing of how sure the value is.
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


def bootstrap_mean(values: Iterable[float | None]) -> Interval | None:
    """The mean of the values that are defined, with the interval that holds `LEVEL` of the draws.

    None if no value is defined. Where all are 1, or all are 0, draws do not differ, which would
    make few questions look certain: there the interval is the exact one of a share.

    Source: Clopper and Pearson, The use of confidence or fiducial limits (1934), for that case.
    """
    defined = [value for value in values if value is not None]
    if not defined:
        return None
    if set(defined) in ({0.0}, {1.0}):
        return _of_a_share(defined[0], len(defined))
    return Interval(fmean(defined), *_ends(_resampled_means(defined)), len(defined))


def bootstrap_difference(
    ones: Sequence[float | None], others: Sequence[float | None]
) -> Difference | None:
    """One minus the other, question by question, over those where both are defined.

    None if there is no such question.

    Raises:
        ValueError: the two are not of one length.
    """
    pairs = zip(ones, others, strict=True)
    gains = [first - second for first, second in pairs if first is not None and second is not None]
    if not gains:
        return None
    return difference_of_draws(fmean(gains), _resampled_means(gains), len(gains))


def resampled_sums(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """(draws, columns) The sums of each draw of the rows of (n, columns), n being over 0.

    For what is no mean of questions, such as F1 over the elements of the pages that were drawn:
    `interval_of_draws` tells how sure it is. The draws are those of all other functions.
    """
    return np.concatenate([block.astype(float) @ values for block in _DRAWS.get(len(values))])


def interval_of_draws(value: float, draws: NDArray[np.float64], count: int) -> Interval:
    """A figure over `count` questions, with the interval that holds `LEVEL` of its draws.

    Draws that are NaN, for which it is not defined, are left out. Where all are 1, or all are 0,
    the interval is that of a share (see `bootstrap_mean`), but of one question it has no width.
    """
    defined = draws[~np.isnan(draws)]
    if count > 1 and value in (0.0, 1.0) and (defined == value).all():
        return _of_a_share(value, count)
    return Interval(value, *_ends(defined), count)


def difference_of_draws(gain: float, draws: NDArray[np.float64], count: int) -> Difference:
    """A difference over `count` questions, with its draws, of which those that are NaN are left."""
    defined = draws[~np.isnan(draws)]
    better = float((np.sign(defined) + 1).mean() / 2)
    return Difference(gain, *_ends(defined), better, count)


def _of_a_share(value: float, count: int) -> Interval:
    """The interval of `count` successes out of as many, or of none."""
    room = 1 - ((1 - LEVEL) / 2) ** (1 / count)
    low, high = (1 - room, 1.0) if value else (0.0, room)
    return Interval(value, low, high, count)


def _resampled_means(values: Sequence[float]) -> NDArray[np.float64]:
    defined = np.asarray(values, float)
    blocks = _DRAWS.get(len(values))
    return np.concatenate([block.astype(float) @ defined for block in blocks]) / len(values)


def _ends(means: NDArray[np.float64]) -> tuple[float, float]:
    low, high = np.quantile(means, ((1 - LEVEL) / 2, (1 + LEVEL) / 2)).tolist()
    return low, high


class _Draws:
    """The draws used last, made once for a whole table; several threads may ask.

    In memory they take `limit` bytes at most, or those asked for last if these alone take more.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._blocks: OrderedDict[int, _Blocks] = OrderedDict()
        self._lock = Lock()

    def get(self, count: int) -> _Blocks:
        """How often each draw holds each of so many questions: (draws, count), in blocks."""
        with self._lock:
            if count not in self._blocks:
                self._blocks[count] = _drawn(count)
            self._blocks.move_to_end(count)
            while len(self._blocks) > 1 and self._bytes() > self._limit:
                self._blocks.popitem(last=False)
            return self._blocks[count]

    def _bytes(self) -> int:
        return sum(block.nbytes for blocks in self._blocks.values() for block in blocks)


_DRAWS = _Draws(_HELD_BYTES)


def _drawn(count: int) -> _Blocks:
    random = np.random.default_rng(_SEED)
    rows = max(1, _BLOCK // count // _ROWS) * _ROWS
    sizes = [min(rows, RESAMPLES - first) for first in range(0, RESAMPLES, rows)]
    return tuple(_counts(random, size, count) for size in sizes)


def _counts(random: np.random.Generator, draws: int, count: int) -> NDArray[np.unsignedinteger]:
    drawn = random.integers(count, size=(draws, count))
    flat = drawn + count * np.arange(draws)[:, None]
    times = np.bincount(flat.ravel(), minlength=draws * count).reshape(draws, count)
    # A byte holds them nearly always: a question comes up once in a draw, on average.
    return times.astype(np.min_scalar_type(int(times.max())))
