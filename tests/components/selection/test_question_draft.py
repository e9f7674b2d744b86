"""A question in the making says what it still lacks, and keeps what was not changed."""

from __future__ import annotations

import pytest

from components.selection.question_draft import Draft, question_of
from core.errors import InvalidOption
from core.evaluation.questions.base import Evidence, GoldLine, Question

LINE = GoldLine(page=2, left=0.1, top=0.1, right=0.9, bottom=0.12)
PIECE = Evidence(document="d", lines=(LINE,), text="Fünf Milligramm.")
BEFORE = Question(text="Wie viel?", evidence=(PIECE,), answer="5 mg", any_of=True)


def made(
    held: Draft,
    text: str = "Wie  viel\n genau? ",
    *,
    unanswerable: bool = False,
    here: bool = True,
) -> Question:
    return question_of(held, text, " 5 mg ", "d", unanswerable=unanswerable, here=here)


def test_a_question_without_words_is_not_saved() -> None:
    with pytest.raises(InvalidOption, match="no words"):
        made(Draft(), "  ")


def test_a_question_without_lines_has_to_be_said_to_have_no_answer() -> None:
    with pytest.raises(InvalidOption, match="No line is chosen"):
        made(Draft())


def test_a_question_without_an_answer_is_asked_of_the_shown_document_or_of_all() -> None:
    assert made(Draft(), unanswerable=True).documents == ("d",)
    assert made(Draft(), unanswerable=True, here=False).documents == ()


def test_lines_are_left_out_where_the_documents_hold_no_answer() -> None:
    assert made(Draft({"d": (LINE,)}), unanswerable=True).evidence == ()


def test_a_change_of_words_leaves_evidence_and_origin_as_they_were() -> None:
    new = made(Draft({"d": (LINE,)}, BEFORE))
    assert new == BEFORE.model_copy(update={"text": "Wie viel genau?"})
