"""Sweeps are compared on the questions that they share."""

from __future__ import annotations

from core.evaluation.combining import combined
from core.evaluation.outcome import Outcome, Scored
from core.evaluation.questions.base import Question, QuestionSet
from core.evaluation.sweeps.base import Plan, SweepResult, Within, Writer


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


def test_a_library_of_other_documents_is_another_place_and_the_row_says_so() -> None:
    small, large = (
        _over(sweep(name, ["a"], "x", within=Within.LIBRARY), documents)
        for name, documents in (("small", "1"), ("large", "12"))
    )
    found = combined([small, large]).scored
    assert [one.key for one in found] == ["x", "x.2"]
    assert "1 document" in found[0].searched
    assert "2 documents" in found[1].searched


def _over(result: SweepResult, documents: str) -> SweepResult:
    """The same sweep with more documents, each named by a digit."""
    plan = result.plan
    more = Question(text="more", documents=tuple(digit * 64 for digit in documents))
    asked = plan.questions.model_copy(update={"questions": (*plan.questions.questions, more)})
    return result.model_copy(update={"plan": plan.model_copy(update={"questions": asked})})


def test_a_setting_that_failed_later_leaves_what_was_found_before() -> None:
    later = sweep("two", ["a"], "x")
    lost = later.scored[0].model_copy(update={"outcomes": (), "failed": "out of memory"})
    again = later.model_copy(update={"scored": (lost,)})
    for order in ([sweep("one", ["a"], "x"), again], [again, sweep("one", ["a"], "x")]):
        assert [one.values("mrr") for one in combined(order).scored] == [[1.0]]


def test_a_setting_that_another_writer_answered_for_is_another_one_and_the_row_says_so() -> None:
    writers = Writer(model="gemini:a"), Writer(model="gemini:a", strict=True, second_reader="model")
    by_rules = sweep("one", ["a"], "x")
    by_model = [
        by_rules.model_copy(
            update={"plan": by_rules.plan.model_copy(update={"writer": one, "answers": True})}
        )
        for one in writers
    ]
    found = combined([by_rules, *by_model])
    assert [one.searched for one in found.scored] == [
        "document",
        "document, answered by gemini:a",
        "document, answered by gemini:a (strict, second reader model)",
    ]
    assert found.plan.writer is None
    assert combined([by_model[0], by_model[0]]).plan.writer == writers[0]
