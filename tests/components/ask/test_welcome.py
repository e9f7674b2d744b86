"""Examples are questions about the samples in the library; one without an answer is set apart."""

from __future__ import annotations

from components.ask.welcome import examples
from sample_docs import load_questions


def test_examples_are_about_the_samples_that_are_there_and_one_has_no_answer() -> None:
    answers = {one.question: one.answer for one in load_questions()}
    found, unanswered = examples(["onkologie_leitlinie_de.pdf", "oddities.pdf", "other.pdf"])
    assert len(found) == 3
    assert all(answers[question] is not None for question in found)
    assert [answers[question] for question in unanswered] == [None]


def test_without_samples_there_are_no_examples() -> None:
    assert examples(["other.pdf"]) == ([], [])
