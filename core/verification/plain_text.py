"""Texts as claims and lines are compared: what is only written otherwise is the same."""

from __future__ import annotations

import re

from core.text.hyphens import plain_hyphens
from core.text.raised_digits import plain_digits

_DEGREES = str.maketrans({"º": "°", "˚": "°", "℃": "°C", "℉": "°F"})
"""Signs that are taken for that of degrees, since they look like it."""
_INVERSE = re.compile(r"(?<=[^\W\d_])(?:\s?[·⋅]\s?|\s)([^\W\d_]+)⁻([¹²³])(?!\w)")
"""What a unit is by, as in mg·kg⁻¹."""
_INITIALS = re.compile(r"\b(?:[A-Z]\.){2,}")


def plain(text: str) -> str:
    """The text with plain hyphens, one sign for degrees, units divided by a stroke, and initials
    without points: mg/kg, US.
    """
    text = _INVERSE.sub(_divided, plain_hyphens(text).translate(_DEGREES))
    return _INITIALS.sub(lambda match: match[0].replace(".", ""), text)


def _divided(match: re.Match[str]) -> str:
    return f"/{match[1]}{plain_digits(match[2]).removeprefix('1')}"
