"""Lines that speak against a claim, beside near ones that do not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.evidence.grounding import cited
from core.evidence.numbered_lines import gather
from core.evidence.quotable_units import quoted
from core.verification.contradictions import Opposition, contradictions, opposed
from tests.core.answering.builders import found
from tests.core.verification.judging import source

NUMBER, OPPOSITE, PEOPLE = Opposition.NUMBER, Opposition.OPPOSITE, Opposition.PEOPLE

AGAINST = [
    ("The starting dose of veradine is 5 mg.", "The starting dose of veradine is 10 mg.", NUMBER),
    (
        "The consent form is kept for ten years.",
        "Consent forms are kept for 15 years in the archive.",
        NUMBER,
    ),
    (
        "Stop veradine 24 hours before the scan.",
        "Veradine is stopped 3 days before the scan.",
        NUMBER,
    ),
    (
        "Patients with asthma should receive veradine.",
        "Patients with asthma should not receive veradine.",
        OPPOSITE,
    ),
    (
        "The dose of veradine is 20 mg.",
        "In children under 12 years the dose of veradine is 10 mg.",
        PEOPLE,
    ),
    (
        "Adults receive veradine before the operation.",
        "Children receive veradine before the operation.",
        PEOPLE,
    ),
    ("Die Dosis von Veradin beträgt 5 mg.", "Die Dosis von Veradin beträgt 10 mg.", NUMBER),
    (
        "Veradin soll vor der Operation gegeben werden.",
        "Veradin soll vor der Operation nicht gegeben werden.",
        OPPOSITE,
    ),
]
NOT_AGAINST = [
    ("The dose of veradine is 5 mg.", "The dose of veradine is 0.005 g."),
    ("The dose of veradine is 5 mg.", "The dose of calverine for the kidney is 10 mg a day."),
    ("In stage II the survival is 66 %.", "In stage III the survival is 41 %."),
    ("In 2014 the revenue was 40 million dollars.", "In 2015 the revenue was 44 million dollars."),
    ("The course lasts 6 weeks.", "The course lasts 42 days."),
    ("Raise the dose each week.", "Do not pass 40 mg."),
    ("Give 5 mg, then 10 mg.", "Give 5 mg, then 10 mg, then 15 mg."),
    ("It was approved on 3 March 2020.", "It was approved in March 2020."),
]


@pytest.mark.parametrize(("claim", "text", "how"), AGAINST)
def test_what_says_something_else_about_the_same_speaks_against(
    claim: str, text: str, how: Opposition
) -> None:
    beside = source(text)
    told = opposed(claim, beside.language, beside)
    assert told is not None
    assert told[0] is how
    assert told[1]


@pytest.mark.parametrize(("claim", "text"), NOT_AGAINST)
def test_what_is_about_something_else_or_the_same_does_not(claim: str, text: str) -> None:
    beside = source(text)
    assert opposed(claim, beside.language, beside) is None


def among(claim: str, *blocks: str, cites: str = "") -> list[tuple[str, str]]:
    """What of a document speaks against a claim that cites the lines with these words, and how."""
    place = found(blocks, max_tokens=32)
    evidence = gather(place.hits, place.lookup)
    numbers = [line.number for line in evidence.lines if cites and cites in line.text]
    against = contradictions(claim, cited(evidence, numbers), evidence)
    return [(quoted(place.result.sir, one.spans), one.words) for one in against]


ONE = "The starting dose of veradine for the first week is 5 mg at night."
OTHER = "The starting dose of veradine for the first week is 10 mg at night."


def test_the_sentence_alone_is_given_and_the_number_is_named() -> None:
    beside = f"Weigh the patient each month. {OTHER} Note it down."
    assert among(ONE, ONE, beside, cites="5 mg") == [
        (OTHER, "“10 mg” where the claim says “5 mg”.")
    ]


def test_lines_that_the_claim_cites_are_not_held_against_it() -> None:
    assert not among(ONE, OTHER, cites="10 mg")
    assert among(ONE, OTHER)


def test_a_claim_in_another_language_is_not_compared() -> None:
    assert not among("Die Anfangsdosis von Veradin ist nicht 5 mg zur Nacht.", OTHER)


def test_no_more_than_three_sentences_are_given_the_nearest_first() -> None:
    others = [f"{OTHER[:-1]} in room {letter}." for letter in "ABCDE"]
    against = among(ONE, *others, OTHER)
    assert len(against) == 3
    assert against[0][0] == OTHER


def test_the_same_sentence_in_two_documents_speaks_against_a_claim_in_each() -> None:
    first, second = found([OTHER]), found(["Weigh the patient.", OTHER])
    places = {"a": first, "b": second}
    hits = [replace(hit, document=name) for name in places for hit in places[name].hits]
    evidence = gather(hits, lambda hit: places[hit.document].lookup(hit))
    against = contradictions(ONE, cited(evidence, []), evidence)
    assert [evidence.passages[one.line.passage].hit.document for one in against] == ["a", "b"]
    sirs = [evidence.sir(one.line) for one in against]
    assert [quoted(sir, one.spans) for sir, one in zip(sirs, against, strict=True)] == [OTHER] * 2
