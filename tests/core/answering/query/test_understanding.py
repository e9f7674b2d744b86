"""Questions in the words that are searched."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from core.answering.query.dependence import depends
from core.answering.query.document_words import read_document_words
from core.answering.query.understanding import understood
from tests.builders import table
from tests.core.answering.builders import found

WORDS: Counter[str] = Counter(
    "velotinib grapefruit juice taper prednisolone weeks tumour stage dose reaction".split()
)
DOCUMENT: Any = SimpleNamespace(vocabulary=WORDS, abbreviations={"RFA": "radiofrequency ablation"})


def searched(question: str, *before: str) -> str:
    return understood(question, before, [DOCUMENT])


def test_misspelled_words_become_those_of_the_document() -> None:
    assert searched("velotinb and grapfruit juice ok?") == "velotinib and grapefruit juice ok?"


@pytest.mark.parametrize(
    "question",
    [
        "Is the marsaplatin dose halved?",
        "Which stages are there?",
        "robotic surgery",
        "After resection?",
    ],
)
def test_words_that_resemble_none_stay_as_they_are(question: str) -> None:
    assert searched(question) == question


def test_abbreviations_are_spelt_out_as_the_document_does() -> None:
    assert searched("Is RFA painful?") == "Is RFA (radiofrequency ablation) painful?"
    assert searched("Is RFA radiofrequency ablation?") == "Is RFA radiofrequency ablation?"
    assert searched("RFA = ?") == "RFA = ?"


def test_a_short_form_that_cannot_be_searched_is_spelt_out_where_it_is_to_be_defined() -> None:
    document: Any = SimpleNamespace(
        vocabulary=WORDS, abbreviations={"WHO": "World Health Organization"}
    )
    asked = understood("What is the WHO?", (), [document])
    assert asked == "What is the WHO (World Health Organization)?"


def test_a_long_form_is_searched_with_its_abbreviation_as_well() -> None:
    assert (
        searched("When is Radiofrequency ablation done, and RFAB?")
        == "When is Radiofrequency ablation (RFA) done, and RFAB?"
    )


def test_a_short_question_in_another_language_stands_by_itself() -> None:
    first = "How quickly must I tell the service desk?"
    assert searched("Was tun bei einer Vergiftung?", first) == "Was tun bei einer Vergiftung?"
    assert searched("Und bei einer Vergiftung?", first).startswith(first)


def test_a_question_that_goes_on_is_read_after_the_one_before() -> None:
    first = "How quickly must I tell the service desk?"
    assert searched("And the regulator?", first) == "How quickly must I tell the regulator?"
    assert searched("what if she takes it at night?", first).startswith(first)
    assert searched("What is it?", first) == f"{first} What is it?"


def test_another_number_of_the_same_kind_takes_the_place_of_the_first() -> None:
    first = "What is the grade for chemotherapy in stage III?"
    assert searched("And in stage I?", first) == "What is the grade for chemotherapy in stage I?"


def test_another_letter_of_the_same_kind_takes_the_place_of_the_first() -> None:
    first = "What is the number of Ward A?"
    assert searched("And ward B?", first) == "What is the number of Ward B?"
    assert searched("And ward B at night?", first) == "What is the number of ward B at night?"


def test_what_is_said_beside_another_number_is_searched_as_well() -> None:
    first = "Is cisplatin given to adults for 3 weeks?"
    assert searched("And for 5 weeks?", first) == "Is cisplatin given to adults for 5 weeks?"
    assert searched("And to children for 5 weeks?", first) == (
        "Is cisplatin given to children for 5 weeks?"
    )
    assert searched("And without it for 5 weeks?", first).endswith("And without it for 5 weeks?")


def test_each_number_of_a_question_that_goes_on_takes_its_place() -> None:
    first = "Is the dose of 10 mg given for 3 weeks?"
    assert searched("And the 5 mg dose for 2 weeks?", first) == (
        "Is the dose of 5 mg given for 2 weeks?"
    )


def test_a_number_takes_no_place_where_it_may_be_one_of_several() -> None:
    first = "Is velotinib given to people aged 18 to 65 years?"
    assert searched("And 40 years?", first) == f"{first} And 40 years?"
    assert searched("And 20 to 40 years?", first) == (
        "Is velotinib given to people aged 20 to 40 years?"
    )


def test_a_number_that_takes_the_place_of_none_is_searched_as_well() -> None:
    first = "Is the dose of 10 mg enough?"
    assert searched("And 5 mg for 3 weeks?", first) == "Is the dose of 5 mg enough for 3 weeks?"


@pytest.mark.parametrize(
    ("first", "second", "whole"),
    [
        (
            "What is the dose with an eGFR above 60?",
            "And with an eGFR below 30?",
            "What is the dose with an eGFR below 30?",
        ),
        (
            "What is the dose if the eGFR is 30 to 59?",
            "And with an eGFR below 30?",
            "What is the dose if the eGFR is below 30?",
        ),
        ("How much do adults over 65 get?", "And under 18?", "How much do adults under 18 get?"),
        (
            "glucose was 3.2, what is done?",
            "and if it was 3.7?",
            "glucose was 3.7, what is done?",
        ),
        ("Was gilt ab neun Stunden?", "Und ab sechs Stunden?", "Was gilt ab sechs Stunden?"),
        ("Is it given within 3 weeks?", "And after 5 weeks?", "Is it given after 5 weeks?"),
        ("Is it given over more than 3 days?", "And 5 days?", "Is it given over 5 days?"),
        ("Is it given for more than 3 days?", "For 5 days?", "Is it given for 5 days?"),
        ("What was lost in 2020?", "And in 2019?", "What was lost in 2019?"),
        ("What was lost in 2020?", "And in May 2019?", "What was lost in May 2019?"),
        (
            "What share of adults ages 18 to 29 vote?",
            "And of those 65 or older?",
            "What share of adults ages 65 or older vote?",
        ),
        ("Who falls at the age of 80?", "And at 90?", "Who falls at the age of 90?"),
    ],
)
def test_another_condition_takes_the_place_of_the_first(
    first: str, second: str, whole: str
) -> None:
    assert searched(second, first) == whole


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Which of the 2 drugs is better?", "And above 65?"),
        ("Is velotinib given in 2 doses?", "And above 65?"),
        ("What is the dose below an eGFR of 30?", "And above 60?"),
        ("What is the dose below an eGFR of 30?", "And above an eGFR of 60?"),
        ("Is the dose halved below a weight of 30 kg?", "And for 60 kg?"),
    ],
)
def test_a_condition_takes_no_place_of_a_number_of_something_else(first: str, second: str) -> None:
    assert searched(second, first) == f"{first} {second}"


def test_a_question_goes_on_from_one_that_goes_on_itself() -> None:
    first = "What is the number of Ward A?"
    assert searched("And ward C?", first, "And ward B?") == "What is the number of Ward C?"
    first = "What is the dose of velotinib?"
    assert searched("And how often?", first, "And for children?") == (
        "What is the dose of velotinib for children? And how often?"
    )
    assert searched("And how often?", first, "When is it given to adults?").startswith(first)


@pytest.mark.parametrize(
    ("second", "third", "whole"),
    [
        ("And in children?", "And in pregnancy?", "{first} in pregnancy?"),
        ("And in children?", "And with warfarin?", "{first} in children with warfarin?"),
        ("And for children?", "And for 3 days?", "{first} for children for 3 days?"),
        ("And in children?", "In what dose?", "{first} in children? In what dose?"),
        ("And in children?", "And in their homes?", "{first} in children? And in their homes?"),
    ],
)
def test_others_of_whom_it_is_asked_take_the_place_of_those_before(
    second: str, third: str, whole: str
) -> None:
    first = "What is the dose of velotinib"
    assert searched(third, f"{first}?", second) == whole.format(first=first)


def test_numbers_that_both_questions_have_stay_where_they_are() -> None:
    first = "Is velotinib given to people aged 18 to 65 years?"
    assert searched("And aged 18 to 40 years?", first) == (
        "Is velotinib given to people aged 18 to 40 years?"
    )
    first = "Is a dose of 5 mg or 10 mg better?"
    assert searched("And 10 mg?", first) == f"{first} And 10 mg?"


@pytest.mark.parametrize("question", ["Why?", "How?", "Warum?", "Since when?"])
def test_a_word_that_only_asks_goes_on_from_the_question_before(question: str) -> None:
    first = "Is grapefruit juice allowed?"
    assert searched(question, first) == f"{first} {question}"


@pytest.mark.parametrize(
    "question",
    [
        "Which medicines lower the blood pressure of patients over 60?",
        "What are corticosteroids?",
        "Was ist Prednisolon?",
        "What is the dose of velotinib?",
        "How is anaemia treated?",
        "Is velotinib safe?",
    ],
)
def test_a_question_that_stands_by_itself_stays_so(question: str) -> None:
    assert searched(question, "How quickly must I tell the service desk?") == question
    assert searched("And the regulator?") == "And the regulator?"


@pytest.mark.parametrize(
    "question",
    [
        "What is the highest dose?",
        "When is the dose halved?",
        "What is the price of the second?",
        "How is treatment started?",
        "Which tests are done?",
        "Are children treated?",
    ],
)
def test_a_question_that_leaves_open_what_it_is_about_goes_on(question: str) -> None:
    first = "Is grapefruit juice allowed?"
    assert searched(question, first) == f"{first} {question}"


def test_questions_that_stand_by_themselves_are_not_searched_together() -> None:
    questions = ["What is the dose of velotinib?", "How is anaemia treated?", "Is taper safe?"]
    assert searched("And at night?", *questions) == "Is taper safe at night?"


def test_a_document_defines_its_abbreviations_in_brackets_and_in_rows() -> None:
    rows = [["Short", "Long"], ["CT", "Computed tomography"], ["EK", "Expert consensus"]]
    place = found(["Small tumours are treated by radiofrequency ablation (RFA).", table(rows)])
    known = read_document_words(place.result.sir).abbreviations
    assert known["RFA"] == "radiofrequency ablation"
    assert known["CT"] == "Computed tomography"


@pytest.mark.parametrize(
    ("question", "is_dependent"),
    [
        ("Who needs sick-day dosing if they vomit?", False),
        ("Was sollen Patienten einnehmen, wenn sie erbrechen?", False),
        ("Which dose of hydrocortisone should they inject at home?", True),
        ("Who needs sick-day dosing of it if they vomit?", True),
        ("Which dose is injected at home if they vomit twice?", True),
    ],
)
def test_a_word_for_people_of_the_same_question_points_not_back(
    question: str, is_dependent: bool
) -> None:
    assert depends(question, "When should I suspect adrenal insufficiency?") is is_dependent


@pytest.mark.parametrize(
    ("question", "alone"),
    [
        ("And how is anaemia treated?", "How is anaemia treated?"),
        ("And, how is anaemia treated?", "How is anaemia treated?"),
        ("and who leads the response to incidents?", "Who leads the response to incidents?"),
        ("Und wer erhält einen Notfallausweis?", "Wer erhält einen Notfallausweis?"),
        ("Who wrote velotinib?", "Who wrote velotinib?"),
        ("Who funded the guideline?", "Who funded the guideline?"),
        ("When was this guideline last updated?", "When was this guideline last updated?"),
        ("Is there a vaccine?", "Is there a vaccine?"),
        ("How long does it take to taper?", "How long does it take to taper?"),
        ("Which signs show that anaemia is severe?", "Which signs show that anaemia is severe?"),
        ("How can patients treat their anaemia?", "How can patients treat their anaemia?"),
    ],
)
def test_a_whole_question_with_a_subject_of_its_own_is_not_joined(
    question: str, alone: str
) -> None:
    assert searched(question, "Is grapefruit juice allowed?") == alone


@pytest.mark.parametrize(
    "question",
    [
        "And who reviews it?",
        "And is surgery possible?",
        "And which dose?",
        "Is the dose the same there?",
        "How is that decided?",
        "What are the side effects?",
        "And how often?",
        "Who pays?",
        "How do I start?",
    ],
)
def test_a_question_that_needs_the_one_before_is_joined_to_it(question: str) -> None:
    first = "Is grapefruit juice allowed?"
    assert searched(question, first) == f"{first} {question}"
