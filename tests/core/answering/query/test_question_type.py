"""What a question asks for."""

from __future__ import annotations

import pytest

from core.answering.query.question_type import ANY, Query


@pytest.mark.parametrize(
    ("question", "dimension"),
    [
        ("How long should I wait before the test?", "second"),
        ("Wie lange dauert die Nachsorge?", "second"),
        ("How often is it checked?", "times"),
        ("Wie oft wird gereinigt?", "times"),
        ("In welchem Intervall?", "month"),
        ("What percentage of patients die?", "percent"),
        ("What is the fine for a breach?", "euro"),
        ("What dose of veradine is given?", ANY),
        ("Wie viele Proben werden entnommen?", ANY),
    ],
)
def test_the_kind_of_amount_is_seen(question: str, dimension: str) -> None:
    assert dimension in Query(question).dimensions


def test_a_question_without_an_amount_asks_for_none() -> None:
    assert not Query("Who wrote the guideline?").dimensions


@pytest.mark.parametrize(
    "question",
    ["What is tertiary failure?", "RFA = ?", "Wofür steht EK?", "What does grade 0 mean?"],
)
def test_definitions_are_asked_for(question: str) -> None:
    assert Query(question).defines


@pytest.mark.parametrize(
    "question", ["What is the WHO?", "What is OR?", "What does IT do?", "What is R?", "Was ist IT?"]
)
def test_small_words_and_letters_in_capitals_are_names(question: str) -> None:
    assert not Query(question).asks_nothing


@pytest.mark.parametrize(
    "question", ["Wer zahlt Reparaturen?", "Wem zahlt man Reparaturen?", "What pays for repairs?"]
)
def test_what_only_asks_is_no_content(question: str) -> None:
    assert not {"wer", "wem", "what"}.intersection(Query(question).words)


@pytest.mark.parametrize(
    ("question", "sought"),
    [
        ("How long does a long infusion last?", ("infusion", "last")),
        ("Is a long infusion given?", ("long", "infusion", "given")),
        ("Wie alt muss ein Kind sein?", ("kind",)),
        ("How strong is the coffee?", ("coffee",)),
        ("What does WHO mean?", ()),
        ("Was bedeutet WHO?", ()),
        ("What does EK stand for?", ("ek",)),
        ("What is the mean age?", ("mean", "age")),
        ("Does the mean age matter?", ("mean", "age", "matter")),
        ("Which stand may close?", ("stand", "close")),
        ("Who won the war?", ("war",)),
        ("Wer hat gewonnen?", ("gewonnen",)),
    ],
)
def test_an_answer_should_hold_what_does_not_only_ask(
    question: str, sought: tuple[str, ...]
) -> None:
    assert Query(question).sought == sought


@pytest.mark.parametrize(
    "question",
    ["What is it?", "WHAT IS IT?", "Who is who?", "Am I it?", "How many?", "What does it mean?"],
)
def test_small_words_name_nothing(question: str) -> None:
    assert Query(question).asks_nothing


def test_other_questions_ask_for_no_definition() -> None:
    assert not Query("How soon must antibiotics be given to a patient with fever?").defines
    assert not Query("Should adults be switched to veradine for tapering?").defines
    assert not Query("What does a first-aid kit have to contain?").defines
    assert not Query("What was the mean age of the patients?").defines
    assert not Query("What is the five-year survival after surgery?").defines


def test_words_that_say_nothing_on_a_topic_are_left_out() -> None:
    assert Query("What happens where veradine is given?").topical == ("veradine",)
    assert Query("Was macht die Apotheke?").topical == ("apotheke",)
    assert not Query("What happens?").topical
