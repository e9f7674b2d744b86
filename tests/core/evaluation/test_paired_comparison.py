"""Questions are ordered by how much one setting is ahead of the other."""

from __future__ import annotations

from core.evaluation.outcome import Outcome, Scored
from core.evaluation.paired_comparison import pairs


def scored(**values: float | None) -> Scored:
    outcomes = tuple(
        Outcome(
            question=name,
            retrieved=(),
            measures={} if value is None else {"mrr": value},
            seconds=0.0,
        )
        for name, value in values.items()
    )
    return Scored(key="key", setting={}, outcomes=outcomes)


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
