"""Dates and times of day of a claim beside those of the lines."""

from __future__ import annotations

import pytest

from core.quantities.dates import dates
from core.quantities.quantity import Date
from core.verification.verdicts import Weight
from tests.core.verification.judging import judgements, weight
from tests.core.verification.test_amounts import of_numbers

TRIAL = "The trial opened on 3 May 2021 and closed on 12 June 2023."


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("2021-05-03", [Date(2021, 5, 3)]),
        ("03.05.2021", [Date(2021, 5, 3)]),
        ("May 3, 2021", [Date(2021, 5, 3)]),
        ("am 3. Mai 2021", [Date(2021, 5, 3)]),
        ("25/12/2021", [Date(2021, 12, 25)]),
        ("in May 2021", [Date(2021, 5, None)]),
        ("3–5 May 2021", [Date(2021, 5, 3), Date(2021, 5, 5)]),
        ("1 January until 31 March 2024", [Date(2024, 1, 1), Date(2024, 3, 31)]),
        ("It may march on; see section 1.2.2013a.", []),
    ],
)
def test_dates_are_read_whole(text: str, readings: list[Date]) -> None:
    assert [one.dates[0] for one in dates(text)] == readings


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("The trial opened on 2021-05-03.", "The trial opened on 2021-03-05."),
        ("The trial opened on 03.05.2021.", "The trial opened on 05.03.2021."),
        ("The trial opened on 03/05/2021.", "The trial opened on 05/03/2021."),
        ("Deadline is 5 May 2024.", "Deadline is 5 May 2025."),
        ("Frist ist der 5. Mai 2024.", "Frist ist der 5. Juni 2024."),
        (TRIAL, "The trial opened on 3 June 2021."),
        ("Apply from 1 January 2024 until 31 March 2024.", "Apply from 31 March 2024."),
        ("Open 8 am to 5 pm.", "Open 8 pm to 5 am."),
        ("Open 8 am to 5 pm.", "Open 8 am to 5 am."),
        ("Offer an 8 to 9 am test.", "Offer an 8 to 9 pm test."),
        ("Open 8:30 to 17:00.", "Open 8:30 to 7 pm."),
    ],
)
def test_another_date_or_time_is_against_a_claim(text: str, claim: str) -> None:
    assert weight(claim, text) is Weight.AGAINST, judgements(claim, text)


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("The trial opened on 2021-05-03.", "The trial opened on 3 May 2021."),
        ("The trial opened on 3 May 2021.", "The trial opened on 03.05.2021."),
        ("The trial opened on 3 May 2021.", "The trial opened in May 2021."),
        (TRIAL, "The trial opened in 2021."),
        (TRIAL, "The trial ran from 3 May 2021 to 12 June 2023."),
        ("Frist ist der 5. Mai 2024.", "The deadline is 5 May 2024."),
        ("Open 8 am to 5 pm.", "It opens from 8:00 to 17:00."),
        ("Offer an 8 am to 9 am test.", "Angeboten wird ein Test zwischen 8 und 9 Uhr."),
    ],
)
def test_the_same_date_or_time_passes(text: str, claim: str) -> None:
    assert of_numbers(claim, text) is Weight.NOTHING, judgements(claim, text)


def test_figures_that_may_be_day_or_month_leave_a_doubt() -> None:
    assert of_numbers("It opened on 3 May 2021.", "It opened on 03/05/2021.") is Weight.DOUBT
    assert of_numbers("It opened on 3 May 2021.", "It opened in 2021.") is Weight.DOUBT


def test_the_year_of_something_else_is_not_supported() -> None:
    assert weight("The trial closed in 2021.", TRIAL) >= Weight.DOUBT
    assert of_numbers("The trial closed in 2023.", TRIAL) is Weight.NOTHING
