"""The order of units: what is read, numbers and ranges, people, and recommendations first."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from core.answering import open_answerer
from core.answering.ranking import unit_ranking
from core.answering.ranking.features import ACROSS, FEATURES
from core.answering.ranking.unit_ranking import (
    contributions,
    probability,
    score,
    signs_of_an_answer,
    weights,
)
from tests.builders import heading, table
from tests.core.answering.builders import FILLER, found

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.builders import Block


def first(content: Sequence[Block | str], question: str) -> str:
    place = found(content)
    ranking = open_answerer().rank_units(question, place.hits, place.lookup)
    return ranking.ranked[0].facts.unit.text


def test_a_number_is_found_in_the_range_that_holds_it() -> None:
    rows = [
        ["Serum level", "What to do"],
        ["below 150 nmol/L", "Refer the patient at once."],
        ["150 nmol/L to 300 nmol/L", "Measure the serum level again."],
        ["above 300 nmol/L", "Nothing has to be done."],
    ]
    asked = "What should be done with a serum level of {} nmol/L?"
    assert first([table(rows)], asked.format(90)).startswith("below 150")
    assert first([table(rows)], asked.format(220)).startswith("150 nmol/L to")
    assert first([table(rows)], asked.format(350)).startswith("above 300")


def test_the_number_of_a_recommendation_is_no_amount() -> None:
    place = found(["1.9.6 Watch for signs that the dose of veradine is too high.", FILLER])
    question = "What are the signs that the dose of veradine is too high?"
    best = open_answerer().rank_units(question, place.hits, place.lookup).ranked[0]
    assert best.facts.unit.text.startswith("1.9.6")
    assert not best.features.get("amount")


def test_what_is_for_the_people_asked_about_comes_first() -> None:
    content = [
        heading("People aged 16 years and over"),
        "Give 20 mg of veradine by mouth as the starting dose.",
        heading("Babies under 1 year"),
        "Give 2 mg of veradine by mouth as the starting dose.",
    ]
    assert "Give 2 mg" in first(content, "What starting dose of veradine for a 4-month-old?")
    assert "Give 20 mg" in first(content, "What starting dose of veradine for an adult?")


def test_a_recommendation_comes_before_why_it_was_made() -> None:
    rule = "1.4.2 Offer veradine twice a day during severe illness."
    why = "The committee agreed that veradine should be offered during severe illness."
    content = [heading("Rationale"), why, heading("Recommendations"), rule, FILLER]
    assert first(content, "Should veradine be offered during severe illness?") == rule


def test_another_stage_than_the_one_asked_about_comes_later() -> None:
    content = [
        "Four cycles of chemotherapy are given in stage III.",
        "No cycle of chemotherapy is given in stage I.",
    ]
    assert "stage III" in first(content, "Is chemotherapy given in stage III?")
    assert "stage I." in first(content, "Is chemotherapy given in stage I?")


def test_another_ward_than_the_one_whose_letter_is_asked_for_comes_later() -> None:
    rows = [
        ["Place", "Extension"],
        *([f"Ward {letter}", f"33{n}1"] for n, letter in enumerate("GBA")),
    ]
    question = "What is the extension of Ward {}?"
    assert first([table(rows)], question.format("A")).startswith("Ward A")
    assert first([table(rows)], question.format("G")).startswith("Ward G")


@pytest.mark.parametrize(
    ("text", "only_points"),
    [
        ("Table 4-9 shows the lamp of each signal.", True),
        ("Table 4-9: Lamps of signals", True),
        ("Table 4-9 shows that each signal has a lamp.", False),
        ("Table 4-9 shows a lamp for 9 of the signals.", False),
        ("Table 4-9: Recommended lamps of signals", True),
        ("Table 2: Signals have half a lamp in the morning", False),
        ("Table 5 Do not use lamps of signals", False),
        ("Tabelle 5: Lampen der Signale", True),
        ("Tabelle 5: Lampen darf man nicht verwenden", False),
        ("The lamps of the signals are as follows:", True),
        (f"The lamps of the signals, {'which are cleaned every week, ' * 7}are as follows:", True),
        (f"The lamps of the signals are cleaned. {'They are white. ' * 12}Others follow:", False),
    ],
)
def test_what_only_says_which_table_it_is_or_what_follows_points_elsewhere(
    text: str, only_points: bool
) -> None:
    place = found([FILLER, text])
    ranking = open_answerer().rank_units("Which lamp has a signal?", place.hits, place.lookup)
    of_text = {unit.facts.unit.text: unit.features["pointer"] for unit in ranking.ranked}
    assert of_text[text] == only_points


def test_a_question_in_another_language_finds_the_text_that_answers_it() -> None:
    content = [
        "The corridor of the ward was painted green last year.",
        "Two cores are taken from the tumour with a needle for the biopsy.",
        "Relatives may visit the patients in the afternoon.",
    ]
    german = "Wie viele Proben werden bei der Biopsie aus dem Tumor entnommen?"
    assert first(content, german).startswith("Two cores")


def test_german_is_understood_beyond_its_words() -> None:
    content = [
        "Der Mieter zahlt die Kaution vor dem Einzug an den Vermieter.",
        "Das Mietverhältnis beginnt am 1. Juli und ist auf zehn Jahre fest abgeschlossen.",
        "Der Vermieter lässt die Räume vor dem Einzug streichen.",
        "Der Mieter darf in den Räumen keine Hunde halten.",
    ]
    assert first(content, "Wann läuft der Vertrag aus?").startswith("Das Mietverhältnis")
    assert first(content, "Sind Haustiere erlaubt?").startswith("Der Mieter darf")


@pytest.mark.parametrize(
    ("text", "question", "is_compared"),
    [
        ("Le locataire ne peut pas avoir de chien dans le logement.", "Un chat ?", True),
        ("The tenant must not keep a dog in the rooms of the flat.", "A cat?", False),
    ],
)
def test_texts_that_the_reader_does_not_know_are_compared_by_meaning(
    text: str, question: str, is_compared: bool
) -> None:
    place = found([text])
    (unit,) = open_answerer().rank_units(question, place.hits, place.lookup).ranked
    assert (unit.features["meaning"] != 0) is is_compared


@pytest.mark.parametrize(
    ("question", "is_met"),
    [
        ("How many doses of veradine are needed?", True),
        ("How many doses of veradine are reimbursed?", False),
    ],
)
def test_a_word_that_says_nothing_on_the_topic_need_not_be_in_the_answer(
    question: str, is_met: bool
) -> None:
    place = found([table([["Drug", "Doses"], ["Veradine", "3"], ["Orcinel", "2"]]), FILLER])
    ranking = open_answerer().rank_units(question, place.hits, place.lookup)
    signs = signs_of_an_answer(ranking.query, ranking.ranked)
    assert (signs["unmatched"] == 0) is is_met


@pytest.mark.parametrize("question", ["What do I need?", "Who uses it?", "When does it apply?"])
def test_a_question_whose_only_word_says_nothing_on_the_topic_is_not_met_by_anything(
    question: str,
) -> None:
    place = found(["The roof garden holds bees and flowers.", "Honey is sold on Fridays.", FILLER])
    ranking = open_answerer().rank_units(question, place.hits, place.lookup)
    assert signs_of_an_answer(ranking.query, ranking.ranked)["unmatched"] > 0.5


@pytest.mark.parametrize(("name", "is_of_another"), [("Miller", False), ("Jones", True)])
def test_a_row_that_holds_no_word_of_the_question_may_be_of_another(
    name: str, is_of_another: bool
) -> None:
    rows = [
        ["Name", "Role", "Extension"],
        ["Miller", "gardener", "4812"],
        ["Brown", "cook", "4913"],
    ]
    place = found([table(rows), FILLER])
    question = f"What is the phone number of {name}?"
    ranking = open_answerer().rank_units(question, place.hits, place.lookup)
    signs = signs_of_an_answer(ranking.query, ranking.ranked)
    assert signs["unmatched"] > unit_ranking._MET
    assert (signs["row_of_another"] > 0) is is_of_another


def test_every_weight_is_of_a_feature() -> None:
    held = json.loads(Path(unit_ranking.__file__).with_name("weights.json").read_text("utf-8"))
    assert set(held["units"]) == set(FEATURES)
    assert set(held["across"]) <= {*FEATURES, *ACROSS}


@pytest.mark.parametrize(
    ("name", "sign"), [("lead", 1), ("joint_reading", 1), ("unmatched", -1), ("row_of_another", -1)]
)
def test_the_probability_follows_the_signs_of_an_answer(name: str, sign: int) -> None:
    signs = dict.fromkeys(weights().answered, 0.0)
    before, after = probability(signs), probability({**signs, name: 0.5})
    assert 0 < before < 1
    assert (after - before) * sign > 0


@pytest.mark.parametrize(
    ("readings", "joint"),
    [([3.0], 3.0), ([3.0, 1.0], 17 / 7), ([3.0, 1.0, -1.0, 9.0], 15 / 9), ([-8.0, -8.0], -1.25)],
    ids=["one", "two", "three of four", "floor"],
)
def test_the_first_three_units_tell_together_whether_there_is_an_answer(
    readings: Sequence[float], joint: float
) -> None:
    content = [f"Give {number} mg of veradine to patient {number}." for number in range(4)]
    place = found(content)
    ranking = open_answerer().rank_units("What dose of veradine?", place.hits, place.lookup)
    units = [
        replace(unit, features={**unit.features, "fitted_reading": reading})
        for unit, reading in zip(ranking.ranked, readings, strict=False)
    ]
    assert len(units) == len(readings)
    assert signs_of_an_answer(ranking.query, units)["joint_reading"] == pytest.approx(joint)


@pytest.mark.parametrize("question", ["What does EK stand for?", "How many kinds of EK are there?"])
def test_words_that_only_ask_need_no_match(question: str) -> None:
    place = found(["Two kinds of consensus are called EK by the group of experts.", FILLER])
    ranking = open_answerer().rank_units(question, place.hits, place.lookup)
    assert signs_of_an_answer(ranking.query, ranking.ranked)["unmatched"] == 0


@pytest.mark.parametrize(
    "question", ["Who won the war?", "Who has a hat?", "What is the mean age?"]
)
def test_verbs_of_another_language_and_what_asks_elsewhere_need_a_match(question: str) -> None:
    place = found(["The median age of those who won the vote was high.", FILLER])
    ranking = open_answerer().rank_units(question, place.hits, place.lookup)
    assert signs_of_an_answer(ranking.query, ranking.ranked)["unmatched"] > 0


def test_what_the_features_give_is_the_score_largest_first() -> None:
    values = {"reading": 0.5, "rationale": 1.0, "cosine": 0.4}
    gains = contributions(values)
    assert sum(gains.values()) == pytest.approx(score(values, foreign=False), abs=0.01)
    assert [abs(value) for value in gains.values()] == sorted(map(abs, gains.values()))[::-1]
    assert gains["rationale"] < 0 < gains["reading"]
