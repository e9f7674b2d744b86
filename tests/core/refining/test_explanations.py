"""Acronyms, definitions and tables that define."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.refining.acronyms import is_acronym, long_forms
from core.refining.definitions import defined_term
from core.refining.explanations import explanations, term_key
from core.refining.supplement_sources import node_text
from core.sir import ElementType
from core.text.words import stem
from tests.builders import Block, bullets, heading, sir_from_texts, table

if TYPE_CHECKING:
    from collections.abc import Sequence


def explained(blocks: Sequence[Block | str], term: str) -> list[str]:
    """What a document says of a term."""
    sir = sir_from_texts(blocks)
    found = explanations(sir).get(term_key(term), ())
    return [node_text(sir, node)[start:end] for _, (node, start, end), _ in found]


@pytest.mark.parametrize(
    ("text", "short", "long"),
    [
        ("The Data Security Committee (DSC) decides.", "DSC", "Data Security Committee (DSC)"),
        ("congenital adrenal hyperplasia (CAH)", "CAH", "congenital adrenal hyperplasia (CAH)"),
        (
            "the Public Wards Oversight Board (Norway) (PWOB)",
            "PWOB",
            "Public Wards Oversight Board (Norway) (PWOB)",
        ),
        ("two multidisciplinary teams (MDTs) met", "MDT", "multidisciplinary teams (MDTs)"),
        (
            "die Datenschutz-Grundverordnung (DSGVO) gilt",
            "DSGVO",
            "Datenschutz-Grundverordnung (DSGVO)",
        ),
        (
            "Committee of Sponsoring Organizations of the Treadway Commission (COSO)",
            "COSO",
            "Committee of Sponsoring Organizations of the Treadway Commission (COSO)",
        ),
        ("the 2019 Truth and Trust Online Conference (TTO)", "TTO", "Truth and Trust Online Conf"),
        ("spending on research and development (“R&D”)", "R&D", "research and development (“R&D”)"),
        ("diversity, equity and inclusion (DE&I)", "DE&I", "diversity, equity and inclusion"),
        ("the odds of relapse (OR) fell", "OR", "odds of relapse (OR)"),
        ("the risk of recurrence (RR)", "RR", "risk of recurrence (RR)"),
        ("by in-context learning 2 (ICL)", "ICL", "in-context learning 2 (ICL)"),
        ("für private Überspielungsrechte (PÜ)", "PÜ", "private Überspielungsrechte (PÜ)"),
    ],
)
def test_an_acronym_in_brackets_has_its_long_form_before_it(text: str, short: str, long: str):
    [(found, start, end)] = long_forms(text)
    assert found == short
    assert text[start:end].startswith(long)


@pytest.mark.parametrize(
    "text",
    [
        "The drug was stopped (see below).",
        "It was approved in London (UK).",
        "Nothing here begins with these letters (XYZ).",
        "(ABC) stands alone",
        "One person was given it ‘as required’ (PRN).",
        "NET INCOME (LOSS) ON DERIVATIVES INCOME (LOSS)",
        "the group that received enoxaparin (TGRE)",
        "women in the sixth week of pregnancy (WS)",
        "This therapy is offered in hospital (TIA)",
        "Satisfactory (or better)/Unsatisfactory (SU)",
        "Offer it in relapse. Refer them (RR)",
        "the access key (old) (KA)",
    ],
)
def test_brackets_that_hold_no_acronym_of_the_words_before_give_nothing(text: str):
    assert not list(long_forms(text))


def test_an_acronym_has_two_capitals():
    assert all(map(is_acronym, ["DSC", "eGFR", "PD-calv", "KLT2"]))
    assert not any(map(is_acronym, ["Article", "The", "of", "A"]))


@pytest.mark.parametrize(
    ("sentence", "term"),
    [
        ("(3) An incident is any event that leads to a loss.", "incident"),
        ("Personal data means any information about a person.", "Personal data"),
        ("A custodian refers to a unit that runs a system.", "custodian"),
        ("(2) Level 2 (Confidential): Refers to data that could cause damage.", "Level 2"),
        ("Grade A means that a measure should be offered.", "Grade A"),
        ("Betroffener bezeichnet jede Person, deren Daten verarbeitet werden.", "Betroffener"),
        ("Unter einem Vorfall versteht man jedes Ereignis mit Schaden.", "Vorfall"),
        ("Ein Vorfall ist jedes Ereignis, das zu einem Schaden führt.", "Vorfall"),
    ],
)
def test_a_sentence_that_defines_names_its_term(sentence: str, term: str):
    assert defined_term(sentence) == term


@pytest.mark.parametrize(
    "sentence",
    [
        "This means that the patient can go home.",
        "The dose is a matter of debate.",
        "It refers to the section above.",
        "Please refer to the table of fees.",
        "Note 7: financial instruments.",
        "Other: includes all revenue of the rest.",
        "The officer is the head of the unit.",
        "Dies bedeutet eine Verzögerung.",
        "Die Dosis ist ein Problem.",
    ],
)
def test_other_sentences_define_nothing(sentence: str):
    assert defined_term(sentence) is None


def test_in_a_section_of_definitions_is_a_is_enough():
    sentence = "A custodian is a person that operates a system."
    blocks = [heading("Definitions"), bullets(f"(2) {sentence}")]
    assert explained(blocks, "Custodians") == [f"(2) {sentence}"]
    assert explained([heading("Roles"), bullets(f"(2) {sentence}")], "custodian") == []


def test_a_heading_among_terms_is_defined_by_the_text_below_it():
    blocks = [
        heading("Terms used in this guideline"), heading("Sick-day rules", 2),
        "Information on how to adjust medicines. It is given to all.",
    ]  # fmt: skip
    assert explained(blocks, "sick-day rules") == ["Information on how to adjust medicines."]


def test_rows_of_levels_define_them_where_the_title_speaks_of_levels():
    rows = [["Level", "Meaning"], ["Level 1", "Public"], ["Level 2", "Internal"]]
    titled = [Block(ElementType.CAPTION, "Table 1. Data levels."), table(rows)]
    assert explained(titled, "level 2") == ["Level: Level 2; Meaning: Internal"]
    assert explained([table(rows[1:])], "Level 2") == []


def test_rows_for_days_define_nothing():
    rows = [["Day", "Dose"], ["1", "5 mg"], ["2", "10 mg"]]
    assert explained([Block(ElementType.CAPTION, "Doses by day"), table(rows)], "day 2") == []


def test_rows_under_levels_of_evidence_define_evidence():
    rows = [["Level", "Source", "Trust"], ["1a", "Trials", "High"], ["2b", "Cohorts", "Low"]]
    blocks = [Block(ElementType.CAPTION, "Table 2. Levels of evidence."), table(rows)]
    assert explained(blocks, "Evidence 2b") == ["Level: 2b; Source: Cohorts; Trust: Low"]


def test_german_stages_and_compounds_are_found():
    rows = [["Stadium", "Ausdehnung"], ["I", "klein"], ["II", "groß"]]
    blocks = [Block(ElementType.CAPTION, "Tabelle 2. Stadien des Karzinoms."), table(rows)]
    assert explained(blocks, "Stadium II") == ["Stadium: II; Ausdehnung: groß"]
    rows = [["Grad", "Bedeutung"], ["A", "starke Empfehlung"]]
    blocks = [Block(ElementType.CAPTION, "Tabelle 1. Empfehlungsgrade."), table(rows)]
    assert explained(blocks, "Empfehlungsgrad A") == ["Grad: A; Bedeutung: starke Empfehlung"]


def test_a_list_of_abbreviations_explains_each():
    rows = [["Abbreviation", "Meaning"], ["CT", "Computed tomography"]]
    assert explained([table(rows)], "CT") == ["Abbreviation: CT; Meaning: Computed tomography"]


def test_forms_of_a_word_meet():
    for one, two in [("incidents", "incident"), ("Stadien", "Stadium"), ("entries", "entry")]:
        assert stem(one) == stem(two)
