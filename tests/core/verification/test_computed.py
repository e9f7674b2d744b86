"""Numbers of a claim that come out of those of the lines."""

from __future__ import annotations

import pytest

from core.verification.verdicts import Weight
from tests.core.verification.test_amounts import of_numbers

ARMS = "Nausea occurred in 30 patients with veradine and in 18 patients with placebo."
LEVELS = "Weight was 92 kg at the start and 85.5 kg after a year."
EVENTS = "An infection occurred in 12 of 49 patients."


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Nausea occurred in 12 more patients with veradine than with placebo.", ARMS),
        ("Nausea occurred in 48 patients in total.", ARMS),
        ("The difference in weight was 6.5 kg.", LEVELS),
        ("An infection occurred in 24.5 % of patients.", EVENTS),
    ],
)
def test_a_number_that_is_computed_from_the_lines_is_doubted(claim: str, text: str) -> None:
    assert of_numbers(claim, text) is Weight.DOUBT


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Nausea occurred in 13 more patients with veradine than with placebo.", ARMS),
        ("Nausea occurred in 50 patients in total.", ARMS),
        ("The difference in weight was 7.5 kg.", LEVELS),
        ("The difference in weight was .5 kg.", "It was 3.2 kg and then 2.9 kg."),
        ("An infection occurred in 30 % of patients.", EVENTS),
        ("Nausea occurred in 12 patients.", ARMS),
    ],
)
def test_one_that_the_lines_do_not_come_to_is_against_it(claim: str, text: str) -> None:
    assert of_numbers(claim, text) is Weight.AGAINST


def test_a_limit_that_some_numbers_of_the_lines_keep_is_doubted() -> None:
    text = "The dose was 100 mg at first and 400 mg after a month."
    assert of_numbers("The dose was less than 300 mg.", text) is Weight.DOUBT
    assert of_numbers("The dose was more than 300 mg.", text) is Weight.DOUBT
    assert of_numbers("The dose was less than 50 mg.", text) is Weight.AGAINST
    assert of_numbers("The dose was less than 300 mg.", "The dose was over 190 mg.") > Weight.DOUBT


@pytest.mark.parametrize(
    ("text", "claim", "weight"),
    [
        ("3 of 5 patients recovered.", "5 of 3 patients recovered.", Weight.AGAINST),
        ("Three of the five recovered.", "Five of the three recovered.", Weight.AGAINST),
        ("The pressure was 120/80 mmHg.", "The pressure was 80/120 mmHg.", Weight.AGAINST),
        ("The pressure was 120/80 mmHg.", "Its pressure was 120/80 mmHg.", Weight.NOTHING),
        ("Three of the five patients recovered.", "3 of 5 patients recovered.", Weight.NOTHING),
    ],
)
def test_a_part_and_its_whole_turned_round_are_against_a_claim(
    text: str, claim: str, weight: Weight
) -> None:
    assert of_numbers(claim, text) is weight
