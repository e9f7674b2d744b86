"""Which sweep is shown follows the set of questions, not what runs beside it."""

from __future__ import annotations

import pytest

from components.evaluation.found import newest, sweep_words
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
