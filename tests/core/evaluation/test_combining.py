"""Sweeps are compared on the questions that they share."""

from __future__ import annotations

from core.evaluation.combining import combined
from core.evaluation.outcome import Outcome, Scored
from core.evaluation.questions.base import Question, QuestionSet
from core.evaluation.sweeps.base import Plan, SweepResult, Within


def sweep(
    name: str, asked: list[str], *keys: str, value: float = 1.0, within: Within = Within.DOCUMENT
) -> SweepResult:
    questions = QuestionSet(name="set", questions=tuple(Question(text=text) for text in asked))
    outcomes = tuple(
        Outcome(question=one.id, retrieved=(), measures={"mrr": value}, seconds=0.0)
        for one in questions.questions
    )
    scored = tuple(Scored(key=key, setting={"strategy": key}, outcomes=outcomes) for key in keys)
    settings = tuple({"strategy": key} for key in keys)
    plan = Plan(name=name, questions=questions, settings=settings, within=within)
    return SweepResult(plan=plan, created=name, scored=scored)


def test_one_sweep_stays_as_it_is() -> None:
    one = sweep("one", ["a", "b"], "x")
    assert combined([one]) is one


def test_only_shared_questions_count_and_in_one_order() -> None:
    found = combined([sweep("one", ["a", "b", "c"], "x"), sweep("two", ["c", "b", "d"], "y")])
    asked = [one.text for one in found.plan.questions.questions]
    assert asked == ["b", "c"]
    ids = [one.id for one in found.plan.questions.questions]
    assert [[o.question for o in one.outcomes] for one in found.scored] == [ids, ids]


def test_a_setting_that_both_scored_counts_once_as_it_was_found_last() -> None:
    found = combined([sweep("one", ["a"], "x", value=0.1), sweep("two", ["a"], "x", value=0.9)])
    assert [one.values("mrr") for one in found.scored] == [[0.9]]


def test_a_setting_that_was_searched_elsewhere_is_another_one() -> None:
    library = sweep("two", ["a"], "x", within=Within.LIBRARY)
    found = combined([sweep("one", ["a"], "x"), library])
    assert [one.key for one in found.scored] == ["x", "x.2"]


def test_sweeps_without_a_common_question_have_nothing_to_compare() -> None:
    found = combined([sweep("one", ["a"], "x"), sweep("two", ["b"], "y")])
    assert not found.plan.questions.questions
    assert not any(one.outcomes for one in found.scored)
