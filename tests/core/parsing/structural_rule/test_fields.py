"""Labels of forms and their values: beside each other, and above each other in smaller type."""

from __future__ import annotations

import pymupdf
import pytest

from core.parsing.structural_rule.fields import with_fields
from core.reading.extraction import extract
from tests.core.parsing.papers import PROSE, Paper, check, texts

NAMES = ("Name", "Born", "Address", "Insurance")
VALUES = ("Oskar Brinkhoff", "3 May 1952", "7 Mill Lane, Telham", "Guild Fund")
OTHERS = ("Ward", "Bed", "Doctor", "Diet")
LATER = ("Surgery", "14 at the window", "Dr Lund", "without salt")
LONG = "Weakness of the right arm since the early morning, and of the"
REST = "face since noon"


def _pairs(*columns: tuple[tuple[str, ...], tuple[str, ...]]) -> list[str]:
    """The pairs of columns of labels and values, row by row."""
    sides = [[f"{a} {b}" for a, b in zip(*column, strict=True)] for column in columns]
    return [pair for row in zip(*sides, strict=True) for pair in row]


@pytest.mark.parametrize(("colon", "font"), [(":", "helv"), ("", "hebo")])
def test_labels_far_from_their_values_stand_before_these(colon: str, font: str) -> None:
    paper = Paper()
    names = tuple(f"{name}{colon}" for name in NAMES)
    for row, (name, value) in enumerate(zip(names, VALUES, strict=True)):
        paper.write(name, 72, 100 + 22 * row, font=font)
        paper.write(value, 300, 100 + 22 * row)
    sir = paper.parse()
    check(sir)
    assert texts(sir, "key_value") == _pairs((names, VALUES))


def test_pairs_side_by_side_are_read_row_by_row_below_their_title() -> None:
    paper = Paper()
    names, others = (tuple(f"{name}:" for name in each) for each in (NAMES, OTHERS))
    y = 100.0
    for title in ("Person", "Stay"):
        paper.write(title, 60, y, size=13, font="hebo")
        for row in range(2) if title == "Person" else range(2, 4):
            y += 22
            for x, column in zip((60, 150, 320, 420), (names, VALUES, others, LATER), strict=True):
                paper.write(column[row], x, y)
        y += 34
    sir = paper.parse()
    check(sir)
    flow = [node.text for node in sir.nodes[: sir.flow] if node.text]
    pairs = _pairs((names, VALUES), (others, LATER))
    assert flow == ["Person", *pairs[:4], "Stay", *pairs[4:]]


def test_dates_of_a_life_stand_before_what_happened() -> None:
    paper = Paper()
    dates = ("since 2019", "2014 - 2019", "2009")
    works = ("Head of the dialysis unit, Elm Hospital", "Registrar, Elm Hospital", "School, Telham")
    for row, (date, work) in enumerate(zip(dates, works, strict=True)):
        paper.write(date, 60, 100 + 26 * row)
        paper.write(work, 200, 100 + 26 * row)
    assert texts(paper.parse(), "key_value") == _pairs((dates, works))


def test_a_value_of_several_lines_is_whole() -> None:
    paper = Paper()
    y = 100.0
    for name, lines in (("Diagnosis", ("Stroke",)), ("History", (LONG, REST)), ("Diet", ("None",))):
        paper.write(name, 60, y, font="hebo")
        y = paper.prose(180, y, lines=lines) + 4
    assert texts(paper.parse(), "key_value")[1] == f"History {LONG} {REST}"


@pytest.mark.parametrize("columns", [1, 2])
def test_small_labels_stand_with_the_values_below_them(columns: int) -> None:
    paper = Paper()
    sides = ((NAMES, VALUES), (OTHERS, LATER))[:columns]
    for side, (names, values) in enumerate(sides):
        for row, (name, value) in enumerate(zip(names, values, strict=True)):
            paper.write(name, 60 + 260 * side, 100 + 32 * row, size=7)
            paper.write(value, 60 + 260 * side, 112 + 32 * row, size=11)
    sir = paper.parse()
    check(sir)
    assert texts(sir, "key_value") == _pairs(*sides)


def test_columns_of_running_text_hold_no_fields() -> None:
    paper = Paper()
    short = tuple(" ".join(line.split()[:6]) for line in PROSE * 3)
    paper.prose(60, 100, lines=short)
    paper.prose(310, 100, lines=short)
    sir = paper.parse()
    assert texts(sir, "key_value") == []
    assert sir.nodes[1].text.startswith(" ".join(short[:3]))


def test_a_row_of_more_than_two_cells_is_no_field() -> None:
    paper = Paper()
    for row, name in enumerate(NAMES):
        for x, cell in zip((60, 200, 340), (f"{name}:", VALUES[row], LATER[row]), strict=True):
            paper.write(cell, x, 100 + 18 * row)
    names = tuple(f"{name}:" for name in NAMES)
    assert not set(texts(paper.parse(), "key_value")) & set(_pairs((names, VALUES)))


def test_names_and_figures_that_a_program_puts_out_are_no_fields() -> None:
    paper = Paper()
    paper.prose(60, 80)
    for row, name in enumerate((*NAMES, *OTHERS)):
        paper.write(name, 60, 160 + 12 * row, font="cour")
        paper.write(f"0.{row}42 0.31 0.4{row}", 132, 160 + 12 * row, font="cour")
    assert texts(paper.parse(), "key_value") == []


def test_a_value_in_several_fonts_or_with_wide_blanks_is_whole() -> None:
    paper = Paper()
    first, name, rest = "Probability that the value is that of", "ML.SEGMENT", "which is unknown"
    for row, label in enumerate(NAMES):
        y, x = 100 + 30 * row, 180.0
        paper.write(label, 60, y, font="hebo")
        for text, font, size in ((first, "helv", 10), (name, "cour", 8)):
            paper.write(text, x, y, size=size, font=font)
            x += pymupdf.get_text_length(text, font, size) + 4
        paper.write("No.", 180, y + 12)
        paper.write(rest, 180 + pymupdf.get_text_length("No.", "helv", 10) + 9, y + 12)
    sir = paper.parse()
    check(sir)
    values = tuple(f"{first} {name} No. {rest}" for _ in NAMES)
    assert texts(sir, "key_value") == _pairs((NAMES, values))


def test_a_passage_in_bold_type_beside_the_end_of_another_holds_no_fields() -> None:
    paper = Paper()
    left = ("Come with us on a long journey", "of many ways to learn about", "work and", "life.")
    right = ("With courses of", "their own choice", "they have time", "besides work.")
    for row, (passage, other) in enumerate(zip(left, right, strict=True)):
        paper.write(passage, 60, 100 + 13 * row, font="hebo")
        paper.write(other, 260, 100 + 13 * row)
    lines = extract(paper.pdf[0]).lines
    assert with_fields(lines) == lines
