"""The front holds what nothing beats, and beats all the rest."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.pareto import pareto_front

NUMBERS = st.integers(0, 9).map(float)


def test_a_setting_that_costs_more_and_finds_less_is_left_out() -> None:
    assert pareto_front([100, 200, 300, 400], [0.5, 0.7, 0.6, 0.9]) == [0, 1, 3]


def test_of_settings_that_are_alike_the_first_stands_for_all() -> None:
    assert pareto_front([100, 100, 100], [0.5, 0.5, 0.4]) == [0]


def test_nothing_has_no_front() -> None:
    assert pareto_front([], []) == []


@given(st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1))
def test_every_point_is_on_the_front_or_beaten_by_one_that_is(
    points: list[tuple[float, float]],
) -> None:
    front = pareto_front([cost for cost, _ in points], [gain for _, gain in points])
    assert front
    for cost, gain in points:
        assert any(points[at][0] <= cost and points[at][1] >= gain for at in front)
    for at in front:
        cost, gain = points[at]
        assert not any((c <= cost and g > gain) or (c < cost and g >= gain) for c, g in points)
