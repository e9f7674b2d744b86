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
        (PREFERRED, "Paracetamol is preferred over ibuprofen for back pain."),
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
        ("Aspirin interacts with warfarin.", "Warfarin interacts with aspirin."),
        ("Take it in the morning with food.", "Take it with food in the morning."),
    ],
)
def test_another_order_that_says_the_same_passes(text: str, claim: str) -> None:
    assert weight(claim, text) is Weight.NOTHING, judgements(claim, text)
