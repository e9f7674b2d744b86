"""Labels of forms and glossaries, and their values beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pymupdf
import pytest

from core.parsing.structuring.key_values.by_gap import with_pairs_by_gap
from core.reading.extraction import extract
from tests.core.parsing.papers import PROSE, Paper, check, texts

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    assert with_pairs_by_gap(lines) == lines


KEYS = ["Ctrl+q", "Shift+Ctrl+n", "F1", "Esc"]
MEANINGS = ["Quit", "New folder", "Show the manual of the program", "Close the dialog"]


def in_columns(
    keys: Sequence[str], meanings: Sequence[str], second: float = 150, above: str = ""
) -> Paper:
    """A page of prose with keys and what they mean in two columns below it."""
    paper = Paper()
    paper.prose(72, 80)
    if above:
        paper.write(above, 72, 287)
    for at, (key, meaning) in enumerate(zip(keys, meanings, strict=True)):
        paper.write(key, 72, 300 + 13 * at)
        paper.write(meaning, second, 300 + 13 * at)
    return paper


def test_single_words_with_what_they_mean_are_pairs() -> None:
    sir = in_columns(KEYS, MEANINGS).parse()
    check(sir)
    expected = [f"{key} {meaning}" for key, meaning in zip(KEYS, MEANINGS, strict=True)]
    assert texts(sir, "key_value") == expected


def test_a_long_key_leaves_a_narrow_gap() -> None:
    pairs = texts(in_columns(["F1", "Shift+Ctrl+n", "F2"], MEANINGS[:3], 140).parse(), "key_value")
    assert pairs[1] == "Shift+Ctrl+n New folder"


def test_what_stands_below_a_meaning_goes_on_with_it() -> None:
    paper = in_columns(KEYS, MEANINGS)
    paper.write("and go back to the list", 150, 352)
    assert texts(paper.parse(), "key_value")[-1] == "Esc Close the dialog and go back to the list"


def test_the_sentence_above_rows_stays_a_paragraph() -> None:
    sir = in_columns(KEYS, MEANINGS, above="These keys may be pressed everywhere:").parse()
    assert texts(sir, "paragraph")[-1] == "These keys may be pressed everywhere:"
    assert len(texts(sir, "key_value")) == len(KEYS)


def test_a_key_that_ends_in_a_hyphen_is_no_part_of_the_next_word() -> None:
    keys = ["-os-", "-om-", "-cs-"]
    pairs = texts(in_columns(keys, MEANINGS[:3]).parse(), "key_value")
    assert pairs[:2] == ["-os- Quit", "-om- New folder"]


@pytest.mark.parametrize(
    ("keys", "meanings"),
    [
        pytest.param(KEYS[:2], MEANINGS[:2], id="too few"),
        pytest.param(["F1", "F1", "F1"], MEANINGS[:3], id="keys come again"),
        pytest.param(
            ["are less likely", "to say all that", "can be done here"], MEANINGS[1:], id="sentences"
        ),
        pytest.param(KEYS, ["Copy", "Paste", "Cut", "Undo"], id="single words"),
    ],
)
def test_rows_without_labels_stay_text(keys: Sequence[str], meanings: Sequence[str]) -> None:
    assert not texts(in_columns(keys, meanings, 220).parse(), "key_value")


def test_text_further_right_is_no_part_of_the_last_meaning() -> None:
    paper = in_columns(KEYS, MEANINGS)
    paper.write("A remark in the margin", 320, 352)
    assert texts(paper.parse(), "key_value")[-1] == "Esc Close the dialog"


def test_meanings_that_begin_small_do_not_go_on_with_those_above() -> None:
    keys = ["CBR", "COPD", "EBR", "eGFR"]
    meanings = [
        "consensus-based recommendation",
        "chronic obstructive pulmonary disease",
        "evidence-based recommendation",
        "estimated glomerular filtration rate",
    ]
    pairs = texts(in_columns(keys, meanings).parse(), "key_value")
    assert pairs == [f"{key} {meaning}" for key, meaning in zip(keys, meanings, strict=True)]


def test_a_label_goes_on_in_the_row_in_which_its_value_does() -> None:
    paper = Paper()
    for row, (name, value) in enumerate(zip(NAMES, VALUES, strict=True)):
        paper.write(name, 60, 100 + 30 * row, font="hebo")
        paper.write(value, 180, 100 + 30 * row)
    paper.write("(of all)", 60, 112, font="hebo")
    paper.write("and more of it", 180, 112)
    sir = paper.parse()
    check(sir)
    assert texts(sir, "key_value")[0] == f"{NAMES[0]} (of all) {VALUES[0]} and more of it"


def test_values_of_several_paragraphs_are_whole() -> None:
    paper = Paper()
    y = paper.prose(72, 80) + 10
    labels = ("Purpose of it", "Duties of all", "Costs of the work")
    for label in labels:
        paper.write(label, 72, y, font="hebo")
        y = paper.prose(180, paper.prose(180, y, lines=(LONG, REST)) + 8, lines=(LONG,)) + 12
    expected = [f"{label} {LONG} {REST} {LONG}" for label in labels]
    assert texts(paper.parse(), "key_value") == expected


def test_titles_beside_the_text_of_another_column_are_no_labels() -> None:
    paper = Paper()
    lines = ("Cloth on all seats", "Two lamps in the roof", "Wheels of light metal")
    for row, title in enumerate(("Inside", "Outside", "Safety", "Options")):
        paper.write(title, 60, 100 + 60 * row, size=13)
        paper.prose(60, 117 + 60 * row, lines=lines)
        paper.prose(260, 100 + 60 * row, lines=lines)
    assert texts(paper.parse(), "key_value") == []


def test_long_text_beside_its_title_is_no_value() -> None:
    paper = Paper()
    y = 80.0
    for title in ("Purpose", "Duties", "Costs"):
        paper.write(title, 60, y, font="hebo")
        y = paper.prose(160, y, lines=(LONG,) * 13) + 8
    assert not texts(paper.parse(), "key_value")
