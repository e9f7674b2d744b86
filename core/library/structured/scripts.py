"""How raised and lowered parts of a sentence are written: 10⁶ is not 106, and mg^a is not mga."""

from __future__ import annotations

import re

from core.library.structured.formulas import above
from core.text.raised_digits import NUMBER, lowered, raised

_NUMBERS = re.compile(rf"{NUMBER.pattern}(?:[,;\-\u2013] ?\d{{1,3}})*[-+\u2212\u2013]?")
"""Raised numbers, also several marks and the charge of an ion."""
_LETTERS = re.compile(r"[A-Za-z](?:, ?[A-Za-z])*|\w{1,4}(?:[-+/\u2212\u2013]\w{1,4})+")
"""Marks of notes, and exponents; several letters in a row are the end of a word, as in 2nd."""
_ORDINAL = re.compile(r"\d+[eo]|[Nn]o|[DM]r|St")
"""As they are written in 2e, no, Dr and St. Of XIXe not: a mark behind IV or CI looks alike."""
_PART = re.compile(rf"^{NUMBER.pattern}|\d+|[-+\u2212\u2013]$")
"""What of numbers stands raised behind a digit, where a dash between them would be a minus."""


def script_text(tag: str, text: str, word: str) -> str:
    """How the text of an element `sup` or `sub` is written behind a word, which may be empty; empty
    where it stands there as it is.
    """
    if tag == "sub":
        return lowered(text) if NUMBER.fullmatch(text) else ""
    if _NUMBERS.fullmatch(text):
        in_number = word[-1:].isdecimal()
        return _PART.sub(lambda part: raised(part[0]), text) if in_number else raised(text)
    glued = word and _LETTERS.fullmatch(text)
    return above(text) if glued and not _ORDINAL.fullmatch(word + text) else ""
