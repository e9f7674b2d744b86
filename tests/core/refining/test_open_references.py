"""The audit: what a chunk leaves open, wherever in it that stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.chunking.additions import SupplementKind
from core.refining.open_references import open_expressions
from tests.builders import bullets, heading, table
from tests.cutting import cut

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.builders import Block

GERMAN = "Der Verein wurde gegründet und hat seither mit vielen Leuten in der Stadt gearbeitet."


def open_in(blocks: Sequence[Block | str]) -> list[str]:
    """The expressions that the last chunk of a document leaves open."""
    result = cut(blocks, "topology")
    return [one.term for one in open_expressions(result.sir, result.chunks[-1])]


def test_each_expression_says_where_it_and_its_sentence_stand():
    blocks = [heading("One"), "The plan (PLN) is old.", heading("Two"), "A day came. PLN held."]
    result = cut(blocks, "topology")
    [one] = open_expressions(result.sir, result.chunks[-1])
    assert (one.term, one.kind) == ("PLN", SupplementKind.ACRONYM)
    text = result.sir.nodes[one.place.node].text
    assert text[one.place.start : one.place.end] == "PLN"
    assert text[one.sentence.start : one.sentence.end] == "PLN held."


@pytest.mark.parametrize(
    ("text", "open_"),
    [
        ("It was late when the ship came.", ["It"]),
        ("The ship came late because it was slow.", []),
        ("Sam was very proud about it, and he told everybody.", ["it"]),
        ("He wrote to Anna before she left.", ["He"]),
        ("They were sold at once.", ["They"]),
        ("Most horses were old. They were sold.", []),
        ("It is known that the dose was low.", []),
        ("Both have grown a lot.", ["Both"]),
        ("This shows how the dose acts.", ["This"]),
        ("A dose was given. This shows how it acts.", []),
    ],
)
def test_pronouns_are_open_until_something_of_their_kind_is_named(text: str, open_: list[str]):
    assert open_in([heading("One"), text]) == open_


@pytest.mark.parametrize(
    ("text", "open_"),
    [
        ("Es wurde später verkauft.", ["Es"]),
        ("Das Haus war alt, und es wurde später verkauft.", []),
        ("Es gibt viele Häuser in der Stadt.", []),
        ("In der Stadt wird dieses Verfahren selten genutzt.", ["dieses Verfahren"]),
        ("Beide Anbieter haben das Angebot geändert.", ["Beide Anbieter"]),
    ],
)
def test_german_expressions_are_audited_too(text: str, open_: list[str]):
    assert open_in([f"{GERMAN} {GERMAN}", heading("Zwei"), text]) == open_


@pytest.mark.parametrize(
    ("text", "open_"),
    [
        ("This method is used.", ["This method"]),
        ("A method is new. This method is used.", []),
        ("The rest of that grey-blue paper was gone.", []),
        ("They paid for a sight of that five-center piece.", ["They", "that five-center piece"]),
        ("We know that patients get well.", []),
        ("This document is new.", []),
    ],
)
def test_demonstratives_are_open_without_their_noun(text: str, open_: list[str]):
    assert open_in([heading("One"), text]) == open_


def test_the_whole_chunk_is_audited_and_not_its_beginning():
    filler = "The weather was fine and nobody came. " * 20
    blocks = [
        heading("One"),
        "The Dry Dock Office (DDO) opened.",
        heading("Two"),
        f"{filler} The DDO closed.",
    ]
    assert open_in(blocks) == ["DDO"]


def test_what_the_chunk_explains_itself_is_not_open():
    rule = "An incident is any event that leads to a loss."
    inside = [heading("One"), f"{rule} The Data Desk (DD) counts each incident. The DD is new."]
    assert open_in(inside) == []
    assert open_in([heading("One"), rule, heading("Two"), "Each incident is counted."]) == [
        "incident"
    ]


def test_headings_are_audited_for_terms_only():
    rule = "An incident is any event that leads to a loss."
    blocks = [heading("One"), rule, heading("Incidents and it"), "A b."]
    assert open_in(blocks) == ["Incidents"]


def test_labels_and_numbered_parts_that_stand_elsewhere_are_open():
    levels = [heading("Data levels"), table([["Level", "Name"], ["Level 2", "Internal"]])]
    text = "Data of Level 2 follow Article 1."
    blocks = [heading("Article 1 Aim"), "To be clear.", *levels, heading("Article 2"), text]
    assert open_in(blocks) == ["Level 2", "Article 1"]


def test_names_in_short_are_open_where_the_chunk_has_not_given_them_in_full():
    named = "The Silver River Program began."
    assert open_in([heading("One"), named, heading("Two"), "Later the program grew."]) == [
        "the program"
    ]
    assert open_in([heading("Two"), f"{named} Later the program grew."]) == []
    assert (
        open_in([heading("One"), named, heading("Two"), "A program began. Later the program grew."])
        == []
    )
    assert (
        open_in([heading("One"), named, heading("Two"), "Later the program of the year grew."])
        == []
    )


def test_capitals_and_roman_numerals_are_no_acronyms():
    blocks = [heading("One"), bullets("NET INCOME AND LOSS", "Phase III was held.")]
    assert open_in(blocks) == []
