"""Initials over several lines go before the first of them."""

from __future__ import annotations

import pytest

from core.parsing.structuring.text_style import style_of
from core.reading.line import Line
from tests.core.parsing.papers import Paper, check, texts

BESIDE = ("long as anyone in the village could tell", "and was not opened by those who came")


@pytest.mark.parametrize(
    ("letter", "first", "gap", "begins"),
    [
        ("T", "he door had not been opened for as", 2, "The door"),
        ("T", "HE door had not been opened for as", 2, "THE door"),
        ("A", "fter that it had not been opened for as", 2, "After that"),
        ("A", "door had not been opened for as", 9, "A door"),
    ],
)
def test_an_initial_is_a_part_of_the_first_word(
    letter: str, first: str, gap: float, begins: str
) -> None:
    paper = Paper()
    paper.write(letter, 72, 126, size=36)
    edge = 72 + 36 * (0.611 if letter == "T" else 0.667) + gap
    paper.prose(edge, 100, lines=(first, *BESIDE))
    paper.prose(72, 139, lines=("later, and this is what the song is about.",))
    sir = paper.parse()
    check(sir)
    assert [text[: len(begins)] for text in texts(sir, "paragraph")] == [begins]


def test_a_title_with_an_initial_is_no_larger_than_its_other_letters() -> None:
    cap = Line(1, ["G"], [(50, 20, 70, 50)], 36.0, after="")
    rest = Line(1, ["LOBAL"], [(72, 20, 110, 34)], 14.0)
    assert style_of([cap, rest]).size == 14


def test_a_large_letter_beside_one_line_stays_where_it_is() -> None:
    paper = Paper()
    paper.write("B", 72, 100, size=36)
    paper.write("roadside plants", 98, 100)
    paper.prose(72, 300)
    assert not any("Broadside" in node.text for node in paper.parse().nodes)
