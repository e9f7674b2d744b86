"""Meanings of entries: taken from their sources by rule, and checked whoever gave them."""

from __future__ import annotations

import pytest

from core.chunking.additions import SupplementEntry, SupplementKind
from core.refining.meanings import introduced_as, meaning_holds, row_meaning, rule_meaning
from core.sir import ElementType
from tests.builders import sir_from_texts, table

SOURCE = (
    "In 2014 the agency did not wait and gave two contracts of 5.2 million to Boeing and SpaceX."
)


@pytest.mark.parametrize(
    ("meaning", "holds"),
    [
        ("", True),
        ("Boeing and SpaceX", True),
        ("the contracts of Boeing and of SpaceX", True),
        ("contract with Boeing", True),
        ("two contracts", True),
        ("three contracts", False),
        ("contracts of 5.3 million", False),
        ("contracts with Boeing and Airbus", False),
        ("the agency did not wait", True),
        ("the agency did wait", False),
        ("no contracts for Boeing", False),
        ("of the", False),
        ("Boeing " * 60, False),
    ],
)
def test_a_meaning_says_only_what_its_source_says(meaning: str, holds: bool):
    sir = sir_from_texts([SOURCE])
    entry = SupplementEntry(
        "they", SupplementKind.ANAPHOR, 1, 0, len(SOURCE), "a model", meaning.strip()
    )
    assert meaning_holds(sir, entry) is holds


def test_words_of_the_node_outside_the_source_do_not_count():
    sir = sir_from_texts([f"{SOURCE} Airbus was not asked."])
    entry = SupplementEntry(
        "they", SupplementKind.ANAPHOR, 1, 0, len(SOURCE), meaning="Boeing and Airbus"
    )
    assert not meaning_holds(sir, entry)


@pytest.mark.parametrize(
    ("text", "term", "meaning"),
    [
        ("(2) Level 2 (Secret): Refers to data of staff.", "Level 2", "Level 2 (Secret)"),
        ("An incident is any event that harms.", "Incidents", "any event that harms"),
        ("“Foreign born” refers to persons from abroad.", "foreign born", "persons from abroad"),
        ("Stress (grave) is when it hurts; pain is the sign.", "stress", ""),
        ("A loss is caused by fire, which is the main cause.", "loss", ""),
        ("Ein Vorfall ist jedes Ereignis mit Schaden.", "Vorfall", "jedes Ereignis mit Schaden"),
    ],
)
def test_a_definition_means_what_stands_behind_its_verb(text: str, term: str, meaning: str):
    assert rule_meaning(text, term, SupplementKind.DEFINITION) == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("magnetic resonance imaging (MRI)", "magnetic resonance imaging"),
        ("in-context learning 2 (ICL)", "in-context learning"),
        ("Pass/Fail’ (P/F)", "Pass/Fail"),
        ("Public Wards Oversight Board (Norway) (PWOB)", "Public Wards Oversight Board"),
    ],
)
def test_an_acronym_means_its_long_form(text: str, meaning: str):
    assert rule_meaning(text, "X", SupplementKind.ACRONYM) == meaning


def test_a_row_means_the_cell_that_names_its_term():
    rows = [["Level", "Name", "Kept"], ["Level 2", "Internal", "A year"]]
    staged = [["Stage", "Size", "Spread"], ["Stage 2", "Any", "None"]]
    for table_rows, term, meaning in [
        (rows, "Level 2", "Internal"),
        (staged, "stage 2", ""),
        ([["Grade", "Use"], ["A", "strong"]], "Grade A", "strong"),
    ]:
        sir = sir_from_texts([table(table_rows)])
        row = [n for n, one in enumerate(sir.nodes) if one.type is ElementType.TABLE_ROW][-1]
        assert row_meaning(sir, row, term) == meaning


def test_a_noun_is_given_with_the_words_that_bring_it_in():
    assert introduced_as("They tried a rather new method of care.", "method") == (
        "a rather new method"
    )
    assert introduced_as("Methods of care were tried.", "method") == ""
