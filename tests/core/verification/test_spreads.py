"""Ends of intervals and spreads of values, which a claim must not tell as the value."""

from __future__ import annotations

import pytest

from core.verification.verdicts import Weight
from tests.core.verification.judging import judgements
from tests.core.verification.test_amounts import of_numbers

RATIO = "The hazard ratio was 0.71 (95% CI 0.60 to 0.84)."
AGE = "The mean age was 63.4 ± 8.2 years."


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        (RATIO, "The hazard ratio was 0.60."),
        (RATIO, "The hazard ratio was 0.84."),
        ("The ratio was 0.71 [95% CI, 0.60–0.84; p<0.001].", "The ratio was 0.84."),
        ("The median was 5 (range 2 to 9).", "The median was 2."),
        (AGE, "The mean age was 8.2 years."),
        ("The mean weight was 70 kg (SD 9 kg).", "The mean weight was 9 kg."),
        ("Das Alter war 63,4 (Standardabweichung 8,2).", "Das Alter war 8,2."),
    ],
)
def test_a_spread_that_is_told_as_the_value_is_doubted(text: str, claim: str) -> None:
    assert of_numbers(claim, text) is Weight.DOUBT, judgements(claim, text)


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        (RATIO, "The hazard ratio was 0.71."),
        (RATIO, "The hazard ratio was 0.71 (0.60 to 0.84)."),
        (RATIO, "The interval of the hazard ratio reached from 0.60 to 0.84."),
        (AGE, "The mean age was 63.4 years, with a standard deviation of 8.2 years."),
        ("The length is 100 ± 5 mm.", "The length may be 5 mm more or less."),
        ("The SD was 8.2 and the mean 63.4.", "The mean was 63.4."),
        ("It takes a micro SD (64 GB) card.", "It takes a card of 64 GB."),
        ("The office is in Pierre, SD 57501.", "The office has the code 57501."),
    ],
)
def test_a_value_and_a_spread_that_is_told_as_such_pass(text: str, claim: str) -> None:
    assert of_numbers(claim, text) is Weight.NOTHING, judgements(claim, text)
