"""Claims that repeat a sentence with two of its parties exchanged."""

from __future__ import annotations

import pytest

from core.verification.verdicts import Weight
from tests.core.verification.judging import judgements, weight

HIRED = "Smith hired Jones in 2010."
OFFER = "Offer drug A to adults and drug B to children."
PREFERRED = "Ibuprofen is preferred over paracetamol for back pain."


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        (HIRED, "Jones hired Smith in 2010."),
        (OFFER, "Offer drug B to adults and drug A to children."),
        ("Man gibt Codein vor Aspirin.", "Man gibt Aspirin vor Codein."),
        (PREFERRED, "Paracetamol is preferred over ibuprofen for back pain."),
        ("Switch from warfarin to apixaban.", "Switch from apixaban to warfarin."),
        ("Give aspirin before clopidogrel.", "Give clopidogrel before aspirin."),
        (
            "Start amoxicillin and then switch to doxycycline.",
            "Start doxycycline and then switch to amoxicillin.",
        ),
        (
            "Give intravenous ceftriaxone for 2 days and then oral cefixime.",
            "Give oral ceftriaxone for 2 days and then intravenous cefixime.",
        ),
        (
            "Give 1 g of vancomycin with 500 mg of metronidazole.",
            "Give 500 mg of vancomycin with 1 g of metronidazole.",
        ),
    ],
)
def test_exchanged_parties_leave_a_doubt(text: str, claim: str) -> None:
    assert weight(claim, text) is Weight.DOUBT, judgements(claim, text)


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        (HIRED, "In 2010 Smith hired Jones."),
        (HIRED, "Jones was hired by Smith in 2010."),
        (OFFER, "Offer drug B to children and drug A to adults."),
        ("Aspirin and ibuprofen are given.", "Ibuprofen and aspirin are given."),
        ("Aspirin, codeine and ibuprofen are given.", "Ibuprofen, codeine and aspirin are given."),
        ("Signs are fever, severe cough, rash.", "Signs are rash, severe cough, fever."),
        ("Offices are in Berlin and in Hamburg.", "Offices are in Hamburg and in Berlin."),
        ("It is a fever or a cough.", "It is a cough or a fever."),
        ("Aspirin as well as codeine is given.", "Codeine as well as aspirin is given."),
        ("Aspirin sowie Codein wird gegeben.", "Codein sowie Aspirin wird gegeben."),
        ("Germany borders France.", "France borders Germany."),
        ("Included were adults.", "Adults were included."),
        ("Included in the study were adults.", "Adults in the study were included."),
        ("Empfohlen wird Aspirin.", "Aspirin wird empfohlen."),
        ("Wichtig ist Ruhe.", "Ruhe ist wichtig."),
        ("Aspirin sollte täglich gegeben werden.", "Täglich sollte Aspirin gegeben werden."),
        ("Kindern hilft Aspirin.", "Aspirin hilft Kindern."),
        ("Aspirin interacts with warfarin.", "Warfarin interacts with aspirin."),
        ("Give 5 mg or 10 mg of it.", "Give 10 mg or 5 mg of it."),
        ("Look at it at 4 weeks and at 12 weeks.", "Look at it at 12 weeks and at 4 weeks."),
        ("Take amlodipine/valsartan at night.", "Take valsartan/amlodipine at night."),
        ("Take it in the morning with food.", "Take it with food in the morning."),
    ],
)
def test_another_order_that_says_the_same_passes(text: str, claim: str) -> None:
    assert weight(claim, text) is Weight.NOTHING, judgements(claim, text)
