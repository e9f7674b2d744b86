"""Scores over the pages of a document, how sure each is, and how far two readings differ.

Pages are drawn with replacement, the same ones for all readings, so that the draws of two readings
can be taken from each other.

Source: Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapters 13 and 16.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.evaluation.metrics.intervals import (
    Difference,
    Interval,
    difference_of_draws,
    interval_of_draws,
    mean,
    resampled_sums,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Score:
    """A figure with its interval, whose `count` is that of pages (or tables), and its draws.

    `drawn` are the places of these pages (or tables) among all. One page says nothing of how sure
    a figure is: its interval has no width.
    """

    interval: Interval
    draws: NDArray[np.float64]
    drawn: tuple[int, ...]

    @property
    def value(self) -> float:
        """The figure."""
        return self.interval.mean


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """Elements of a class by page, each (pages,): in the gold, found, and how many are both.

    `both_mean` is the mean of both over all thresholds of IoU, `both` that at the lowest.
    """

    wanted: NDArray[np.float64]
    found: NDArray[np.float64]
    both: NDArray[np.float64]
    both_mean: NDArray[np.float64]


def score_difference(one: Score | None, other: Score | None) -> Difference | None:
    """How much higher one score is than another of the same pages; None where one is not there.

    So it is where they are of different pages, since a measure cannot be told of all of them.
    """
    if one is None or other is None or one.drawn != other.drawn:
        return None
    count = one.interval.count
    return difference_of_draws(one.value - other.value, one.draws - other.draws, count)


def page_mean(values: Sequence[float | None]) -> Score | None:
    """The mean over the pages for which there is a value; None if there is none."""
    drawn = tuple(at for at, value in enumerate(values) if value is not None)
    defined = [value for value in values if value is not None]
    value = mean(defined)
    if value is None:
        return None
    draws = resampled_sums(np.array(defined, float)[:, None])[:, 0] / len(defined)
    return Score(interval_of_draws(value, draws, len(defined)), draws, drawn)


def pooled_f1(classes: Sequence[Counts], *, over_thresholds: bool = False) -> Score | None:
    """The mean over classes with gold of F1 over the elements of all pages; None without gold.

    That at IoU 0.5, or with `over_thresholds` the mean of those at 0.5 to 0.95. A draw of pages
    without gold of a class says nothing of this class.
    """
    with_gold = [counts for counts in classes if counts.wanted.sum()]
    if not with_gold:
        return None
    pages = len(with_gold[0].wanted)
    parts = [
        np.stack([c.both_mean if over_thresholds else c.both, c.wanted, c.found], axis=1)
        for c in with_gold
    ]
    value = float(_macro_f1([part.sum(axis=0, keepdims=True) for part in parts])[0])
    draws = _macro_f1([resampled_sums(part) for part in parts])
    return Score(interval_of_draws(value, draws, pages), draws, tuple(range(pages)))


def _macro_f1(sums: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """(draws,) The mean F1 over classes, each given as (draws, 3): both, wanted, found."""
    both, wanted, found = np.stack(sums).transpose(2, 0, 1)
    told = wanted > 0
    f1 = np.divide(2 * both, wanted + found, out=np.zeros_like(both), where=told)
    classes = told.sum(axis=0)
    undefined = np.full(classes.shape, np.nan)
    return np.divide(f1.sum(axis=0), classes, out=undefined, where=classes > 0)
