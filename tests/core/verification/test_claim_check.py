"""Verdicts on claims about documents, and the lines that bear them out instead."""

from __future__ import annotations

import pytest

from core.evidence.grounding import cited
from core.evidence.numbered_lines import gather
from core.sir import ElementType
from core.verification.claim_check import checked
from core.verification.source import source_of
from core.verification.verdicts import Check, Outcome, Verdict
from tests.builders import Block, bullets, heading, sir_from_texts, table, without_place
from tests.core.answering.builders import found, found_in
from tests.core.verification.judging import at

BLOCKS: list[Block | str] = [
    heading("Dosage"),
    "Begin with 5 mg of veradine at night. Raise the dose by 5 mg each week. Do not pass 40 mg.",
    "Veradine must not be given to",
    bullets("(a) children under 12 years,", "(b) patients on dialysis."),
    table([["Stage", "Survival"], ["II", "66 %"], ["III", "41 %"]]),
]


def verdict(claim: str, *words: str) -> Outcome:
    """The outcome of a claim that cites the lines that hold these words."""
    place = found(BLOCKS, max_tokens=64)
    evidence = gather(place.hits, place.lookup)
    numbers = [line.number for line in evidence.lines if any(word in line.text for word in words)]
    return checked(claim, cited(evidence, numbers), evidence, at(0.8))


def test_a_claim_that_its_lines_say_is_supported() -> None:
    outcome = verdict("The dose is raised by 5 mg each week.", "Raise the dose", "by 5 mg")
    assert outcome.verdict is Verdict.SUPPORTED
    assert all(finding.passed for finding in outcome.findings)
    assert [finding.check for finding in outcome.findings] == [
        Check.LINES,
        Check.NUMBERS,
        Check.NEGATION,
        Check.NAMES,
        Check.GROUPS,
        Check.FIRMNESS,
        Check.MEANING,
    ]


@pytest.mark.parametrize(("name", "is_told"), [("NICE", False), ("ESMO", True)])
def test_a_claim_may_name_whose_words_it_cites_as_the_title_does(name: str, is_told: bool) -> None:
    place = found([heading("NICE guideline"), heading("Dose"), "Veradine is given at night."])
    evidence = gather(place.hits, place.lookup)
    claim = f"According to {name}, veradine is given at night."
    outcome = checked(claim, cited(evidence, [1]), evidence, at(0.8))
    assert is_told is any(f"“{name}” is not" in finding.words for finding in outcome.findings)


def test_words_that_stand_nowhere_on_the_page_bear_no_claim_out() -> None:
    said = "The dose of veradine is 5 g every hour."
    place = found_in(without_place(sir_from_texts([said, "Veradine is white."]), 1, "5 g every"))
    evidence = gather(place.hits, place.lookup)
    lines = cited(evidence, [1])
    outcome = checked(said, lines, evidence, at(0.8))
    assert outcome.verdict is Verdict.PARTIAL
    assert outcome.findings[0].check is Check.LINES
    assert "“5 g every”" in outcome.findings[0].words
    outcome = checked("Veradine is white.", cited(evidence, [2]), evidence, at(0.8))
    assert outcome.verdict is Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("text", "nowhere", "claim", "is_told"),
    [
        ("Veradine is given at the night.", "the", "Veradine is given at the night.", False),
        (r"Give \left( 5 g \right) of veradine.", r"\left(", "Give 5 g, left, of veradine.", False),
        ("Veradine is not given at night.", "not", "Veradine is not given at night.", True),
        ("Veradine is given below 5 kg.", "below", "Veradine is given below 5 kg.", True),
    ],
)
def test_small_words_and_commands_that_stand_nowhere_cast_no_doubt(
    text: str, nowhere: str, claim: str, *, is_told: bool
) -> None:
    place = found_in(without_place(sir_from_texts([text]), 1, nowhere))
    evidence = gather(place.hits, place.lookup)
    outcome = checked(claim, cited(evidence, [1]), evidence, at(0.8))
    assert is_told is any("stand nowhere" in finding.words for finding in outcome.findings)


def test_the_line_that_bears_a_claim_out_is_named_beside_words_that_stand_nowhere() -> None:
    texts = ["The dose of veradine is 5 g.", "The dose of veradine is 7 g each hour."]
    place = found_in(without_place(sir_from_texts(texts), 1, "veradine"))
    evidence = gather(place.hits, place.lookup)
    claim, lines = "The dose of veradine is 7 g each hour.", cited(evidence, [1])
    outcome = checked(claim, lines, evidence, at(0.8))
    words = " ".join(finding.words for finding in outcome.findings)
    assert outcome.verdict is Verdict.PARTIAL
    assert "stand nowhere" in words
    assert "It stands in another line" in words


def test_hyphens_of_a_document_are_those_of_a_claim() -> None:
    place = found(["A non\u2011steroidal drug is kept at \u201120 °C for long\u2010term use."])
    evidence = gather(place.hits, place.lookup)
    claim = "A non-steroidal drug is kept at -20 °C for long-term use."
    lines = cited(evidence, [line.number for line in evidence.lines])
    outcome = checked(claim, lines, evidence, at(0.8))
    assert outcome.verdict is Verdict.SUPPORTED
    assert outcome.findings[1].words == "It is a sentence of the lines, word for word."


def test_a_claim_that_another_line_says_is_partial_and_the_line_is_named() -> None:
    outcome = verdict("Do not pass 40 mg.", "dialysis")
    assert outcome.verdict is Verdict.PARTIAL
    assert outcome.findings[0].check is Check.LINES
    assert "40 mg" in outcome.findings[0].words
    assert "page 1" in outcome.findings[0].words


def test_a_wrong_number_is_not_excused_by_another_line() -> None:
    assert verdict("The dose is raised by 40 mg each week.", "Raise the dose").verdict is (
        Verdict.UNSUPPORTED
    )


def test_the_words_before_a_list_belong_to_its_items() -> None:
    assert verdict("Veradine is given to patients on dialysis.", "dialysis").verdict is (
        Verdict.UNSUPPORTED
    )
    assert verdict("Veradine must not be given to patients on dialysis.", "dialysis").verdict is (
        Verdict.SUPPORTED
    )


def test_a_row_is_read_with_its_header() -> None:
    assert verdict("Survival in stage III is 41 %.", "41 %").verdict is Verdict.SUPPORTED
    assert verdict("Survival in stage II is 41 %.", "41 %").verdict is Verdict.UNSUPPORTED


def test_a_number_in_brackets_is_no_citation_where_a_unit_follows() -> None:
    wrong = "The dose is raised by [50] mg each week."
    assert verdict(wrong, "Raise the dose", "by 5 mg").verdict is Verdict.UNSUPPORTED


def test_without_a_line_a_claim_is_unsupported_unless_another_line_says_it() -> None:
    assert verdict("Veradine is made in Norway.").verdict is Verdict.UNSUPPORTED
    assert verdict("Raise the dose by 5 mg each week.").verdict is Verdict.PARTIAL


def test_a_caption_and_names_of_columns_belong_to_the_rows_of_their_table() -> None:
    blocks = [
        Block(ElementType.CAPTION, "Table 2. Retention of records."),
        table([["Kind", "Kept for"], ["Letters", "6 years"], ["Films", "30 years"]]),
    ]
    place = found(blocks, max_tokens=64)
    evidence = gather(place.hits, place.lookup)
    line = next(line for line in evidence.lines if "Films" in line.text)
    source = source_of(evidence, [line])
    assert "Table 2. Retention of records." in source.headings
    assert source.rows == ((("Kind", "Films"), ("Kept for", "30 years")),)
    assert source.told[0] == "Kind ; Kept for"
