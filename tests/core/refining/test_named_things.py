"""Names in full, parties and pairs, which later text shortens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.chunking.additions import SupplementKind
from core.refining import refine
from core.refining.supplement_sources import entry_text
from tests.builders import heading
from tests.cutting import cut

if TYPE_CHECKING:
    from core.chunking.additions import SupplementEntry

CONTRACT = (
    "This contract is made between Aurora Systems Ltd (hereinafter referred to as “the "
    "Supplier”) and Borealis Hospital Trust (the “Customer”)."
)
VERTRAG = (
    "Dieser Vertrag wird zwischen der Aurora Technik GmbH (nachfolgend „Auftragnehmer“) und der "
    "Stadt Nordheim (im Folgenden „Auftraggeber“ genannt) geschlossen und gilt für ein Jahr."
)


def entries(named: str, text: str) -> dict[str, SupplementEntry]:
    """The entries of a text, under their terms, in a section behind one that gives names."""
    result = refine(cut([heading("One"), named, heading("Two"), text], "topology"))
    found = result.chunks[-1].supplement
    assert all(entry.meaning in entry_text(result.sir, entry) for entry in found)
    return {entry.term: entry for entry in found}


def meanings(named: str, text: str) -> dict[str, str]:
    return {term: entry.meaning for term, entry in entries(named, text).items()}


def test_parties_of_a_contract_are_called_by_their_names():
    found = entries(CONTRACT, "The Supplier delivers. Later the Customer pays.")
    assert {term: entry.meaning for term, entry in found.items()} == {
        "The Supplier": "Aurora Systems Ltd",
        "the Customer": "Borealis Hospital Trust",
    }
    assert {entry.kind for entry in found.values()} == {SupplementKind.DEFINITION}


def test_a_small_letter_means_no_party():
    assert meanings(CONTRACT, "Ask the customer of a shop.") == {}


def test_german_parties_are_found():
    found = meanings(VERTRAG, "Dann liefert der Auftragnehmer, und der Auftraggeber zahlt.")
    assert found == {
        "der Auftragnehmer": "Aurora Technik GmbH",
        "der Auftraggeber": "Stadt Nordheim",
    }


@pytest.mark.parametrize(
    ("named", "text", "found"),
    [
        (
            "The Department of Inland Water was founded.",
            "Here the department has two tasks.",
            {"the department": "The Department of Inland Water"},
        ),
        (
            "The Silver River Program began. The Blue Lake Program ended.",
            "Now the program grows.",
            {},
        ),
        (
            "The Silver River Program began. The River Program was liked.",
            "Now the program grows.",
            {"the program": "The Silver River Program"},
        ),
        ("The end of the day came.", "Now the day is over.", {}),
    ],
)
def test_a_short_name_means_the_only_long_one(named: str, text: str, found: dict[str, str]):
    assert meanings(named, text) == found


@pytest.mark.parametrize(
    ("named", "found"),
    [
        ("The contractors Nord and South were asked.", {"Both contractors": "Nord and South"}),
        ("The contracts went to Nord, East and South.", {}),
        ("The contracts of Nord and South and East and West ended.", {}),
        ("Nord and South were glad.", {}),
        ("Early Contractors and Builders.", {}),
        ("The contractors were asked.", {}),
    ],
)
def test_two_are_meant_that_a_sentence_on_their_kind_names(named: str, found: dict[str, str]):
    assert meanings(named, "Both contractors were late.") == found
