"""The words of a document: what it explains, what drugs it names, and what a text uses of them."""

from __future__ import annotations

import pytest

from core.glossary.base import EntryKind
from core.glossary.building import glossary
from core.spans import joined
from tests.builders import heading, sir_from_texts, table

ROWS = [["Abbreviation", "Meaning"], ["ULN", "Upper limit of normal"], ["ECOG", "Scale of fitness"]]
LEVELS = [["Level", "Source"], ["1a", "Several trials"], ["EC", "Expert consensus"]]
SIR = sir_from_texts(
    [
        heading("Terms used in this guideline"),
        "Small tumours are treated by radiofrequency ablation (RFA). RFA is repeated once.",
        "A sick-day rule is a rule for days of illness.",
        table(ROWS),
        heading("Levels of evidence"),
        table(LEVELS),
        "Give hydrocortisone 100 mg at once. Hydrocortisone is then given by mouth with velotinib. "
        "The creatinine 2 mg/dl is repeated, creatinine being low in April.",
    ]
)
GLOSSARY = glossary(SIR)


def named(kind: EntryKind) -> dict[str, str]:
    return {entry.form: entry.meaning for entry in GLOSSARY.entries if entry.kind is kind}


def test_abbreviations_stand_in_brackets_and_in_rows_of_tables() -> None:
    assert named(EntryKind.ABBREVIATION) == {
        "EC": "Expert consensus",
        "ECOG": "Scale of fitness",
        "RFA": "radiofrequency ablation",
        "ULN": "Upper limit of normal",
    }


def test_a_heading_of_columns_and_a_cell_with_only_the_first_letter_spell_nothing_out() -> None:
    rows = [["AMS", "Average March Sum"], ["AMT", "Average growth"], ["AYS", "Average yearly sum"]]
    entries = glossary(sir_from_texts([table(rows)])).entries
    assert [entry.form for entry in entries] == ["AYS"]


def test_only_a_long_form_takes_the_place_of_an_abbreviation() -> None:
    assert "ECOG" not in GLOSSARY.abbreviations
    assert GLOSSARY.abbreviations["RFA"] == "radiofrequency ablation"


def test_a_term_has_the_words_that_define_it() -> None:
    terms = named(EntryKind.TERM)
    assert terms["sick-day rule"] == "a rule for days of illness"
    assert terms["Level 1a"] == "Several trials"
    assert not any("EC" in term for term in terms)


@pytest.mark.parametrize(
    ("head", "text", "forms"),
    [
        ("Grade", "Grade A is best.", ["Grade A", "Grade B"]),
        ("Grades", "A grade A is best.", ["Grade A", "Grades B"]),
        ("Grad", "Es gibt den Empfehlungsgrad A.", ["Empfehlungsgrad A", "Empfehlungsgrad B"]),
    ],
)
def test_a_term_is_in_words_of_the_document(head: str, text: str, forms: list[str]) -> None:
    title = "Empfehlungsgrade" if head == "Grad" else "Grades and points"
    rows = [[head, "Points"], ["A", "5 points"], ["B", "4 points"]]
    entries = glossary(sir_from_texts([heading(title), table(rows), text])).entries
    assert [entry.form for entry in entries] == forms


def test_every_meaning_stands_in_the_words_that_define_it() -> None:
    for entry in GLOSSARY.entries:
        assert entry.meaning in joined(SIR, entry.source)


def test_a_drug_has_a_stem_of_drugs_or_stands_before_a_dose_and_a_laboratory_value_does_not() -> (
    None
):
    assert {form.casefold() for form in named(EntryKind.DRUG)} == {"hydrocortisone", "velotinib"}


def test_common_names_of_drugs_are_known_in_english_and_german_and_hormones_are_none() -> None:
    text = "Warfarin, colchicine and Colchicin, leflunomide, enalapril; insulin, dopamine, April."
    drugs = [entry.form for entry in glossary(sir_from_texts([text])).entries]
    assert drugs == ["Colchicin", "colchicine", "enalapril", "leflunomide", "Warfarin"]


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("RFAs, and the sick-day Rule", ["RFA", "sick-day rule"]),
        ("rfa, RFAX, x-RFA and overvelotinib", []),
        ("Velotinib before RFA before velotinib", ["velotinib", "RFA"]),
    ],
)
def test_the_entries_that_a_text_uses_are_whole_words_each_once(
    text: str, forms: list[str]
) -> None:
    assert [entry.form for entry in GLOSSARY.used_in(text)] == forms


def test_a_document_without_such_words_has_an_empty_glossary() -> None:
    empty = glossary(sir_from_texts(["The sun rose."]))
    assert empty.entries == ()
    assert empty.used_in("The sun rose.") == []
