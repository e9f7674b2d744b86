from __future__ import annotations

import pytest

from tests.core.parsing.papers import Paper, check, texts


def lettered(title: str) -> list[str]:
    """The headings below a title whose entries are parted by letters in bold."""
    paper = Paper(1)
    paper.write(title, 72, 60, size=18)
    y = 100
    for letter in "ACDF":
        paper.write(letter, 72, y, size=12, font="hebo")
        for row, name in enumerate(("dvice", "lder people", "re")):
            paper.write(f"{letter}{name}, {row + 1}", 72, y + 18 + 13 * row)
        y += 80
    sir = paper.parse()
    check(sir)
    return texts(sir, "section_header")


def test_letters_that_rise_part_an_index_or_a_glossary() -> None:
    assert lettered("Index")[-4:] == list("ACDF")
    assert lettered("Glossary of terms")[-4:] == list("ACDF")


def test_letters_elsewhere_are_no_headings() -> None:
    assert not set("ACDF") & set(lettered("Panels of the figure"))


@pytest.mark.parametrize(
    ("above", "below", "count", "are_headings"),
    [(30, 16, 3, True), (30, 16, 2, False), (24, 24, 3, False)],
    ids=["nearer to the text below", "too few", "no nearer"],
)
def test_bold_sentences_head_the_paragraphs_that_they_are_nearer_to(
    above: float, below: float, count: int, are_headings: bool
) -> None:
    sentences = [f"We may lose {who} and fail to find any others." for who in "abc"[:count]]
    paper = Paper()
    end = paper.prose(72, 80) - 13
    for sentence in sentences:
        paper.write(sentence, 72, end + above, font="hebo")
        end = paper.prose(72, end + above + below) - 13
    assert texts(paper.parse(), "section_header") == sentences * are_headings
