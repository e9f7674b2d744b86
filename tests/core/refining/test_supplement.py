"""What expressions of a chunk refer to, by rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.chunking.additions import SupplementKind
from core.refining import refine
from core.refining.references import mentions
from core.refining.supplement import MOST
from core.refining.supplement_sources import entry_text, supplement_lines
from core.sir import ElementType
from tests.builders import Block, bullets, heading, sir_from_texts, table
from tests.cutting import cut

if TYPE_CHECKING:
    from collections.abc import Sequence

LEVELS = [
    heading("Article 3 Data levels"),
    Block(ElementType.CAPTION, "Table 1. Data levels."),
    table([["Level", "Name"], ["Level 1", "Public"], ["Level 2", "Internal"]]),
]


def entries(blocks: Sequence[Block | str], chunk: int = -1) -> dict[str, str]:
    """Terms of a chunk with the words that explain them."""
    result = refine(cut(blocks, "topology"))
    return {one.term: entry_text(result.sir, one) for one in result.chunks[chunk].supplement}


def test_a_clause_on_level_2_carries_its_row_with_its_lines():
    result = refine(
        cut([*LEVELS, heading("Article 8"), "Data of Level 2 may be sent."], "topology")
    )
    [entry] = result.chunks[-1].supplement
    assert (entry.term, entry.kind, entry.by) == ("Level 2", SupplementKind.DEFINITION, "")
    assert entry_text(result.sir, entry) == "Level: Level 2; Name: Internal"
    cells = [line.node for line in supplement_lines(result.sir, entry)]
    assert [result.sir.nodes[cell].text for cell in cells] == [
        "Level 2",
        "Internal",
        "Level",
        "Name",
    ]


def test_a_chunk_that_holds_the_definition_needs_none():
    assert entries([*LEVELS, "Data of Level 2 may be sent."]) == {}


def test_a_definition_that_comes_later_explains_nothing():
    blocks = [heading("Article 1"), "Data of Level 2 may be sent.", *LEVELS]
    assert entries(blocks, 0) == {}


def test_a_glossary_at_the_end_explains_what_stands_before_it():
    term = "Sick-day dosing refers to doses that are adjusted during illness."
    blocks = [
        heading("1 Care"), "Offer sick-day dosing to all adults.",
        heading("Terms used in this guideline"), term,
    ]  # fmt: skip
    assert entries(blocks, 0) == {"sick-day dosing": term}
    blocks[2] = heading("2 Rules for boarding schools")
    assert entries(blocks, 0) == {}


def test_definitions_of_one_part_explain_no_other():
    term = "Sick-day dosing refers to doses that are adjusted during illness."
    blocks = [
        heading("Part A Wards"), "Offer sick-day dosing to all adults, as on the way (Part B).",
        heading("Part B Transport"), "Sick-day dosing is offered on the way.",
        heading("Definitions", 2), term,
    ]  # fmt: skip
    assert entries(blocks, 0) == {}
    blocks[4] = heading("Definitions for Part B")
    assert entries(blocks, 0) == {}
    assert entries(blocks, 1) == {"Sick-day dosing": term}
    blocks[4] = heading("Part C Definitions")
    assert entries(blocks, 0)["sick-day dosing"] == term


def test_definitions_may_be_named_for_several_parts_and_a_glossary_holds_in_all():
    term = "Sick-day dosing refers to doses that are adjusted during illness."
    blocks = [
        heading("Part 1 Wards"), "Offer sick-day dosing to all adults.",
        heading("Part 2 Transport"), "Have sick-day dosing at hand.",
        heading("Part 3 Further matter"), heading("Definitions for Part 1 and Part 3", 2), term,
    ]  # fmt: skip
    assert entries(blocks, 0) == {"sick-day dosing": term}
    assert entries(blocks, 1) == {}
    blocks[5] = heading("Definitions for Section 4 of Part 1", 2)
    assert entries(blocks, 0) == {}
    blocks[5] = heading("Glossary", 2)
    assert entries(blocks, 0) == entries(blocks, 1) == {"sick-day dosing": term}
    blocks[5] = heading("Definitions", 2)
    assert entries(blocks, 0) == entries(blocks, 1) == {}


def test_definitions_of_a_part_explain_what_stands_in_it_in_a_chunk_that_begins_before_it():
    term = "Sick-day dosing refers to doses that are adjusted during illness."
    blocks = [
        heading("Part A Wards"), "Offer breakfast to all adults.",
        heading("Part B Transport"), "Have sick-day dosing at hand.", heading("Definitions", 2),
    ]  # fmt: skip
    whole = cut([*blocks, "The list is short.", term], "fixed", max_tokens=26, overlap=0.0)
    assert "Have sick-day" in whole.chunks[0].content
    assert [one.term for one in refine(whole).chunks[0].supplement] == ["sick-day dosing"]


def test_an_acronym_that_is_written_out_later_carries_its_long_form():
    blocks = [
        heading("One"), "Reports go to the DSC.",
        heading("Two"), "The Data Security Committee (DSC) meets weekly.",
        heading("Three"), "A data security committee (DSC) is named by the board.",
    ]  # fmt: skip
    assert entries(blocks, 0) == {"DSC": "Data Security Committee (DSC)"}
    blocks[-1] = "The Daily Score Card (DSC) is filled in."
    assert entries(blocks, 0) == {}


def test_an_acronym_with_an_ampersand_carries_its_long_form():
    blocks = [
        heading("One"), "We spend on research and development (“R&D”).",
        heading("Two"), "The R&D of the ward grew.",
    ]  # fmt: skip
    assert entries(blocks) == {"R&D": "research and development (“R&D”)"}


def test_an_acronym_with_two_meanings_is_left_out_where_neither_is_of_its_section():
    blocks = [
        heading("One"), "The Nimble Training Club (NTC) is an app.",
        heading("Two"), "Use of NTC rose.",
        heading("Three"), "The Net Tax Charge (NTC) is paid in May.",
        heading("Four"), "NTC is free.",
    ]  # fmt: skip
    assert entries(blocks, 1) == {"NTC": "Nimble Training Club (NTC)"}
    assert entries(blocks, 3) == {}
    blocks[5] = "A Nimble training circle (NTC) is free."
    assert entries(blocks, 3) == {"NTC": "Nimble training circle (NTC)"}


def test_an_acronym_of_two_letters_that_is_introduced_in_the_plural_is_known():
    blocks = [
        heading("One"), "Students choose among the Research Institutes (RIs).",
        heading("Two"), "Staff of RIs may supervise.",
        heading("Three"), "One member is from an RI.",
    ]  # fmt: skip
    for chunk, term in ((1, "RIs"), (2, "RI")):
        assert entries(blocks, chunk) == {term: "Research Institutes (RIs)"}


def test_labels_that_two_tables_define_are_left_out():
    other = [
        Block(ElementType.CAPTION, "Table 2. Levels of care."),
        table([["Level", "Name"], ["Level 1", "Ward"], ["Level 2", "Intensive care"]]),
    ]
    blocks = [*LEVELS, heading("Care"), *other, heading("Article 8"), "Level 2 is reached."]
    assert entries(blocks) == {}


def test_an_acronym_carries_its_long_form():
    blocks = [
        heading("One"), "The Data Security Committee (DSC) meets weekly.",
        heading("Two"), "Reports go to the DSC.",
    ]  # fmt: skip
    assert entries(blocks) == {"DSC": "Data Security Committee (DSC)"}


def test_a_small_letter_is_no_label():
    blocks = [heading("One"), "Grade A means that it is done.", heading("Two"), "Grade a task."]
    assert entries(blocks) == {}


def test_numbered_references_lead_to_what_they_name():
    blocks = [
        heading("Article 8 Access"), bullets("(1) Access is granted.", "(2) Two factors are used."),
        Block(ElementType.CAPTION, "Table 3. Doses."), table([["a", "b"], ["c", "d"]]),
        heading("Article 9 Emergency"),
        "Article 8 is set aside, Article 8 clause 2 is not. Table 3 holds. See Article 99.",
    ]  # fmt: skip
    assert entries(blocks) == {
        "Article 8": "Article 8 Access",
        "Article 8 clause 2": "(2) Two factors are used.",
        "Table 3": "Table 3. Doses.",
    }


@pytest.mark.parametrize(
    "text",
    [
        "Article 5 of the Directive applies.",
        "see Tables 2 and 3",
        "section 4 in NICE's guideline",
        "Artikel 6 DSGVO",
        "Abschnitt 3 der Verordnung",
        "articles are numbered",
        "Section 13(a) of the Act",
    ],
)
def test_references_into_other_documents_are_left_out(text: str):
    assert not list(mentions(text))


def test_of_two_articles_of_one_number_the_one_of_the_same_chapter_is_meant():
    blocks = [
        heading("Chapter 1"), heading("Article 1 Levels", 2), "Four levels.",
        heading("Chapter 2"), heading("Article 1 Board", 2), "It meets.",
        heading("Article 2 Reports", 2), "They follow Article 1 above.",
    ]  # fmt: skip
    assert entries(blocks) == {"Article 1": "Article 1 Board"}
    blocks[-2:] = [heading("Chapter 3"), heading("Article 2", 2), "They follow Article 1 above."]
    assert entries(blocks) == {}


def test_a_recommendation_is_named_by_its_number():
    blocks = [
        heading("1 Start"), "1.2.1 Offer a test to all adults. Repeat it.",
        heading("2 Next"), "Ask for the signs in recommendation 1.2.1.",
    ]  # fmt: skip
    assert entries(blocks) == {"recommendation 1.2.1": "1.2.1 Offer a test to all adults."}


def test_pointing_words_at_a_cut_lead_to_the_sentence_before():
    filler = "The weather was fine and nobody came. " * 8
    blocks = [f"{filler} A new method was tried.", f"This method works well. {filler}"]
    result = refine(cut(blocks, "topology", theta=90))
    [entry] = result.chunks[1].supplement
    assert (entry.term, entry.kind) == ("This method", SupplementKind.ANAPHOR)
    assert entry_text(result.sir, entry) == "A new method was tried."


def test_what_is_pointed_to_agrees_with_its_source():
    filler = "The weather was fine and nobody came. " * 8
    for source, text, found in [
        ("A new device was sold.", "These devices were sold.", 0),
        ("New devices were sold.", "These devices were sold.", 1),
        ("New devices were sold.", "These cheaper devices were sold.", 0),
        ("These devices were sold.", "These devices were sold.", 0),
        (
            "New devices were sold.",
            "It was warm and dry on the first days of them and these devices.",
            0,
        ),
    ]:
        result = refine(cut([f"{filler} {source}", f"{text} {filler}"], "topology", theta=90))
        assert len(result.chunks[1].supplement) == found, (source, text)


@pytest.mark.parametrize("start", ["This guideline is new.", "These are all.", "This noun is new."])
def test_pointing_words_without_a_clear_referent_are_left_out(start: str):
    filler = "The weather was fine and nobody came. " * 8
    result = refine(cut([f"{filler} A guideline came.", f"{start} {filler}"], "topology", theta=90))
    assert result.chunks[1].supplement == ()


def test_a_chunk_has_no_more_than_five():
    rows = [["Level", "Name"], *([f"Level {n}", f"Name {n}"] for n in range(1, 9))]
    blocks = [
        heading("Data levels"), table(rows), heading("Next"),
        " ".join(f"Level {n} is used." for n in range(1, 9)),
    ]  # fmt: skip
    assert len(entries(blocks)) == MOST


def test_content_and_ids_stay_as_they_were():
    blocks = [*LEVELS, heading("Article 8"), "Data of Level 2 may be sent."]
    plain = cut(blocks, "topology")
    refined = refine(plain)
    for one, two in zip(plain.chunks, refined.chunks, strict=True):
        assert (one.id, one.content, one.segments) == (two.id, two.content, two.segments)
    assert refine(plain) == refined


def test_hidden_nodes_explain_nothing():
    blocks = [
        Block(ElementType.PARAGRAPH, "The Secret Order (SO) rules.", aside="hidden"),
        heading("One"), "The SO is here.",
    ]  # fmt: skip
    sir = sir_from_texts(blocks)
    assert sir.flow < len(sir.nodes)
    assert entries(blocks) == {}
