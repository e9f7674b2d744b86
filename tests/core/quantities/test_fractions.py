"""Fractions, powers and multiples of a claim beside those of the lines."""

from __future__ import annotations

import pytest

from core.verification.verdicts import Weight
from tests.core.verification.judging import judgements
from tests.core.verification.test_amounts import of_numbers


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Take 1/2 tablet.", "Take 2 tablets."),
        ("Take ½ tablet.", "Take ¼ tablet."),
        ("Take 1½ tablets.", "Take 2½ tablets."),
        ("The level was 10³ cells.", "The level was 10⁶ cells."),
        ("The level was 2 × 10^9/L.", "The level was 2 × 10^6/L."),
        ("Half of the patients recovered.", "A quarter of the patients recovered."),
        ("Two-thirds of the patients recovered.", "One-third of the patients recovered."),
        ("Offer a two-week course.", "Offer a three-week course."),
        ("It is the first-line treatment.", "It is the second-line treatment."),
        ("It is first-line in type 2 diabetes.", "It is second-line in type 2 diabetes."),
        ("A two-thirds majority is needed.", "A one-third majority is needed."),
        ("About seven-in-ten are in favour.", "About four-in-ten are in favour."),
        ("A ten-year-old may drive.", "A six-year-old may drive."),
        ("He won the twenty-first match.", "He won the twenty-second match."),
        ("About a third of patients relapse.", "About a half of patients relapse."),
        ("Ein Drittel der Patienten starb.", "Ein Viertel der Patienten starb."),
        ("The rate doubled.", "The rate tripled."),
        ("The rate doubled.", "The rate halved."),
        ("Die Rate verdoppelte sich.", "Die Rate verdreifachte sich."),
        ("Eineinhalb Stunden Wartezeit.", "Zweieinhalb Stunden Wartezeit."),
        ("It takes half an hour.", "It takes half a day."),
        ("It lasts two and a half hours.", "It lasts three and a half hours."),
        ("Give it every 8 hours.", "Give it twice daily."),
    ],
)
def test_another_part_is_against_a_claim(text: str, claim: str) -> None:
    assert of_numbers(claim, text) is Weight.AGAINST, judgements(claim, text)


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Take 1/2 tablet.", "Take half a tablet."),
        ("Take 1½ tablets.", "Take 1.5 tablets."),
        ("The level was 10⁶ cells.", "The level was 1,000,000 cells."),
        ("Half of the patients recovered.", "50% of the patients recovered."),
        ("Two-thirds of the patients recovered.", "Two thirds of the patients recovered."),
        ("Offer a two-week course.", "The course takes 14 days."),
        ("Stage 2 is treated first.", "The second stage is treated first."),
        ("25% of the patients recovered.", "A quarter of the patients recovered."),
        ("The rate rose threefold.", "The rate tripled."),
        ("It takes half an hour.", "It takes 30 minutes."),
        ("It takes an hour and a half, or 90 minutes.", "It takes 1.5 hours."),
        ("Es dauert eineinhalb Stunden.", "It takes 90 minutes."),
        ("Es dauert zwei Tage.", "Es dauert 48 Stunden."),
        ("Take the drug twice daily.", "The drug is taken every 12 hours."),
        ("Take the drug twice daily.", "The drug is taken two times a day."),
        ("In the second half of the year it rained.", "It rained in the second half."),
    ],
)
def test_the_same_part_passes(text: str, claim: str) -> None:
    assert of_numbers(claim, text) is Weight.NOTHING, judgements(claim, text)
