"""Numbers told in the order of what they are of."""

from __future__ import annotations

import pytest

from core.verification.verdicts import Weight
from tests.core.verification.judging import weight

SURVIVAL = (
    "It reaches 84 per cent in stage I and falls to 66, 41 and 9 per cent in stages II, III and IV."
)
LEVELS = "Im Stadium II lag die Quote bei 20 % und im Stadium III bei 60 %."


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Survival reaches 84 % in stage II.", SURVIVAL),
        ("It falls to 66 per cent in stage III.", SURVIVAL),
        ("It reaches 9 % in stage I.", SURVIVAL),
        ("Im Stadium II lag die Quote bei 60 %.", LEVELS),
    ],
)
def test_the_number_of_another_member_is_never_supported(claim: str, text: str) -> None:
    assert weight(claim, text) is not Weight.NOTHING


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("It reaches 84 per cent in stage I.", SURVIVAL),
        ("It falls to 66 per cent in stage II.", SURVIVAL),
        ("It falls to 9 per cent in stage IV.", SURVIVAL),
        ("Im Stadium II lag die Quote bei 20 %.", LEVELS),
    ],
)
def test_the_number_of_the_member_itself_is_supported(claim: str, text: str) -> None:
    assert weight(claim, text) is Weight.NOTHING
