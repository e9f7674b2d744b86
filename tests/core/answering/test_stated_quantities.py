"""What an answer says of a quantity that its question asks for."""

from __future__ import annotations

from core.answering.base import Answer, AskedQuantity
from core.answering.stated_quantities import notices, unstated_in_words, with_asked
from core.evidence.citations import Citation, Quote
from core.spans import Span

IMMEDIATELY = "Give hydrocortisone for suspected adrenal crisis immediately."
ORAL = "Offer at least 40 mg oral hydrocortisone daily until the person is stable."
DOSE = "What dose of hydrocortisone for adrenal crisis?"


def answer(question: str, *texts: str, notice: str = "") -> Answer:
    citations = tuple(
        Citation(number, Quote("a", "c", (Span(0, 0, 1),), text, {}), 1, "1", (1,), (), ())
        for number, text in enumerate(texts, 1)
    )
    return with_asked(Answer(question, citations, not texts, "", 0.4, 0.2, (), notice=notice))


def test_that_no_line_states_a_dose_is_said() -> None:
    given = answer(DOSE, IMMEDIATELY)
    assert given.asked == (AskedQuantity("dose", ()),)
    assert unstated_in_words(given) == "None of these lines states a dose."


def test_that_only_others_than_the_first_line_state_it_is_said() -> None:
    words = "[1] states no dose; [2] states one, perhaps of something else."
    assert unstated_in_words(answer(DOSE, IMMEDIATELY, ORAL)) == words
    words = "[1] states no dose; [2] and [3] state one, perhaps of something else."
    assert unstated_in_words(answer(DOSE, IMMEDIATELY, ORAL, "Give 100 mg.")) == words


def test_nothing_is_said_where_the_first_line_states_it_or_none_is_asked_for() -> None:
    assert unstated_in_words(answer(DOSE, ORAL, IMMEDIATELY)) == ""
    assert unstated_in_words(answer("Who may give it?", IMMEDIATELY)) == ""
    assert unstated_in_words(answer("Wie lange?", "Bis zum Fortschreiten.")) == ""


def test_two_kinds_are_told_together_and_each_by_itself() -> None:
    question = "How much should adults take, and how often should they be seen?"
    words = "None of these lines states a dose or a frequency."
    assert unstated_in_words(answer(question, IMMEDIATELY)) == words
    words = "None of these lines states a frequency."
    assert unstated_in_words(answer(question, "Take 20 mg of it.")) == words


def test_an_answer_without_lines_says_nothing_of_them() -> None:
    assert unstated_in_words(answer(DOSE)) == ""


def test_other_notices_come_behind() -> None:
    given = answer(DOSE, IMMEDIATELY, notice="The model failed.")
    assert notices(given) == "None of these lines states a dose. The model failed."
