"""Claims of a row of a table that have the value of another column."""

from __future__ import annotations

import pytest

from core.text.language import Language
from core.verification.columns import of_another_column
from core.verification.source import Source

ROW = (
    ("Clearance (ml/min)", "60 or more"),
    ("Marsaplatin dose (mg)", "50"),
    ("Further measures", "Standard hydration"),
    ("Weeks", "3"),
)
UNNAMED = (("", "Stage III"), ("Size", "Any"), ("Survival", "41 %"))


def told(claim: str, *rows: tuple[tuple[str, str], ...]) -> str:
    return of_another_column(
        claim, Language.ENGLISH, Source("", (), (), Language.ENGLISH, "", rows)
    )


@pytest.mark.parametrize(
    ("row", "claim"),
    [
        (ROW, "With a clearance of 60 or more, the Marsaplatin dose is standard hydration."),
        (ROW, "With 60 or more, the weeks are 50."),
        (UNNAMED, "The size in stage III is 41 %."),
    ],
)
def test_a_value_under_another_column_is_told(row: tuple[tuple[str, str], ...], claim: str) -> None:
    assert "stands under" in told(claim, row)


@pytest.mark.parametrize(
    ("row", "claim"),
    [
        (ROW, "With a clearance of 60 or more, further measures are standard hydration."),
        (ROW, "The Marsaplatin dose is 50 mg at 60 ml/min or more."),
        (ROW, "With 60 or more, a Marsaplatin dose of 50 mg is given for 3 days."),
        (ROW, "Hydration goes on for 3 weeks."),
        (UNNAMED, "41 % of those in stage III live on."),
        (UNNAMED, "Survival in stage III is 41 %, whatever the size."),
    ],
)
def test_a_value_of_its_own_column_is_not(row: tuple[tuple[str, str], ...], claim: str) -> None:
    assert told(claim, row) == ""


@pytest.mark.parametrize(
    ("claim", "is_told"),
    [
        ("The price of pears is 5.", False),
        ("The price of pears is 5, less than that of plums.", False),
        ("The price of plums is 5.", True),
        ("The price is 5.", False),
    ],
)
def test_a_value_is_compared_with_the_rows_that_the_claim_names(claim: str, is_told: bool) -> None:
    pears = (("Fruit", "Pears"), ("Price", "5"), ("Stock", "9"))
    plums = (("Fruit", "Plums"), ("Price", "7"), ("Stock", "5"))
    assert bool(told(claim, plums, pears)) is is_told
