"""Questions that say what the short forms of a document mean."""

from __future__ import annotations

from collections import Counter

from benchmarks.ablations import FITTED, LEFT_OUT
from benchmarks.asked_meanings import asked_forms, asked_meanings, run


def test_no_document_that_was_looked_at_is_among_those_left_out() -> None:
    halves = {
        fitted: {asked.document for asked in asked_meanings() if asked.fitted is fitted}
        for fitted in (True, False)
    }
    assert all(halves.values())
    assert halves[False].isdisjoint(halves[True] | set(FITTED))


def test_a_third_of_the_questions_of_either_form_says_each_and_none_is_on_a_document_seen() -> None:
    forms = asked_forms()
    assert Counter(asked.form for asked in forms) == {"long": 34, "short": 34, "neither": 34}
    seen = {*FITTED, *LEFT_OUT, *(asked.document for asked in asked_meanings())}
    assert seen.isdisjoint(asked.document for asked in forms)


def test_each_question_is_asked_once_and_has_lines_on_a_page() -> None:
    asked = [*asked_meanings(), *asked_forms()]
    assert len({each.question for each in asked}) == len(asked)
    for each in asked:
        question = each.of("a" * 64)
        assert all(piece.lines for piece in question.evidence)
        assert question.any_of is (len(each.evidence) > 1)


def test_nothing_is_measured_without_the_documents() -> None:
    assert run(None) == []
