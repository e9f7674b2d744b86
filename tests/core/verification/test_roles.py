"""What numbers are beside others, in a claim and in the lines."""

from __future__ import annotations

import pytest

from core.verification.verdicts import Weight
from tests.core.verification.judging import judgements
from tests.core.verification.test_amounts import of_numbers

RATIO = "The hazard ratio was 0.71 (95% CI 0.60 to 0.84)."
MEDIAN = "The median was 5 (range 2 to 9)."
PLUS_MINUS, SD = "The mean age was 63.4 ± 8.2 years.", "The mean age was 63.4 (SD 8.2) years."
DEGREES = "The temperature is 20 ± 2 °C."
OF_ALL = "Of 200 patients 40 (20%) relapsed."


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        (RATIO, "The hazard ratio was 0.60."),
        (RATIO, "The hazard ratio was 0.95."),
        (
            "Weight was 70 (SD 9) and height was 1.7 (SD 0.2).",
            "Weight was 70 and height was 0.2.",
        ),
        (RATIO, "The hazard ratio was 0.84 (95% CI 0.60 to 0.71)."),
        (MEDIAN, "The median was 2."),
        (MEDIAN, "The median was 9 (range 2 to 5)."),
        (PLUS_MINUS, "The mean age was 8.2 years."),
        (PLUS_MINUS, "The mean age was 8.2 ± 63.4 years."),
        (PLUS_MINUS, "The mean age was 70 ± 63.4 years."),
        (PLUS_MINUS, "The standard deviation was 63.4 years."),
        (DEGREES, "The temperature is 2 °C."),
        (SD, "The mean age was 8.2 years."),
        (SD, "Patients were 8.2 years old on average."),
        ("Das mittlere Alter war 63,4 (Standardabweichung 8,2).", "Das mittlere Alter war 8,2."),
        (OF_ALL, "Of 40 patients 200 relapsed."),
        ("Three of the five patients recovered.", "Five of the three patients recovered."),
        ("The blood pressure was 120/80 mmHg.", "The blood pressure was 80/120 mmHg."),
        ("Test it at least annually.", "Test it at most annually."),
    ],
)
def test_another_role_is_against_a_claim(text: str, claim: str) -> None:
    assert of_numbers(claim, text) is Weight.AGAINST, judgements(claim, text)


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        (RATIO, "The hazard ratio was 0.71."),
        (RATIO, "The hazard ratio was 0.71, with a 95% CI from 0.60 to 0.84."),
        (RATIO, "The interval of the hazard ratio reached from 0.60 to 0.84."),
        (MEDIAN, "The values ranged from 2 to 9."),
        (PLUS_MINUS, "The mean age was 63.4 years."),
        (PLUS_MINUS, "The mean age was 63.4 years, with a standard deviation of 8.2 years."),
        (PLUS_MINUS, "The mean age was 63.4 (SD 8.2) years."),
        (SD, "The mean age was 63.4 years."),
        (SD, "The mean age was 63.4 ± 8.2 years."),
        ("Give 5 ± 2 mg.", "The dose may deviate by 2 mg."),
        ("The range is ±15 V.", "The range is 15 V."),
        (DEGREES, "The temperature may differ by 2 °C."),
        (DEGREES, "The temperature is 20 °C, give or take 2 °C."),
        ("Die Länge ist 100 ± 5 mm.", "Die Länge weicht um 5 mm ab."),
        ("The length is 100 ± 5 mm.", "The length may be 5 mm more or less."),
        ("The length is 100 ± 5 mm.", "The length may be up to 5 mm more or less."),
        ("Die Länge ist 100 ± 5 mm.", "Die Länge weicht um bis zu 5 mm ab."),
        ("The visit is in week 12 ± 3 days.", "The visit may be 3 days before or after week 12."),
        ("It takes a micro SD (64 GB) card.", "It takes a card of 64 GB."),
        ("The iPhone SE 2020 has one camera.", "The phone of 2020 has one camera."),
        ("The office is in Pierre, SD 57501.", "The office has the code 57501."),
        ("Age 63.4 (SD 8.2), weight 70 with an SD of 9.", "The weight was 70 (SD 9)."),
        (OF_ALL, "40 of 200 patients relapsed."),
        (OF_ALL, "40 patients relapsed."),
        ("Three of the five patients recovered.", "3 of 5 patients recovered."),
        ("12 adult patients were seen.", "12 patients were seen."),
        ("Test it at least annually.", "It is tested annually."),
        ("In der Nordmark erkranken jährlich 9.", "Jedes Jahr erkranken in der Nordmark 9."),
    ],
)
def test_the_same_role_passes(text: str, claim: str) -> None:
    assert of_numbers(claim, text) is Weight.NOTHING, judgements(claim, text)


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        (DEGREES, "The thermostat allows 2 °C."),
        (PLUS_MINUS, "The mean age was 63.4 years, with a dispersion of 8.2 years."),
        ("The supply has a range of 10 to 20 V.", "The supply works at 10 V."),
    ],
)
def test_what_may_tell_of_the_role_in_other_words_is_doubted(text: str, claim: str) -> None:
    assert of_numbers(claim, text) is Weight.DOUBT, judgements(claim, text)
