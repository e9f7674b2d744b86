"""What is only written otherwise is the same in a claim and in the lines, and nothing else is."""

from __future__ import annotations

import pytest

from core.verification.plain_text import plain


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("5 mg·kg⁻¹·min⁻¹ is given", "5 mg/kg/min is given"),
        ("5 mg kg⁻¹", "5 mg/kg"),
        ("5 mg ⋅ m⁻²", "5 mg/m2"),
        ("37 ºC, 37˚C, 37 ℃", "37 °C, 37°C, 37 °C"),
        ("non\u2011steroidal", "non-steroidal"),
        ("the U.S. and J.R.R. Tolkien", "the US and JRR Tolkien"),
    ],
)
def test_units_and_signs_are_plain(text: str, other: str) -> None:
    assert plain(text) == plain(other) == other


@pytest.mark.parametrize(
    "text", ["interleukin IL-1", "5 s⁻¹", "10⁻¹", "5 mg·kg", "x·y² and 10⁹/l", "Plan B. A."]
)
def test_other_text_stays_as_it_is(text: str) -> None:
    assert plain(text) == text
