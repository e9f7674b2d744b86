"""Which quantity a question asks for, and what states one."""

from __future__ import annotations

import pytest

from core.answering.query.asked_quantity import asked_kinds, numbers_of, quantity_kinds


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What dose of hydrocortisone for adrenal crisis?", ["dose"]),
        ("How much hydrocortisone should an adult take, and for how long?", ["dose", "duration"]),
        ("Wie hoch ist die Tagesdosis von Veradin?", ["dose"]),
        ("Wie wird Selvumab in der Erhaltungstherapie dosiert?", ["dose"]),
        ("Wie viel Veradin bekommt ein Kind?", ["dose"]),
        ("Wie viel bekomme ich für einen Bereitschaftsdienst?", ["amount"]),
        ("How much do we get for a night shift?", ["amount"]),
        ("How much paid sick leave do employees get?", ["duration"]),
        ("How much notice must a tenant give?", ["duration"]),
        ("Wie viel Urlaub bekommen Auszubildende?", ["duration"]),
        ("How much holiday pay do employees get?", ["amount"]),
        ("How much paracetamol do patients on leave get?", ["dose"]),
        ("How much insulin at breakfast time is given?", ["dose"]),
        ("How many tablets do I get?", ["dose"]),
        ("Wie viele Tabletten nimmt man am Tag ein?", ["dose"]),
        ("Wie viele Zäpfchen bekommt ein Kind?", ["dose"]),
        ("Wie viele Teelöffel werden gegeben?", ["dose"]),
        ("Wie viele I.E. werden gespritzt?", ["dose"]),
        ("How many teaspoonfuls should a child take?", ["dose"]),
        ("How many mg are given?", ["dose"]),
        ("How many mg are in a tablet?", ["amount"]),
        ("Wie viele Schlüssel bekommt die Mieterin?", ["number"]),
        ("How long should veradine be paused?", ["duration"]),
        ("Wie lange dauert die Nachsorge?", ["duration"]),
        ("How often should potassium be measured?", ["frequency"]),
        ("How often is the box checked?", ["frequency"]),
        ("Wie oft ist das Gerät zu reinigen?", ["frequency"]),
        ("What is the rate of infection?", ["rate"]),
        ("In welchen Abständen wird kontrolliert?", ["frequency"]),
        ("How soon must antibiotics be given?", ["time limit"]),
        ("Bis wann muss gemeldet werden?", ["time limit"]),
        ("At what age should screening start?", ["age"]),
        ("What percentage of patients die?", ["percentage"]),
        ("Wie viel Prozent der Kranken sterben?", ["percentage"]),
        ("Which version of Java does it need?", ["version"]),
        ("Welche Java-Version wird gebraucht?", ["version"]),
        ("Which version of the guideline was withdrawn?", []),
        ("What is the phone number of the office?", ["telephone number"]),
        ("What number should I ring at night?", ["telephone number"]),
        ("Welche Telefonnummer hat der Empfang?", ["telephone number"]),
        ("Who is the head of the laboratory?", ["name"]),
        ("Wer ist die Pflegedirektorin?", ["name"]),
        ("How common is the tumour?", ["rate"]),
        ("In which year was the guideline published?", ["date"]),
        ("What does a kit cost?", ["amount of money"]),
        ("How many lymph nodes have to be examined?", ["number"]),
        ("At how many degrees are tablets kept?", ["amount"]),
        ("Ab welchem Grenzwert wird behandelt?", ["value"]),
    ],
)
def test_the_kind_is_told_by_the_words_of_the_question(question: str, names: list[str]) -> None:
    assert [kind.noun for kind in asked_kinds(question)] == names


@pytest.mark.parametrize(
    "question",
    [
        "What are the signs that the glucocorticoid dose is too high?",
        "Which drugs need a dose reduction?",
        "What should be done if a dose is missed?",
        "When should the second drug be stopped?",
        "What long-term effects are known?",
        "What level of evidence supports this?",
        "Should the dose be doubled?",
        "Welche Patienten brauchen eine andere Dosis?",
        "Wann darf Mirotecan nicht gegeben werden?",
        "How is the drug stored?",
        "Which phone do new employees get?",
        "Who is the guideline for?",
        "Who is responsible for waste?",
        "Who is the data owner?",
        "Who is the manager responsible for?",
        "Who is the chair elected by?",
        "Who is the manager that approves leave?",
        "Who is the best person to ask?",
        "Wer ist versichert?",
    ],
)
def test_other_questions_ask_for_none(question: str) -> None:
    assert asked_kinds(question) == ()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("dose", "Give 100 mg intravenously."),
        ("dose", "advise them to take a further dose, at double the original dose"),
        ("dose", "Selvumab\t8 mg/kg alle 21 Tage"),
        ("dose", "Veradine\t20"),
        ("duration", "reduce it until the fever has gone"),
        ("duration", "bis zum Fortschreiten"),
        ("duration", "pause hydrocortisone for 12 hours"),
        ("frequency", "at least every 6 months"),
        ("recurrence", "The nurse checks it every week."),
        ("recurrence", "It is seen in one of ten people, or 12%."),
        ("frequency", "einmal im Jahr oder vierteljährlich"),
        ("time limit", "Everybody reports incidents at once."),
        ("age", "Offer it to women aged 65 and over."),
        ("percentage", "one in five samples"),
        ("number", "Give people two or three kits."),
        ("date", "opened in July 1995"),
        ("telephone", "Ring 0161 496 0145 at any time."),
        ("telephone", "Reception\t4410"),
        ("telephone", "01.23.45.67.89 or 555.123.4567"),
        ("telephone", "Ring 2044 for reception."),
        ("name", "Ward 3 is led by Petra Lindner."),
        ("name", "A. Hollin\tdirector\t3"),
        ("name", "Fragen beantwortet Frau Ohl."),
        ("name", "José Álvarez leads the ward."),
        ("name", "The ward of Pat O’Brien."),
        ("name", "Es leitet Jan van der Laan."),
        ("name", "MARIA LOPEZ, director"),
        ("name", "Lopez, Maria"),
        ("name", "The caretaker is Bob."),
        ("name", "Hausmeister: Krause"),
        ("name", "This was found before (Kim et al. 2019)."),
        ("version", "It needs Qt 4.3 or newer."),
        ("version", "since version 2 of the driver"),
    ],
)
def test_a_text_states_a_quantity_in_numbers_or_words(name: str, text: str) -> None:
    assert quantity_kinds()[name].is_stated(text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("dose", "Give hydrocortisone immediately; anyone can give the intramuscular dose."),
        ("dose", "Start another treatment within 4 weeks of the missed dose. [2031]"),
        ("dose", "On page 3: Stop the second drug at once."),
        ("frequency", "Stop the drug at once."),
        ("duration", "Offer it to people aged 16 years and over."),
        ("duration", "Give 2 mg every 4 hours."),
        ("number", "Studies of stage 2 are named in table 3 [4, 12]."),
        ("number", "The rules changed in 2031."),
        ("money", "A kit holds 100 mg and 2 needles."),
        ("percentage", "Eight people were seen."),
        ("date", "Take 5 mg of it."),
        ("telephone", "It has been open since 2031, from 9 to 17, and costs £46,800."),
        ("name", "The engineer reports to the head of the laboratory."),
        ("name", "director\t3"),
        ("name", "The director is elected. By law the director is a nurse."),
        ("version", "A newer version of the server is needed for 30 users."),
    ],
)
def test_a_number_of_another_kind_states_nothing(name: str, text: str) -> None:
    assert not quantity_kinds()[name].is_stated(text)


def test_a_number_of_the_question_states_nothing() -> None:
    question = "What dose of methylprednisolone is like 20 mg of hydrocortisone?"
    named = numbers_of(question)
    assert not quantity_kinds()["dose"].is_stated(
        "Those who take 20 mg or more are at risk.", named
    )
    assert quantity_kinds()["dose"].is_stated("20 mg are like 4 mg of the other.", named)


def test_a_year_may_be_chosen_among_those_of_the_question() -> None:
    question = "Which year had the higher amount, 2015 or 2017?"
    assert quantity_kinds()["date"].is_stated("It was higher in 2015.", numbers_of(question))
