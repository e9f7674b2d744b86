"""Amounts of a claim beside those of the lines: magnitudes, money, units, rates."""

from __future__ import annotations

import pytest

from core.verification.verdicts import Check, Weight
from tests.core.verification.judging import judgements


def of_numbers(claim: str, text: str, *headings: str) -> Weight:
    """What the check of numbers says against a claim."""
    found = judgements(claim, text, *headings)
    return next(one.weight for one in found if one.check is Check.NUMBERS)


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Sales rose by 3.2 million euros.", "Sales rose by 3.2 billion euros."),
        ("The odds ratio was .82.", "The odds ratio was 82."),
        ("Sales changed (-5 %).", "Sales changed by 5 %."),
        ("Sales changed (-5 %).", "Sales rose by 5 %."),
        ("Sales rose by 3.2 million euros.", "Sales rose by 3.2 million dollars."),
        ("Sales were 5 million.", "Sales were 5 billion."),
        ("Der Umsatz betrug 5 Millionen Euro.", "Der Umsatz betrug 5 Milliarden Euro."),
        ("Der Umsatz betrug 5 Millionen Euro.", "Der Umsatz betrug 5 Euro."),
        ("Der Umsatz betrug 5 Mio. Euro.", "Der Umsatz betrug 5 Mrd. Euro."),
        ("The fee is $50.", "The fee is €50."),
        ("The fee is $50.", "The fee is 50 euros."),
        ("The fine is 500 pounds.", "The fine is 500 pence."),
        ("It weighs 70 kg.", "It weighs 70 pounds."),
        ("Keep it below 25 °C.", "Keep it below 25 °F."),
        ("It takes 5 ms.", "It takes 5 s."),
        ("It uses 5 kWh.", "It uses 5 kW."),
        ("The pressure is 5 bar.", "The pressure is 5 mbar."),
        ("The voltage is 230 V.", "The voltage is 230 mV."),
        ("The fuse is for 10 A.", "The fuse is for 10 mA."),
        ("The fuse is for 10 mA.", "The fuse is for 10 kA."),
        ("The resistance is 10 kΩ.", "The resistance is 10 Ω."),
        ("Use version 3.12.1.", "Use version 3.11.1."),
        ("The level is 5 ppm.", "The level is 5 ppb."),
        ("Give 10 drops.", "Give 10 tablets."),
        ("The dose is 5 µg/kg/min.", "The dose is 5 µg/kg/h."),
        ("The dose is 5 mg/kg/day.", "The dose is 5 mg/kg/hour."),
        ("The dose is 5 mg/kg/day.", "The dose is 5 mg/kg/h."),
        ("Test it at least annually.", "Test it at most annually."),
    ],
)
def test_another_amount_is_against_a_claim(text: str, claim: str) -> None:
    assert of_numbers(claim, text) is Weight.AGAINST, judgements(claim, text)


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Sales rose by 3.2 million euros.", "Sales rose by 3,200,000 euros."),
        ("Use version 3.12.1.", "Version 3.12.1 is used."),
        ("The fuse is for 10 A.", "The fuse is for 10 amperes."),
        ("The resistance is 10 kΩ.", "The resistance is 10,000 ohms."),
        ("Sales changed (-5 %).", "Sales fell by 5 %."),
        ("The account is overdrawn (-50 euros).", "The debt is 50 euros."),
        ("Die Änderung des Wertes war −2,3.", "Der Wert war um 2,3 niedriger."),
        ("Die Gebühr beträgt 1’000 CHF.", "Die Gebühr beträgt 1'000 CHF."),
        ("Der Preis beträgt zweitausend Euro.", "Der Preis beträgt 2000 Euro."),
        ("The odds ratio was .82 (p<.001).", "The odds ratio was 0.82 (p<0.001)."),
        ("Sales rose by 3.2 million euros.", "Sales rose by €3.2m."),
        ("The fee is $50.", "The fee is 50 dollars."),
        ("The fine is £500.", "The fine is 500 pounds."),
        ("The dose is 5 mg/kg per day.", "The dose is 5 mg per kg daily."),
        ("The dose is 60 µg/kg/h.", "The dose is 1 µg/kg/min."),
        ("It holds 2 GB.", "It holds 2000 MB."),
        ("Der Umsatz betrug 5 Milliarden Euro.", "Sales were 5 billion euros."),
        ("Test it at least annually.", "It is tested annually."),
        ("In der Nordmark erkranken jährlich 9.", "Jedes Jahr erkranken in der Nordmark 9."),
    ],
)
def test_the_same_amount_passes(text: str, claim: str) -> None:
    assert of_numbers(claim, text) is Weight.NOTHING, judgements(claim, text)


def test_a_heading_gives_a_number_that_is_joined_to_a_noun() -> None:
    row, heading = "III ; any size ; 41 %", "Table 3. Five-year survival by stage"
    assert of_numbers("Five-year survival in stage III is 41 %.", row, heading) is Weight.NOTHING
    assert of_numbers("Two-year survival in stage III is 41 %.", row, heading) is Weight.AGAINST


def test_no_amount_is_the_number_of_a_compound() -> None:
    text = "Three-phase CT is done, in slices of 2 mm."
    assert of_numbers("The slices have 3 mm.", text) is Weight.AGAINST
    assert of_numbers("It is a CT of three phases.", text) is Weight.NOTHING


def test_a_heading_gives_the_magnitude_and_the_money_of_a_row() -> None:
    row = "Net sales ; 1,250 ; 1,120"
    assert of_numbers("Net sales were EUR 1,250 million.", row, "EUR million") is Weight.NOTHING
    assert of_numbers("Net sales were EUR 1,250 billion.", row, "EUR million") is Weight.AGAINST
