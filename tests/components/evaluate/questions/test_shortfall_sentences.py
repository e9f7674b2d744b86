"""Why there are fewer candidates than asked for."""

from __future__ import annotations

from components.evaluate.questions.candidates import shortfalls
from core.evaluation.questions.base import Evidence, GoldLine, Question

LINE = GoldLine(page=1, left=0.1, top=0.1, right=0.9, bottom=0.2)
NAMES = {"a": "a.pdf", "b": "b.pdf"}


def of(document: str, text: str = "What?") -> Question:
    return Question(text=text, evidence=(Evidence(document=document, lines=(LINE,), text="x"),))


def test_each_document_that_gave_fewer_is_named_with_the_reason() -> None:
    said = shortfalls(NAMES, [of("a")], 2, 0, by_model=False)
    assert said[0].startswith("a.pdf: 1 of 2 questions. Its headings")
    assert said[1].startswith("b.pdf: 0 of 2 questions. It has no headings")


def test_nothing_is_said_where_all_were_found() -> None:
    found = [of("a"), of("b"), Question(text="Who is king?")]
    assert shortfalls(NAMES, found, 1, 1, by_model=False) == ()


def test_questions_without_an_answer_need_a_second_document() -> None:
    (said,) = shortfalls({"a": "a.pdf"}, [of("a")], 1, 2, by_model=False)
    assert said.startswith("Without an answer: 0 of 2.")
    assert "choose a second one" in said
    (said,) = shortfalls(NAMES, [of("a"), of("b")], 1, 2, by_model=False)
    assert "in the same language" in said


def test_what_a_model_did_not_give_is_not_put_down_to_the_rules() -> None:
    said = shortfalls({"a": "a.pdf"}, [], 1, 1, by_model=True)
    assert all("model" in one for one in said)
