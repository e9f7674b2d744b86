"""Columns beside each other below, above and between text over the whole width."""

from __future__ import annotations

import pytest

from tests.core.parsing.papers import PROSE, Paper, texts

LEFT = (
    "The patients who came to the ward in",
    "that year were asked for consent, and",
    "most of them gave it on the first day,",
    "which is more than was expected by us.",
)
RIGHT = (
    "All nurses were told how the study is",
    "done, and none of them knew who had",
    "been given what, until the last of the",
    "letters had been opened in the spring.",
)
TITLES = {"left": "Who took part", "right": "What was done"}


def columns(paper: Paper, y: float) -> float:
    """Writes two columns, each below a title; says where the next line would be."""
    paper.write(TITLES["left"], 72, y, font="hebo")
    paper.write(TITLES["right"], 320, y, font="hebo")
    paper.prose(320, y + 15, lines=RIGHT)
    return paper.prose(72, y + 15, lines=LEFT)


@pytest.mark.parametrize("paragraphs", [1, 3, 9])
def test_columns_below_text_over_both_are_read_one_after_the_other(paragraphs: int) -> None:
    paper = Paper()
    y = 80.0
    for _ in range(paragraphs):
        y = paper.prose(72, y) + 8
    columns(paper, y)
    expected = [*[" ".join(PROSE)] * paragraphs, " ".join(LEFT), " ".join(RIGHT)]
    assert texts(paper.parse(), "paragraph") == expected


def test_the_title_of_text_below_two_columns_stands_behind_both() -> None:
    paper = Paper()
    y = columns(paper, paper.prose(72, 80) + 8)
    paper.write("Questions", 72, y + 20, size=14, font="hebo")
    paper.prose(72, paper.prose(72, y + 38) + 8)
    headers = texts(paper.parse(), "section_header")
    assert headers == [TITLES["left"], TITLES["right"], "Questions"]


def test_text_beside_a_box_goes_on_below_it() -> None:
    paper = Paper()
    y = paper.prose(72, paper.prose(72, 80) + 8) + 8
    lines = (*LEFT[:3], "which is more than was expected, and")
    paper.prose(320, y - 6, lines=RIGHT)
    end = paper.prose(72, y, lines=lines)
    paper.prose(
        72, end, lines=("a letter was sent to those who had not been at home on the first day.",)
    )
    body = texts(paper.parse(), "paragraph")
    assert body[-1] == " ".join(RIGHT)
    assert body[-2].startswith(LEFT[0])
    assert body[-2].endswith("first day.")


def test_a_row_above_columns_whose_end_belongs_to_none_is_read_first() -> None:
    paper = Paper()
    paper.write("Guideline on examples", 72, 50)
    paper.write("As of March", 446, 50)
    paper.prose(320, 80, lines=RIGHT)
    paper.prose(72, 80, lines=LEFT)
    expected = ["Guideline on examples As of March", " ".join(LEFT), " ".join(RIGHT)]
    assert texts(paper.parse(), "paragraph") == expected
