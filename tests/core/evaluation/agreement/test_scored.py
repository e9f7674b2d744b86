"""Two settings beside the questions on a document."""

from __future__ import annotations

from core.evaluation.agreement.scored import SHOWN, beside, of_document, on_page
from core.evaluation.outcome import Outcome, Scored
from core.evaluation.questions.base import Evidence, GoldLine, Question, QuestionSet


def piece(document: str, page: int = 1) -> Evidence:
    line = GoldLine(page=page, left=0.1, top=0.1, right=0.9, bottom=0.2)
    return Evidence(document=document, lines=(line,), text="words")


def scored(**by_question: float) -> Scored:
    outcomes = tuple(
        Outcome(question=name, retrieved=(), measures={"line_recall": value}, seconds=0.0)
        for name, value in by_question.items()
    )
    return Scored(key="k", setting={}, outcomes=outcomes)


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


def test_differences_are_of_the_questions_that_both_were_asked() -> None:
    one, other = scored(x=1.0, y=0.5, z=0.0), scored(y=0.0, x=0.5)
    found = {row.measure: row for row in beside(one, other, {"x", "y", "z"})}
    assert list(found) == list(SHOWN)
    recall = found["line_recall"]
    assert (recall.one, recall.other) == (0.75, 0.25)
    assert recall.difference is not None
    assert (recall.difference.mean, recall.difference.better) == (0.5, 1.0)
    assert recall.difference.count == 2
    assert found["mrr"][1:] == (None, None, None)


def test_without_a_question_no_measure_is_defined() -> None:
    rows = beside(scored(x=1.0), scored(x=1.0), frozenset())
    assert all(row[1:] == (None, None, None) for row in rows)
