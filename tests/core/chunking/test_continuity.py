"""What points back, and which terms a text explains or needs."""

from __future__ import annotations

import pytest

from core.chunking.continuity import (
    Relation,
    defined_terms,
    judged,
    opens_with,
    points_back,
    uses_term,
)


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("It also calms children.", "It"),
        ("The main benefit of this method is speed.", "this method"),
        ("Fast it is. Nobody would give such a register away.", "such a register"),
        ("However, the dose may be halved.", "However"),
        ("For example, halve the dose.", "For example"),
        ("The first ones were built in 1998.", "The first ones"),
        ("Dadurch sinkt die Dosis.", "Dadurch"),
        ("Der Vorteil dieses Verfahrens ist klar.", "dieses Verfahrens"),
        ("Sie soll auch Krankheiten zeigen.", "Sie"),
        ("It is important that the dose is halved.", ""),
        ("Es gibt drei Arten.", ""),
        ("In this chapter the scales are shown.", ""),
        ("In diesem Kapitel geht es um Beizen.", ""),
        ("Those who dislike crowds should come early.", ""),
        ("A scanner draws roots. Buyers of this scanner pay more.", ""),
        ("", ""),
    ],
)
def test_expressions_that_point_back_are_found(text: str, expression: str) -> None:
    assert points_back(text) == expression


def test_a_pronoun_is_one_only_at_the_opening() -> None:
    assert opens_with("This allows more.") == "This"
    assert opens_with("The dose, which it needs, is low.") == ""


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("A seed vault is a building for seeds.", ["seed vault"]),
        ("Ring watering means giving water in circles.", ["Ring watering"]),
        ('A "layer" is all that was put away.', ["layer"]),
        ("Ein „Bund“ ist die Schnur.", ["Bund"]),
        ("It uses GPR (Ground Penetrating Radar).", ["GPR"]),
        ("Taktgießen bezeichnet das Wässern.", ["Taktgießen"]),
        ("The greatest advantage of it is that it lasts.", []),
        ("This is a building.", []),
    ],
)
def test_terms_that_a_text_explains_are_found(text: str, terms: list[str]) -> None:
    assert defined_terms(text) == terms


def test_a_term_is_known_in_its_usual_endings() -> None:
    assert uses_term("Thin layers are slow.", ["layer"]) == "layer"
    assert uses_term("Beim Kauf eines Schallofens zählt das Gewicht.", ["Schallofen"])
    assert uses_term("Batteries last.", ["battery"]) == "battery"
    assert not uses_term("A gprs network.", ["GPR"])
    assert not uses_term("The player slept.", ["layer"])


def test_who_explains_a_term_does_not_need_it_explained() -> None:
    before, text = 'A "ring" is a furrow.', 'A "ring" is a circle here.'
    assert judged(before, text).relation is Relation.INDEPENDENT
    assert judged(before, "Fill each ring twice.").relation is Relation.BACKWARD
