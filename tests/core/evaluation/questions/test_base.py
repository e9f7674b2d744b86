from __future__ import annotations

import pytest
from hypothesis import given
from pydantic import ValidationError

from core.evaluation.questions.base import (
    Evidence,
    GoldLine,
    Question,
    QuestionSet,
    distinct,
    of_document,
    on_page,
)
from tests.core.evaluation.questions.making import (
    OTHER,
    SHA,
    asked,
    evidence,
    question_sets,
    questions,
)


@given(questions())
def test_the_id_of_a_question_outlives_its_being_written(question: Question):
    assert Question.model_validate_json(question.model_dump_json()).id == question.id


def test_the_id_of_a_question_is_the_same_in_every_version():
    assert asked("How much?", evidence()).id == "0a8a4e0ed7a2"


def test_questions_differ_by_all_that_they_are_made_of():
    one = asked("How much?", evidence())
    others = [
        asked("How many?", evidence()),
        asked("How much?"),
        asked("How much?", evidence("5 mg")),
        one.model_copy(update={"any_of": True}),
        one.model_copy(update={"answer": "5 mg"}),
    ]
    assert len({question.id for question in (one, *others)}) == len(others) + 1


@given(question_sets())
def test_a_set_is_known_by_its_questions_whatever_their_order_and_its_name(found: QuestionSet):
    turned = QuestionSet(name="another", questions=found.questions[::-1])
    assert turned.key == found.key


def test_documents_of_a_set_are_those_asked_and_those_cited_each_once():
    held = QuestionSet(
        name="s",
        questions=(
            asked("1?", evidence(document=OTHER), evidence(document=OTHER)),
            Question(text="2?", documents=(SHA,)),
        ),
    )
    assert set(held.documents) == {SHA, OTHER}
    assert len(held.documents) == 2


def test_of_the_same_question_the_first_keeps_its_place():
    one, two = asked("1?"), asked("2?")
    assert distinct([one, two, one]) == (one, two)


def test_blanks_are_no_question_and_none_stand_around_one():
    with pytest.raises(ValidationError):
        asked(" \n\t ")
    assert asked("  How much?\n") == asked("How much?")


def piece(document: str, page: int = 1) -> Evidence:
    line = GoldLine(page=page, left=0.1, top=0.1, right=0.9, bottom=0.2)
    return Evidence(document=document, lines=(line,), text="words")


def test_questions_of_a_document_have_all_evidence_in_it() -> None:
    own = Question(text="own", evidence=(piece("a"),), documents=("a", "b"))
    either = Question(text="either", evidence=(piece("b"), piece("a", 2)), any_of=True)
    both = Question(text="both", evidence=(piece("b"), piece("a")))
    none = Question(text="none", documents=("a",))
    found = of_document(QuestionSet(name="s", questions=(own, either, both, none)), "a")
    assert [one.text for one in found.questions] == ["own", "either"]
    assert found.questions[1].evidence == (piece("a", 2),)
    assert found.documents == ("a",)
    assert on_page(found, 2) == {found.questions[1].id}
