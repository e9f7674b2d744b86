"""Raised and lowered digits, one character for one."""

from __future__ import annotations

from core.text.raised_digits import lowered, plain_digits, raised


def test_a_number_is_raised_and_lowered_character_by_character() -> None:
    assert raised("-12") == raised("\u221212") == "⁻¹²"
    assert lowered("10") == "₁₀"


def test_digits_become_plain_again_and_nothing_moves() -> None:
    text = "10⁹/L of CO₂ at m⁻²"
    assert plain_digits(text) == "109/L of CO2 at m-2"
    assert len(plain_digits(text)) == len(text)
