"""Numbers of a claim that follow from those of the lines."""

from __future__ import annotations

import pytest

from core.verification.verdicts import Check, Weight
from tests.core.verification.judging import judgements


def weight_of_numbers(claim: str, text: str) -> Weight:
    return next(one.weight for one in judgements(claim, text) if one.check is Check.NUMBERS)


ARMS = "Nausea occurred in 30 patients with veradine and in 18 patients with placebo."
LEVELS = "Weight was 92 kg at the start and 85.5 kg after a year."
EVENTS = "An infection occurred in 12 of 48 patients."


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Nausea occurred in 12 more patients with veradine than with placebo.", ARMS),
        ("Nausea occurred in 48 patients in total.", ARMS),
        ("The difference in weight was 6.5 kg.", LEVELS),
        ("An infection occurred in a share of 25 % of patients.", EVENTS),
        ("The debt is 50 euros.", "The account is overdrawn (-50 euros)."),
        ("HbA1c improved by 0.5 %.", "HbA1c changed (−0.5 %)."),
        ("The score was 2.3 points less.", "The change in score was −2.3 points."),
        ("Der Wert war um 2,3 niedriger.", "Die Änderung des Wertes war −2,3."),
    ],
)
def test_a_number_that_is_computed_from_the_lines_is_not_against_the_claim(
    claim: str, text: str
) -> None:
    assert weight_of_numbers(claim, text) is not Weight.AGAINST


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Nausea occurred in 13 more patients with veradine than with placebo.", ARMS),
        ("Nausea occurred in 50 patients in total.", ARMS),
        ("The difference in weight was 7.5 kg.", LEVELS),
        ("The difference in weight was .5 kg.", "It was 3.2 kg and then 2.9 kg."),
        ("An infection occurred in a share of 30 % of patients.", EVENTS),
        ("Nausea occurred in 12 patients.", ARMS),
        ("All 5 had a three-phase CT.", "All 2 had a three-phase CT."),
    ],
)
def test_one_that_the_lines_do_not_come_to_is_against_it(claim: str, text: str) -> None:
    assert weight_of_numbers(claim, text) is Weight.AGAINST


def test_a_limit_that_some_numbers_keep_and_others_do_not_leaves_a_doubt() -> None:
    text = "The dose was 100 mg at first and 400 mg after a month."
    assert weight_of_numbers("The dose was less than 300 mg.", text) is Weight.DOUBT
    assert weight_of_numbers("The dose was less than 500 mg.", text) is Weight.NOTHING
    assert weight_of_numbers("The dose was less than 50 mg.", text) is Weight.AGAINST
