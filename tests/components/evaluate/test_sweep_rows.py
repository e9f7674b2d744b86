"""Which sweep is shown follows the set of questions, not what runs beside it."""

from __future__ import annotations

import pytest

from components.evaluate.sweep_rows import newest, sweep_words, unfinished_words
from core.evaluation.questions.base import Question, QuestionSet
from core.evaluation.sweeps.base import State, SweepStatus

SET = QuestionSet(name="mine", questions=(Question(text="Why?"),))


def sweep(key: str, question_set: str, done: int = 4, question_key: str = "") -> SweepStatus:
    return SweepStatus(
        key=key,
        name="Quick look",
        state=State.DONE,
        done=done,
        total=4,
        question_set=question_set,
        question_key=question_key,
        questions=12,
        answerable=10,
    )


@pytest.mark.parametrize(
    ("kept", "found"),
    [
        ([sweep("new", "other"), sweep("old", "mine")], ["old"]),
        ([sweep("begun", "mine", done=0), sweep("old", "mine")], ["old"]),
        ([sweep("begun", "mine", done=0), sweep("new", "other")], ["begun"]),
        ([sweep("new", "other"), sweep("old", "before", question_key=SET.key)], ["old"]),
        ([sweep("new", "other")], []),
    ],
)
def test_the_newest_sweep_over_the_chosen_set_is_shown(
    kept: list[SweepStatus], found: list[str]
) -> None:
    assert newest(kept, SET) == found


def test_a_sweep_says_which_questions_it_asked() -> None:
    said = sweep_words(sweep("one", "mine"))
    assert "mine, 12 questions, 10 with an answer" in said


def test_what_a_sweep_is_called_does_not_change_while_it_runs() -> None:
    assert sweep_words(sweep("one", "mine", done=3)) == sweep_words(sweep("one", "mine", done=4))


def test_a_sweep_that_rests_before_its_end_says_how_far_it_is() -> None:
    paused = sweep("one", "mine", done=3).model_copy(update={"state": State.PAUSED})
    running = paused.model_copy(update={"state": State.RUNNING})
    assert (
        unfinished_words([paused, running, sweep("two", "mine")]) == "Quick look: 3 of 4 settings"
    )
