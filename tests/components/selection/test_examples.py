"""Examples are tried questions about the samples in the library; one has no answer."""

from __future__ import annotations

from components.selection.examples import answered, first_answered, unanswered
from sample_docs import SAMPLES

NAMES = {sample.file_name for sample in SAMPLES}


def test_every_sample_has_three_questions_and_one_more_has_no_answer() -> None:
    assert {name: len(questions) for name, questions in answered(NAMES).items()} == dict.fromkeys(
        NAMES, 3
    )
    assert len(unanswered(NAMES)) == 1


def test_each_sample_has_its_turn_before_another_question_of_any() -> None:
    first = first_answered({"narrative.pdf", "oddities.pdf"}, 3)
    by_name = answered({"narrative.pdf", "oddities.pdf"})
    assert first == [
        by_name["narrative.pdf"][0],
        by_name["oddities.pdf"][0],
        by_name["narrative.pdf"][1],
    ]


def test_nothing_is_offered_about_samples_that_are_not_there() -> None:
    assert answered({"other.pdf"}) == {}
    assert unanswered({"other.pdf"}) == []
