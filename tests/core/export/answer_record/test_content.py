from __future__ import annotations

from datetime import UTC, datetime

from core.export.answer_record.base import AnswerRecord, Standing
from core.export.answer_record.blocks import Fields, Heading, Paragraph, Quotation, Tone
from core.export.answer_record.content import blocks
from core.export.answer_record.stated import stated_rows
from core.export.answer_record.words import standing_tone
from core.history.base import Signature, SourceDocument
from core.history.checks import Check, Decision, Review
from core.recommendations.base import EvidenceCard, Force, Grade, Stated, TextRole
from core.spans import Role
from tests.core.export.answer_record.builders import FIRST, NAME, SECOND, by_model, by_rules

ACCEPTED, REJECTED = Check(decision=Decision.ACCEPTED), Check(decision=Decision.REJECTED)
UNSURE = Check(decision=Decision.UNSURE)
SIGNED = Signature(name="Ada", signed_at=datetime(2026, 11, 25, 10, 20, tzinfo=UTC), program="1")


def texts(record: AnswerRecord) -> list[str]:
    """All words of a record in their order, a field as `name: words`."""
    found: list[str] = []
    for block in blocks(record):
        match block:
            case Heading() | Quotation():
                found.append(block.words)
            case Paragraph():
                found.append(f"{block.lead} {block.words}".strip())
            case Fields():
                found += [f"{name}: {words}" for name, words in block.rows]
            case _:
                found.append(block.caption)
    return found


def test_how_far_it_was_checked_stands_first():
    review = Review(checks={0: ACCEPTED})
    assert texts(by_rules(review=review))[1] == "Not checked: 1 of 2 checked"
    both = by_rules(review=Review(checks={0: ACCEPTED, 1: ACCEPTED}))
    assert both.standing is Standing.CHECKED
    assert texts(both)[1] == "Checked, not signed: 2 of 2 checked"
    signed = both.model_copy(update={"signature": SIGNED})
    assert texts(signed)[1] == "Signed by Ada, 2026-11-25 10:20 UTC; 2 of 2 checked"
    assert standing_tone(signed) is Tone.GOOD


def test_what_was_left_unsure_or_rejected_is_told_with_the_count():
    mixed = by_rules(review=Review(checks={0: UNSURE, 1: REJECTED})).model_copy(
        update={"signature": SIGNED}
    )
    assert texts(mixed)[1].endswith("; 2 of 2 checked (1 unsure, 1 rejected)")
    assert standing_tone(mixed) is Tone.DOUBT


def test_an_answer_by_rules_is_its_quotes_each_with_its_place_and_its_check():
    said = texts(by_rules(review=Review(checks={0: Check(decision=Decision.UNSURE, comment="?!")})))
    at = said.index(f"[1] {NAME}, page 1")
    assert said[at + 1 : at + 6] == [
        FIRST,
        "Version: 2.1",
        "Section: 1 Dose",
        "Place: exact: marked on the lines themselves",
        "Check: ? Unsure: ?!",
    ]
    assert f"[2] {NAME}, page 1" in said


def test_what_was_rejected_leaves_the_answer_and_is_named_apart():
    said = texts(by_rules(review=Review(checks={0: REJECTED})))
    apart = said.index("Rejected when it was checked: no part of the answer")
    assert said.index(SECOND) < apart < said.index(FIRST)


def test_claims_have_verdicts_with_reasons_checks_citations_and_lines_against_them():
    record = by_model(review=Review(checks={1: REJECTED}))
    said = texts(record)
    assert said.index("1. Give 5 mg.") < said.index("Supported. Passed: numbers and units.")
    apart = said.index("Rejected when it was checked: no part of the answer")
    assert said.index("2. Never stop.") > apart
    assert "Not supported. Negation: The lines say the opposite." in said
    assert said.index("Cited lines") < said.index(f"[1] {NAME}, page 1")
    against = said.index("Lines that speak against claims")
    assert said[against + 1 : against + 3] == [f"{NAME}, page 1", SECOND]
    links = [block.links for block in blocks(record) if isinstance(block, Paragraph)]
    assert ("1",) in links
    assert ("1", "2") in links
    assert ("2-1",) in links


def test_a_source_that_says_it_is_fictional_says_so_on_top():
    assert texts(by_rules())[2] == f"{NAME}: Fictional document. Not for clinical use."


def test_a_row_of_a_table_stands_under_its_headings():
    record = by_rules("under 12\t5 mg")
    quotation = next(block for block in blocks(record) if isinstance(block, Quotation))
    assert [tuple(cell) for cell in quotation.cells] == [("Age", "under 12"), ("Dose", "5 mg")]


def test_a_row_of_a_table_names_its_group():
    record = by_rules("under 12\t5 mg")
    fields = next(block for block in blocks(record) if isinstance(block, Fields))
    assert ("Group of the row", "Children") in fields.rows
    named = [line for line in record.quotes[0].lines if line.role is Role.HEADING]
    assert len(named) == 3, "the place of its group is marked beside those of the columns"


def test_an_abstention_says_why():
    empty = by_rules().model_copy(
        update={"abstained": True, "quotes": (), "reason": "Nothing is near."}
    )
    said = texts(empty)
    assert said[1] == "Not checked: there is nothing in it to check"
    assert "No answer was found that is sure enough to show. Nothing is near." in said


def test_what_a_document_does_not_state_is_said_of_a_recommendation():
    grade = Grade(Stated("Grade A", ()), "document", None)
    card = EvidenceCard(TextRole.RECOMMENDATION, (), grade=grade)
    rows = dict(stated_rows(card, SourceDocument(sha="a", name="a.pdf")))
    assert rows["Strength"] == "Grade A"
    assert rows["Recommendation"] == rows["Version"] == "not stated"
    assert "Population" not in rows


def test_a_strength_says_what_it_is_for_or_against():
    grade = Grade(Stated("Grade A", ()), "document", Force.STRONG_AGAINST)
    card = EvidenceCard(TextRole.RECOMMENDATION, (), grade=grade)
    rows = dict(stated_rows(card, SourceDocument(sha="a", name="a.pdf")))
    assert rows["Strength"] == "Grade A (strong against)"


def test_no_name_stands_twice():
    card = EvidenceCard(TextRole.TEXT, (), valid_until=Stated("Valid until 13 May 2034", ()))
    rows = dict(stated_rows(card, SourceDocument(sha="a", name="a.pdf", version="Version 4.0")))
    assert rows["Valid until"] == "13 May 2034"
    assert rows["Version"] == "4.0"
