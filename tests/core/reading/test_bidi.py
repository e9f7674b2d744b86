from __future__ import annotations

import pytest

from core.reading.bidi import logical_words

STYLE = (10.0, False, False, True, 0, None, 255)


def drawn(text: str) -> str:
    """The text of characters that stand side by side from the left to the right."""
    chars = [(char, (5.0 * i, 0.0, 5.0 * i + 5, 9.0), STYLE) for i, char in enumerate(text)]
    return " ".join(word.text for word in logical_words(chars))


@pytest.mark.parametrize("brackets", ["()", ")(", "[]", "]["])
def test_brackets_face_what_they_enclose_however_they_are_noted(brackets: str) -> None:
    one, two = brackets
    facing = drawn(f"\u05d2 {one}\u05d1{two} \u05d0")
    assert facing in ("\u05d0 (\u05d1) \u05d2", "\u05d0 [\u05d1] \u05d2")


def test_a_bracket_that_a_line_leaves_open_stays_as_it_is() -> None:
    assert drawn("\u05d1( \u05d0") == "\u05d0 (\u05d1"


@pytest.mark.parametrize("turned", [False, True])
def test_the_letters_of_a_ligature_stay_in_order(*, turned: bool) -> None:
    """U+FEFB is given as a lam with its width, and an alef without at its right edge."""
    lam, alef = [("\u0644", (0.0, 0.0, 7.0, 9.0), STYLE), ("\u0627", (7.0, 0.0, 7.0, 9.0), STYLE)]
    space, other = (" ", (7.0, 0.0, 10.0, 9.0), STYLE), ("\u0631", (10.0, 0.0, 15.0, 9.0), STYLE)
    chars = [other, space, alef, lam] if turned else [lam, alef, space, other]
    assert [word.text for word in logical_words(chars)] == ["\u0631", "\u0644\u0627"]
