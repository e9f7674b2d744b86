"""What is said above an answer names its model, its documents and what was searched."""

from __future__ import annotations

from dataclasses import replace

from components.answers.answer_head import authorship_in_words, searched_in_words
from core.answering.base import Part
from tests.components.ask.test_conversation_turns import FIRST, SECOND, turn

NAMES = ["a.pdf", "a.pdf", "b.pdf"]


def test_who_wrote_an_answer_is_said_and_of_which_documents() -> None:
    words = authorship_in_words(turn(FIRST, SECOND).answer, NAMES)
    assert "2 claims: 1 supported, 1 partly supported. Faithfulness 0.50." in words
    assert "Written by some-model from lines of a.pdf and b.pdf" in words
    assert "no language model" in authorship_in_words(turn(model="").answer, NAMES)
    assert authorship_in_words(turn(count=0).answer, []) == ""


def test_quotes_with_words_that_stand_nowhere_are_not_called_the_documents_own() -> None:
    answer = turn(model="").answer
    invented = replace(answer.citations[0], unplaced=("5 g",))
    words = authorship_in_words(replace(answer, citations=(invented,)), NAMES)
    assert "word for word" not in words
    assert "stand nowhere on the pages" in words


def test_how_a_question_was_understood_is_said_where_it_is_another() -> None:
    answer = turn(model="").answer
    assert searched_in_words(answer) == ""
    assert searched_in_words(replace(answer, searched="Why not?")) == "Searched as: “Why not?”"
    parts = tuple(Part("A?", text, (), False, "", 0.9) for text in ("", "B?"))
    several = replace(answer, searched="A? B?", parts=parts)
    assert searched_in_words(several) == "Searched one by one: “A?”, “B?”"
    assert "exactly as typed" in searched_in_words(replace(answer, as_asked=True))
