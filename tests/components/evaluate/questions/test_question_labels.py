"""Questions in words: where they come from, what answers them, and how they are filtered."""

from __future__ import annotations

import pytest

from components.evaluate.questions.question_labels import (
    answer_in_words,
    cells,
    documents_of,
    matching,
)
from core.evaluation.questions.base import Evidence, GoldLine, Origin, Question

NAMES = {"a" * 64: "leitlinie.pdf", "b" * 64: "notes.pdf"}
A, B = NAMES


def piece(document: str, *pages: int, text: str = "5 mg") -> Evidence:
    lines = tuple(GoldLine(page=n, left=0.1, top=0.1, right=0.9, bottom=0.2) for n in pages)
    return Evidence(document=document, lines=lines, text=text)


def test_a_row_says_lines_pages_origin_and_documents() -> None:
    asked = Question(text="Welche Größe?", evidence=(piece(A, 3, 3, 4), piece(B, 7)))
    assert cells(asked, NAMES) == (
        "Welche Größe?",
        "4 lines",
        "3–4, 7",
        "by hand",
        "leitlinie.pdf, notes.pdf",
    )


def test_a_question_without_an_answer_says_so_and_of_which_documents_it_is_asked() -> None:
    asked = Question(text="Who?", documents=(B,), origin=Origin.MODEL)
    assert cells(asked, NAMES) == ("Who?", "none", "", "by a model", "notes.pdf")
    assert cells(Question(text="Who?"), NAMES)[-1] == "all"


def test_a_document_that_is_not_here_is_said_to_be_missing() -> None:
    asked = Question(text="Who?", evidence=(piece("c" * 64, 1),))
    assert cells(asked, NAMES)[-1] == "not in this library"
    assert documents_of(asked) == ["c" * 64]


def test_pieces_of_which_one_is_enough_are_counted() -> None:
    asked = Question(text="Who?", evidence=(piece(A, 1), piece(A, 2)), any_of=True)
    assert answer_in_words(asked) == "2 lines, any of 2 pieces"


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("", [0, 1]),
        ("GRÖSSE", [0]),
        ("by hand", [0, 1]),
        ("größe notes", []),
        ("milligramm", [1]),
        ("leitlinie", [0]),
    ],
)
def test_a_filter_finds_words_in_any_case_in_all_that_is_said(
    wanted: str, found: list[int]
) -> None:
    questions = [
        Question(text="Welche Größe?", evidence=(piece(A, 3),)),
        Question(text="Which dose?", evidence=(piece(B, 7, text="five Milligramm"),)),
    ]
    assert matching(questions, wanted, NAMES) == [questions[at] for at in found]
