"""Means and their intervals."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.metrics.intervals import Interval, bootstrap_difference, bootstrap_mean, mean

VALUES = st.lists(st.one_of(st.none(), st.floats(0, 1)), max_size=20)


def test_a_mean_leaves_out_what_is_not_defined():
    assert mean([1.0, None, 0.0, None, 0.5]) == 0.5
    assert mean([None]) is None


@pytest.mark.parametrize("count", [5, 35, 777, 3001])
def test_draws_made_in_blocks_are_those_made_at_once(count: int):
    values = np.random.default_rng(7).random(count)
    drawn = np.random.default_rng(0).integers(count, size=(2000, count))
    times = np.stack([np.bincount(row, minlength=count) for row in drawn])
    low, high = np.quantile(times.astype(float) @ values / count, (0.025, 0.975)).tolist()
    found = bootstrap_mean(values.tolist())
    assert found is not None
    assert found.mean == pytest.approx(values.mean(), abs=1e-12)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-15)


def test_many_questions_take_little_memory():
    tracemalloc.start()
    for count in (10_000, 9_999, 9_998, 9_997, 9_996):
        bootstrap_mean([0.5] * count)
    held, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held < 70_000_000
    assert most < 130_000_000


def test_one_question_has_an_interval_without_width():
    assert bootstrap_mean([None, 0.25]) == Interval(0.25, 0.25, 0.25, 1)


def test_without_questions_there_is_no_interval():
    assert bootstrap_mean([]) is None
    assert bootstrap_difference([None, 1.0], [1.0, None]) is None


def test_a_difference_is_taken_question_by_question():
    ones, others = [0.9, 0.5, None, 0.1], [0.8, 0.4, 1.0, 0.0]
    found = bootstrap_difference(ones, others)
    assert found is not None
    assert (found.mean, found.low, found.high) == pytest.approx((0.1, 0.1, 0.1), abs=1e-12)
    assert (found.better, found.count) == (1.0, 3)


def test_two_that_are_alike_are_better_in_half_of_the_draws():
    found = bootstrap_difference([0.5, 1.0], [0.5, 1.0])
    assert found is not None
    assert (found.mean, found.better) == (0.0, 0.5)


def test_lists_of_another_length_cannot_be_compared():
    with pytest.raises(ValueError, match="zip"):
        bootstrap_difference([1.0], [1.0, 0.5])


@given(VALUES)
def test_intervals_repeat_and_hold_the_mean(values: list[float | None]):
    found = bootstrap_mean(values)
    assert found == bootstrap_mean(values)
    defined = [value for value in values if value is not None]
    if found is not None:
        assert found.low <= found.high
        assert found.low >= 0
        assert found.high <= 1
        if set(defined) not in ({0.0}, {1.0}):
            assert min(defined) - 1e-12 <= found.low
            assert found.high <= max(defined) + 1e-12


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=20))
def test_a_difference_turns_its_sign_with_the_order(pairs: list[tuple[float, float]]):
    ones, others = [one for one, _ in pairs], [other for _, other in pairs]
    there = bootstrap_difference(ones, others)
    back = bootstrap_difference(others, ones)
    assert there is not None
    assert back is not None
    assert (there.mean, there.low) == pytest.approx((-back.mean, -back.high), abs=1e-12)
    assert there.better == pytest.approx(1 - back.better, abs=1e-12)


def test_few_questions_that_all_succeed_are_not_certain():
    found = bootstrap_mean([1.0] * 10)
    assert found is not None
    assert found.low == pytest.approx(0.025**0.1, abs=1e-12)
    assert (found.mean, found.high) == (1.0, 1.0)
    none = bootstrap_mean([0.0] * 10)
    assert none is not None
    assert none.high == pytest.approx(1 - found.low, abs=1e-12)
