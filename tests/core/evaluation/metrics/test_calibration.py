"""Stated probabilities beside the share that was right."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.metrics.calibration import BINS, calibration


def test_the_error_is_the_distance_of_stated_and_right_weighted_by_counts() -> None:
    found = calibration([0.1, 0.1, 0.9, 0.9], [False, True, True, True])
    assert found.error == pytest.approx((2 * 0.4 + 2 * 0.1) / 4)
    first, last = found.bins[0], found.bins[-1]
    assert (first.count, last.count) == (2, 2)
    assert first.stated == pytest.approx(0.1)
    assert first.right is not None
    assert first.right.mean == 0.5
    assert [one.count for one in found.bins[1:-1]] == [0, 0, 0]
    assert found.bins[1].stated is None


def test_a_bin_of_one_question_says_how_little_that_is() -> None:
    held = calibration([0.95], [True]).bins[-1].right
    assert held is not None
    assert held.low < 0.05


def test_nothing_has_no_error() -> None:
    assert calibration([], []).error is None


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=30))
def test_every_question_is_in_one_bin(pairs: list[tuple[float, bool]]) -> None:
    found = calibration([stated for stated, _ in pairs], [right for _, right in pairs])
    assert len(found.bins) == BINS
    assert sum(one.count for one in found.bins) == len(pairs)
    assert found.error is not None
    assert 0 <= found.error <= 1
    for one in found.bins:
        assert one.stated is None or one.low - 1e-9 <= one.stated <= one.high + 1e-9
