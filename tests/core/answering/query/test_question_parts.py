"""Several questions in one are parted only where each of them asks by itself."""

from __future__ import annotations

import pytest

from core.answering.query.question_parts import parts_of, topic_of, with_topic

PARTED = [
    (
        "What is the dose of veradine and when must it be stopped?",
        ("What is the dose of veradine?", "When must it be stopped?"),
    ),
    (
        "How is adrenal insufficiency diagnosed? And how treated?",
        ("How is adrenal insufficiency diagnosed?", "How treated?"),
    ),
    (
        "How is hyponatraemia diagnosed and how is it treated?",
        ("How is hyponatraemia diagnosed?", "How is it treated?"),
    ),
    ("What is a data owner and who appoints one?", ("What is a data owner?", "Who appoints one?")),
    (
        "Who may prescribe veradine, and how often should it be given?",
        ("Who may prescribe veradine?", "How often should it be given?"),
    ),
    (
        "At what age does screening start and when does it end?",
        ("At what age does screening start?", "When does it end?"),
    ),
    (
        "What causes gout and how can it be prevented?",
        ("What causes gout?", "How can it be prevented?"),
    ),
    (
        "Which patients should be offered surgery and what is the mortality?",
        ("Which patients should be offered surgery?", "What is the mortality?"),
    ),
    (
        "How long is the course of antibiotics and which drug should be used first?",
        ("How long is the course of antibiotics?", "Which drug should be used first?"),
    ),
    (
        "Is veradine safe in pregnancy? Does it pass into breast milk?",
        ("Is veradine safe in pregnancy?", "Does it pass into breast milk?"),
    ),
    (
        "What is the maximum dose in adults? And in children?",
        ("What is the maximum dose in adults?", "In children?"),
    ),
    (
        "My patient is 70 years old. What is the starting dose? When is the next blood test?",
        ("My patient is 70 years old. What is the starting dose?", "When is the next blood test?"),
    ),
    (
        "What is sepsis, how is it recognised and how is it treated?",
        ("What is sepsis?", "How is it recognised?", "How is it treated?"),
    ),
    (
        "In which stage is chemotherapy given and how many cycles are recommended?",
        ("In which stage is chemotherapy given?", "How many cycles are recommended?"),
    ),
    (
        "Why is the level measured and what happens if it is too low?",
        ("Why is the level measured?", "What happens if it is too low?"),
    ),
    (
        "Wie wird die Sarkoidose festgestellt und wie behandelt?",
        ("Wie wird die Sarkoidose festgestellt?", "Wie behandelt?"),
    ),
    (
        "Wie hoch ist die Dosis von Veradin und wann muss es abgesetzt werden?",
        ("Wie hoch ist die Dosis von Veradin?", "Wann muss es abgesetzt werden?"),
    ),
    (
        "Welche Nebenwirkungen hat Veradin? Wie oft treten sie auf?",
        ("Welche Nebenwirkungen hat Veradin?", "Wie oft treten sie auf?"),
    ),
    (
        "Was ist ein Delir und wer ist besonders gefährdet?",
        ("Was ist ein Delir?", "Wer ist besonders gefährdet?"),
    ),
    (
        "Ab welchem Alter wird geimpft und wie viele Dosen sind nötig?",
        ("Ab welchem Alter wird geimpft?", "Wie viele Dosen sind nötig?"),
    ),
    (
        "Wann beginnt die Rehabilitation und wo findet sie statt?",
        ("Wann beginnt die Rehabilitation?", "Wo findet sie statt?"),
    ),
]
WHOLE = [
    "What are the benefits and harms of veradine?",
    "When and how should veradine be given?",
    "How and when is the dose reduced?",
    "What is the risk for patients who smoke and who drink?",
    "What should be done when cortisol is low and when sodium is high?",
    "When cortisol is low and how sodium behaves, is it dangerous?",
    "What is the difference between when it is taken at night and when it is taken in the morning?",
    "Which patients and which drugs were studied?",
    "How long and how often must it be taken?",
    "Should patients be told what to take and when to call?",
    "Which beds can be raised and which cannot?",
    "What is the dose and frequency of veradine?",
    "Is veradine safe? Really?",
    "What is the dose, and why?",
    "Does the guideline say who is eligible and what is required?",
    "When cortisol is low, how much hydrocortisone is given?",
    "What do blood pressure and pulse tell?",
    "How many men and how many women took part?",
    "Wann und wie wird Veradin gegeben?",
    "Was sind Nutzen und Schaden der Früherkennung?",
    "Was ist bei Kindern und wie bei Erwachsenen zu tun?",
    "Was ist zu tun, wenn der Blutdruck fällt und wenn der Puls steigt?",
    "Welche Medikamente und welche Dosen werden empfohlen?",
    "Wie unterscheiden sich Stadium I und II?",
    "Warum ist Veradin besser als Placebo?",
    "Which of them is given first? Veradine, or the antibiotic?",
    "Wer darf wissen, was gespeichert wird und wie es gelöscht wird?",
]


@pytest.mark.parametrize(("question", "parts"), PARTED)
def test_questions_that_ask_by_themselves_are_parted(question: str, parts: tuple[str, ...]) -> None:
    assert parts_of(question) == parts


@pytest.mark.parametrize("question", WHOLE)
def test_what_is_asked_at_once_stays_whole(question: str) -> None:
    assert parts_of(question) == ()


def test_more_parts_than_a_question_has_are_none() -> None:
    assert parts_of("What is sepsis? " * 6) == ()


@pytest.mark.parametrize(
    ("question", "searched"),
    [
        (
            "What is the dose of veradine and when must it be stopped?",
            "When must veradine be stopped?",
        ),
        ("How is gout diagnosed? And how treated?", "How treated (gout)?"),
        ("What causes gout and how can it be prevented?", "How can gout be prevented?"),
        ("Who may prescribe veradine, and how often is it given?", "How often is veradine given?"),
        (
            "Wie hoch ist die Dosis von Veradin und wann muss es abgesetzt werden?",
            "Wann muss Veradin abgesetzt werden?",
        ),
        (
            "Wie wird die Sarkoidose festgestellt und wie behandelt?",
            "Wie behandelt (die Sarkoidose)?",
        ),
        (
            "Is veradine safe in pregnancy? Does it pass into milk?",
            "Does it pass into milk (veradine safe pregnancy)?",
        ),
        (
            "What is the dose in adults? And in children?",
            "What is the dose in children?",
        ),
        (
            "What is a delirium and how many patients are affected?",
            "How many patients are affected?",
        ),
        (
            "What is a fever and when is it necessary to call the doctor?",
            "When is it necessary to call the doctor?",
        ),
    ],
)
def test_what_a_part_refers_to_is_carried_over(question: str, searched: str) -> None:
    first, second = parts_of(question)
    assert with_topic(second, [first], []) == searched
    assert with_topic(first, [], [second]) == first


def test_a_part_that_names_what_it_asks_about_is_searched_as_it_is() -> None:
    first, second = parts_of("How is gout diagnosed? And who paid for the football cup?")
    assert with_topic(second, [first], []) == "Who paid for the football cup?"


def test_the_first_part_may_refer_to_the_second() -> None:
    first, second = parts_of("When must it be stopped and what is the dose of veradine?")
    assert with_topic(first, [], [second]) == "When must veradine be stopped?"


def test_a_part_that_refers_to_nothing_that_is_named_stays_as_it_is() -> None:
    parts = parts_of("When must it be stopped? How is it given?")
    assert with_topic(parts[1], [parts[0]], []) == "How is it given?"


def test_what_a_question_is_about_is_told_by_its_form() -> None:
    assert topic_of("What is the dose of veradine?") == "veradine"
    assert topic_of("Which tests show fever?") == ""
