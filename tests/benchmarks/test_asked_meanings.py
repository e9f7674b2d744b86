"""Questions that say what the short forms of a document mean."""

from __future__ import annotations

from benchmarks.ablations import FITTED
from benchmarks.asked_meanings import asked_meanings, run


def test_no_document_that_was_looked_at_is_among_those_left_out() -> None:
    halves = {
        fitted: {asked.document for asked in asked_meanings() if asked.fitted is fitted}
        for fitted in (True, False)
    }
    assert all(halves.values())
    assert halves[False].isdisjoint(halves[True] | set(FITTED))


def test_each_question_is_asked_once_and_has_lines_on_a_page() -> None:
    asked = asked_meanings()
    assert len({each.question for each in asked}) == len(asked)
    for each in asked:
        question = each.of("a" * 64)
        assert all(piece.lines for piece in question.evidence)
        assert question.any_of is (len(each.evidence) > 1)


def test_nothing_is_measured_without_the_documents() -> None:
    assert run(None) == []
