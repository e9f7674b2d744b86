"""Soft hyphens within words and at line ends, as Chrome and fonts give them."""

from __future__ import annotations

import pytest

from core.reading.characters import Char, split_words


def _chars(text: str, *, drawn: bool) -> list[Char]:
    """The characters of a line, 5 points wide each; soft hyphens take room where they are drawn."""
    chars: list[Char] = []
    left = 0.0
    for char in text:
        style = (10.0, False, False, True, 0, None, 255)
        chars.append((char, (left, 0.0, left + 5.0, 10.0), style))
        left += 5.0 if drawn or char != "\u00ad" else 0.0
    return chars


@pytest.mark.parametrize(
    ("text", "drawn", "words"),
    [
        ("eine Dosis\u00adgabe", False, ["eine", "Dosisgabe"]),
        ("to \u00adengage", False, ["to", "engage"]),
        ("die Dosis\u00ad\u2010", False, ["die", "Dosis\u00ad"]),
        ("the con\u00ad", True, ["the", "con\u00ad"]),
        ("the con\u00ad ", True, ["the", "con\u00ad"]),
        ("10\u00ad20 pre\u00ad and", True, ["10-20", "pre-", "and"]),
        ("the al-\u00ad", True, ["the", "al-"]),
    ],
)
def test_a_soft_hyphen_is_what_a_reader_sees(text: str, words: list[str], *, drawn: bool) -> None:
    assert [word.text for word in split_words(_chars(text, drawn=drawn))] == words
