"""Digits that stand raised or lowered, as in 10⁹, m² and H₂O: one character for one plain one."""

from __future__ import annotations

import re

_PLAIN, _RAISED, _LOWERED = "0123456789+-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "₀₁₂₃₄₅₆₇₈₉₊₋"
_MINUS = "\u2212\u2013"
"""A minus and a dash, which are written for a hyphen."""
_TO_RAISED = str.maketrans(_PLAIN + _MINUS, _RAISED + 2 * _RAISED[-1])
_TO_LOWERED = str.maketrans(_PLAIN + _MINUS, _LOWERED + 2 * _LOWERED[-1])
_TO_PLAIN = str.maketrans(_RAISED + _LOWERED, 2 * _PLAIN)
NUMBER = re.compile(rf"[-+{_MINUS}]?\d{{1,3}}")
"""A plain number that may be an exponent or an index."""


def raised(number: str) -> str:
    """A number as it is written above the line."""
    return number.translate(_TO_RAISED)


def lowered(number: str) -> str:
    """A number as it is written below the line."""
    return number.translate(_TO_LOWERED)


def plain_digits(text: str) -> str:
    """A text with raised and lowered digits as plain ones, as people type them; no place moves."""
    return text.translate(_TO_PLAIN)
