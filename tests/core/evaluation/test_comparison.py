"""Settings are compared question by question, and by what they cost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.comparison import COMPARED, compare, not_worse, pairs, pareto_front
from core.evaluation.outcome import Outcome, Scored


def scored(measure: str = "mrr", key: str = "key", **values: float | None) -> Scored:
    outcomes = tuple(
        Outcome(
            question=name,
            retrieved=(),
            measures={} if value is None else {measure: value},
            seconds=0.0,
        )
        for name, value in values.items()
    )
    return Scored(key=key, setting={}, outcomes=outcomes)


def test_the_one_is_ahead_first_and_behind_last() -> None:
    found = pairs(scored(a=0.0, b=1.0, c=0.5), scored(a=1.0, b=0.0, c=0.5), "mrr")
    assert [pair.question for pair in found] == ["b", "c", "a"]
    assert [pair.difference for pair in found] == [1.0, 0.0, -1.0]


def test_only_questions_that_both_were_asked_are_paired() -> None:
    assert [pair.question for pair in pairs(scored(a=1, b=1), scored(b=1, c=1), "mrr")] == ["b"]


def test_a_question_without_the_measure_makes_no_difference() -> None:
    found = pairs(scored(a=None), scored(a=1.0), "mrr")
    assert found == [("a", None, 1.0)]
    assert found[0].difference == 0.0


def test_settings_that_differ_by_chance_are_no_worse_than_the_best() -> None:
    best, near, worse = (
        scored("mrr", key, **{f"q{at}": float(at < hits) for at in range(20)})
        for key, hits in (("best", 10), ("near", 9), ("worse", 0))
    )
    assert not_worse([best, near, worse], "mrr") == {"best", "near"}
    assert not_worse([best], "dcg") == frozenset()


def test_differences_are_of_the_questions_that_both_were_asked() -> None:
    one, other = scored("line_recall", x=1.0, y=0.5, z=0.0), scored("line_recall", y=0.0, x=0.5)
    found = {row.measure: row for row in compare(one, other, {"x", "y", "z"})}
    assert list(found) == list(COMPARED)
    recall = found["line_recall"]
    assert (recall.one, recall.other) == (0.75, 0.25)
    assert recall.difference is not None
    assert (recall.difference.mean, recall.difference.better) == (0.5, 1.0)
    assert recall.difference.count == 2
    assert found["mrr"][1:] == (None, None, None)


def test_without_a_question_no_measure_is_defined() -> None:
    rows = compare(scored(x=1.0), scored(x=1.0), frozenset())
    assert all(row[1:] == (None, None, None) for row in rows)


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
