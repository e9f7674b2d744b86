"""Numbers that say how sure or how spread a value is: 0.71 (95% CI 0.60 to 0.84), 63.4 ± 8.2."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.text.word_tables import any_of, whole_words, word_table

if TYPE_CHECKING:
    from core.quantities.quantity import Quantity

_LISTS = word_table(__file__)
_SIGN = r"±|\+/[-−]"
_NAME = rf"(?<!\w)(?:{'|'.join(_LISTS['names'])})(?!\w)"
_BEFORE = re.compile(
    rf"\d\S*\s*(?:[^\W\d_]\S*\s*)?(?:(?:{_SIGN})|[(\[,;][^()\[\]]*?{_NAME}\W*(?:(?:of|von)\s+)?"
    r"(?:\d[\d.,]*\s*%?\s*(?:to|bis|and|und|[-–—,;]))?)\s*[-−]?$",
    re.IGNORECASE,
)
"""A value, and what stands between it and a number that tells its spread."""
_TOLD = any_of(
    [_SIGN, _NAME, r"\d\s*%?\s*(?:to|bis|[-–—])\s*[-−]?\d", whole_words(_LISTS["told"]).pattern]
)
_AROUND = 60
"""Characters before a number in which it is called something."""


def is_spread(text: str, number: Quantity) -> bool:
    """Whether a number of a text is an end of an interval, or the spread, of a value before it."""
    return _BEFORE.search(text[max(0, number.start - _AROUND) : number.start]) is not None


def speaks_of_spread(claim: str) -> bool:
    """Whether a claim may tell a spread as such."""
    return _TOLD.search(claim) is not None
