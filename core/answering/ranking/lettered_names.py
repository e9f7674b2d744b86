"""What only a letter tells from others of its kind: ward A, hepatitis B, appendix C.

A letter is no word that a search counts, and where ward A is asked for, ward G reads as well.
"""

from __future__ import annotations

import re

_LETTERED = re.compile(
    r"\b(?P<word>[^\W\d_]{3,})\s+(?P<letter>[A-HJ-Z])\b(?!['’])"
    r"(?!\s*(?:,|/|-|–|and|or|to|und|oder|bis)\s*[A-Z]\b)"
)
"""A word with a letter that is not the first of several; "I" is mostly a pronoun."""


def names_another(question: str, text: str) -> bool:
    """Whether a text names another thing than one that a question names by a letter, and not it."""
    theirs = _lettered(text)
    return any(
        (word, letter) not in theirs and any(word == other for other, _ in theirs)
        for word, letter in _lettered(question)
    )


def _lettered(text: str) -> set[tuple[str, str]]:
    return {(match["word"].lower(), match["letter"]) for match in _LETTERED.finditer(text)}
