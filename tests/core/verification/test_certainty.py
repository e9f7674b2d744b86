"""A claim is no firmer than the clause that it repeats."""

from __future__ import annotations

import pytest

from core.verification.verdicts import Weight
from tests.core.verification.judging import weight


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("The valve may leak in winter.", "The valve leaks in winter."),
        ("Consider a filter for the pump.", "Offer a filter for the pump."),
        ("Unless it is forbidden, consider a filter for the pump.", "Offer a filter for the pump."),
        ("The valve rarely leaks.", "The valve leaks."),
        ("It is doubtful whether the pump works.", "The pump works."),
        ("The test was negative.", "The test was positive."),
        ("Der Preis stieg um 40 %.", "Der Preis stieg auf 40 %."),
        ("Increase the dose by 40 mg a week.", "Increase the dose to 40 mg a week."),
        ("Reduce the dose to 2.5 mg.", "Reduce the dose by 2.5 mg."),
        ("Mortality fell by 12% in a year.", "In a year mortality fell to 12 %."),
    ],
)
def test_what_the_lines_leave_open_or_turn_round_is_not_supported(text: str, claim: str) -> None:
    assert weight(claim, text) > Weight.NOTHING


def test_the_month_of_may_leaves_nothing_open() -> None:
    assert weight("The trial opened in 2021.", "The trial opened on 3 May 2021.") is Weight.NOTHING
