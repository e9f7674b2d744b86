"""What is said of a file of questions before it is taken over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from components.evaluate.questions.importing import NEEDS, example, fits, listed
from core.evaluation.questions.base import Question, QuestionSet
from core.evaluation.questions.formats import FORMATS
from core.evaluation.questions.formats.base import Importing, Problem
from core.evaluation.questions.formats.corpus import Corpus
from core.evaluation.questions.formats.file_content import Content
from core.evaluation.questions.formats.sightline_csv import SightlineCsv

if TYPE_CHECKING:
    from core.sir import Sir

GONE = "The library has no document {!r}. Add it and import again."


def problems(document: str, *rows: int) -> list[Problem]:
    return [Problem(f"row {row}", "What?", GONE.format(document)) for row in rows]


def test_rows_of_a_missing_document_are_told_together_and_the_greatest_group_first() -> None:
    lines, left = listed([*problems("a", 2, 3), *problems("b", 4, 5, 6), *problems("c", 7)])
    assert lines[0] == f"3 questions, row 4 to row 6: {GONE.format('b')}"
    assert lines[1] == f"2 questions, row 2 to row 3: {GONE.format('a')}"
    assert lines[2].startswith("row 7 (What?)")
    assert left == 0


def test_at_most_twenty_single_rows_are_listed() -> None:
    lines, left = listed([one for row in range(30) for one in problems(f"d{row}", row)])
    assert (len(lines), left) == (20, 10)


def test_questions_about_other_documents_do_not_fit_a_set() -> None:
    held = QuestionSet(name="Mine", questions=(Question(text="A?", documents=("a",)),))
    assert fits(held, held)
    assert fits(QuestionSet(name="Empty"), held)
    assert not fits(held, QuestionSet(name="b", questions=(Question(text="B", documents=("b",)),)))


def test_every_format_says_what_it_needs() -> None:
    assert NEEDS.keys() == FORMATS.keys()
    assert not any("," in name for name in FORMATS.values())


def test_the_example_is_a_file_that_can_be_read_also_with_semicolons() -> None:
    for content in (example("a.pdf"), example("a.pdf").replace(b",", b";")):
        held = Content("example.csv", content)
        assert held.columns[0] == "question", "the mark of the encoding is no part of it"
        assert SightlineCsv().recognises(held)
        taken = Importing("example")
        taken.read(SightlineCsv(), held, Corpus({}, _nothing))
        assert [one.text for one in taken.questions] == ["Who paid for the study?"]
        assert [one.row for one in taken.problems] == ["row 2"]
        assert "no document 'a.pdf'" in taken.problems[0].reason


def _nothing(document: str) -> Sir:
    raise AssertionError(document)
