"""Tables whose cells have several lines, without rulings between the columns."""

from __future__ import annotations

from itertools import accumulate

import pytest

from core.sir import ElementType
from tests.core.parsing.papers import PROSE, Paper, check, texts

LEFTS = (72, 190, 360)
STEP, GAP = 12, 6
HEADINGS = ("Drug", "Dose", "Notes")
DOSES = (
    ("Veradine", "5 mg twice a day for / seven days, then / 10 mg once a day", "Not with milk"),
    ("Orcitaxel", "20 mg once a day", "Reduce the dose in people / with kidney disease"),
    ("Lumetrol and / folic acid", "1 g at night", "Take with food"),
    ("Dexaprin", "2 mg, increased to / 4 mg if needed", "Stop after four weeks, / then review"),
)
PAIR_OF_WORDS = ("Pelvidone / -", "One tablet / Two tablets", "In the morning / In the evening")
PAIR_OF_LABELS = ("Pelvidone / Calvorin", "5 mg twice a day / 10 mg once a day", "Adults / All")
"""Two rows each, as lines of one; where a label is "-", nothing is written."""


def rows(
    paper: Paper,
    cells: tuple[tuple[str, ...], ...],
    top: float,
    lefts: tuple[float, ...] = LEFTS,
    *,
    gap: float = GAP,
    middle: bool = False,
    bold: bool = False,
    close: int = 0,
) -> float:
    """Writes rows whose cells have lines parted by "/"; says where the next row would be.

    The first `close` rows stand as close to the next as lines do; a line "-" stays empty.
    """
    for number, row in enumerate(cells):
        lines = [cell.split(" / ") for cell in row]
        height = max(map(len, lines))
        for shown, left in zip(lines, lefts, strict=True):
            y = top + (STEP * (height - len(shown)) / 2 if middle else 0)
            for at, text in enumerate(shown):
                font = "hebo" if bold and not number else "helv"
                paper.write(text if text != "-" else "", left, y + STEP * at, font=font)
        top += STEP * height + (gap if number >= close else 0)
    return top


def written(cells: tuple[tuple[str, ...], ...]) -> list[str]:
    return [cell.replace(" / ", " ") for row in cells for cell in row]


@pytest.mark.parametrize("middle", [False, True])
@pytest.mark.parametrize("gap", [3, 6, 14])
def test_each_cell_holds_all_its_lines(gap: float, *, middle: bool) -> None:
    paper = Paper()
    table = (HEADINGS, *DOSES)
    end = rows(paper, table, paper.prose(72, 80) + 20, gap=gap, middle=middle, bold=True)
    paper.prose(72, end + 20)
    sir = paper.parse()
    check(sir)
    assert texts(sir, "table_cell") == written(table)
    assert len(texts(sir, "paragraph")) == 2
    assert [node.text for node in sir.nodes if "header" in node.metadata] == [*HEADINGS]


def test_a_table_beside_running_text_holds_none_of_it() -> None:
    paper = Paper()
    lines = tuple(line[:38] for line in PROSE * 5)
    table = (
        ("Drug", "Dose", "Notes"),
        ("Veradine", "5 mg once / a day", "Not with / milk"),
        ("Orcitaxel", "20 mg", "Reduce in / old people"),
        ("Dexaprin", "2 mg, then / 4 mg", "At night"),
    )
    paper.prose(320, 80, lines=lines)
    end = rows(paper, table, paper.prose(72, 80, lines=lines[:4]) + 14, (72, 140, 210))
    paper.prose(72, end + 14, lines=lines[:4])
    assert texts(paper.parse(), "table_cell") == written(table)


def test_amounts_below_each_other_with_their_times_are_rows_of_one_label() -> None:
    paper = Paper()
    pair = ("Pelvidone", "5 mg / 10 mg", "In the morning / In the evening")
    rows(paper, (HEADINGS, *DOSES, pair), paper.prose(72, 80) + 20)
    cells = texts(paper.parse(), "table_cell")
    assert cells[-6:] == ["Pelvidone", "5 mg", "In the morning", "", "10 mg", "In the evening"]


@pytest.mark.parametrize("pair", [PAIR_OF_WORDS, PAIR_OF_LABELS])
def test_lines_that_begin_anew_in_all_their_cells_are_rows(pair: tuple[str, ...]) -> None:
    paper = Paper()
    rows(paper, (HEADINGS, *DOSES, pair), paper.prose(72, 80) + 20)
    upper, lower = zip(*(cell.replace("-", "").split(" / ") for cell in pair), strict=True)
    cells = [*written((HEADINGS, *DOSES)), *upper, *lower]
    assert texts(paper.parse(), "table_cell") == cells


def test_amounts_whose_times_have_other_lines_stay_in_one_cell() -> None:
    paper = Paper()
    row = ("Pelvidone", "5 mg / 10 mg", "In the morning with / milk / In the evening")
    rows(paper, (HEADINGS, *DOSES, row), paper.prose(72, 80) + 20)
    assert texts(paper.parse(), "table_cell") == written((HEADINGS, *DOSES, row))


def test_rows_of_one_label_stay_rows_where_one_has_no_amount() -> None:
    paper = Paper()
    group = ("Antibiotics", "Pelvidone / Ximelan / Calvorin", "5 mg / 10 mg / -")
    rows(paper, (HEADINGS, *DOSES, group), paper.prose(72, 80) + 20)
    assert texts(paper.parse(), "table_cell")[-9:] == [
        *("Antibiotics", "Pelvidone", "5 mg"),
        *("", "Ximelan", "10 mg"),
        *("", "Calvorin", ""),
    ]


def test_no_row_of_a_group_is_without_the_label_that_stands_in_its_middle() -> None:
    paper = Paper()
    row = ("Pelvidone", "5 mg / 10 mg / 20 mg", "In the morning / In the evening / At night")
    rows(paper, (HEADINGS, *DOSES, row), paper.prose(72, 80) + 20, middle=True)
    assert "" not in texts(paper.parse(), "table_cell")


def test_doses_stay_with_the_label_in_their_middle() -> None:
    paper = Paper()
    doses = (
        ("Veradine", "5 mg in the morning / 10 mg at noon"),
        ("Orcitaxel", "20 mg in the evening"),
        ("Dexaprin", "1 tablet with breakfast / 2 mg at night / 40 mg once a week"),
        ("Lumetrol", "half a tablet at bedtime / 15 mg every 8 hours"),
    )
    rows(paper, doses, paper.prose(72, 80) + 20, LEFTS[:2], middle=True)
    assert texts(paper.parse(), "table_cell") == written(doses)


def test_doses_with_their_times_stay_rows_of_the_label_in_their_middle() -> None:
    paper = Paper()
    pairs = tuple(
        (drug, "5 mg / 10 mg", "with food / at night") for drug in ("Veradine", "Orcitaxel", "Iron")
    )
    rows(paper, (HEADINGS, *pairs), paper.prose(72, 80) + 20, middle=True)
    cells = [text for text in texts(paper.parse(), "table_cell") if text]
    assert cells[3:8] == ["Veradine", "5 mg", "with food", "10 mg", "at night"]


@pytest.mark.parametrize("captioned", [False, True])
@pytest.mark.parametrize("headings", [(HEADINGS,), ()])
def test_rows_in_groups_with_more_white_between_them_are_not_joined(
    headings: tuple[tuple[str, ...], ...], *, captioned: bool
) -> None:
    paper = Paper()
    groups = (
        ("Tavirol / Bemoxil", "Two tablets / One tablet", "Noon / Morning"),
        ("Veradine / Orcitaxel", "5 mg twice a day / 10 mg once a day", "Morning / Evening"),
        ("Lumetrol / Dexaprin", "20 mg three times a day / 40 mg", "Noon / with food"),
        ("Pelvidone / Calvorin", "One tablet a month / Two tablets", "Morning / Night"),
    )
    top = paper.prose(72, 80) + 20
    if captioned:
        paper.write("Table 1. Doses of drugs", 72, top)
    rows(paper, (*headings, *groups), top + 20)
    by_line = [zip(*(cell.split(" / ") for cell in group), strict=True) for group in groups]
    cells = [cell for group in [headings, *by_line] for line in group for cell in line]
    assert texts(paper.parse(), "table_cell") == (cells if captioned else [])


@pytest.mark.parametrize("ruled", [False, True])
def test_a_header_that_stands_as_close_as_a_line_is_a_row(*, ruled: bool) -> None:
    paper = Paper()
    top = paper.prose(72, 80) + 20
    end = rows(paper, (HEADINGS, *DOSES), top, gap=GAP, close=1)
    if ruled:
        for y in (top - 11, top + 2.6, end - GAP - 6):
            paper.pdf[0].draw_line((70, y), (520, y))
    assert texts(paper.parse(), "table_cell") == written((HEADINGS, *DOSES))


def test_lines_in_small_letters_go_on_where_their_cells_begin_so_too() -> None:
    paper = Paper()
    small = ("Sorbitrane", "by weight: 2 mg/kg / in two doses", "for children over / two years")
    rows(paper, (HEADINGS, *DOSES, small), paper.prose(72, 80) + 20)
    assert texts(paper.parse(), "table_cell")[-3:] == written((small,))


def test_a_row_of_words_below_the_header_is_none_of_it() -> None:
    paper = Paper()
    words = ("Pelvidone", "One tablet twice a / day", "Not with milk")
    rows(paper, (HEADINGS, words, *DOSES[1:]), paper.prose(72, 80) + 20)
    sir = paper.parse()
    assert [node.text for node in sir.nodes if "header" in node.metadata] == [*HEADINGS]


def test_a_table_below_a_title_over_its_columns_is_whole() -> None:
    paper = Paper()
    top = paper.prose(72, 80) + 20
    paper.write("All", 72, top)
    paper.write("Adults", 240, top)
    rows(paper, (HEADINGS, *DOSES), top + STEP + GAP)
    assert texts(paper.parse(), "table_cell")[3:] == written((HEADINGS, *DOSES))


def test_terms_and_their_meanings_are_no_table() -> None:
    paper = Paper()
    terms = tuple((drug, f"{dose} / in most people") for drug, dose, _ in DOSES)
    rows(paper, terms, paper.prose(72, 80) + 20, LEFTS[:2])
    assert not texts(paper.parse(), "table")


def test_addresses_side_by_side_are_no_table() -> None:
    paper = Paper()
    address = "Ann Lee / Example Road {} / Springfield"
    blocks = tuple(tuple(address.format(3 * row + at) for at in range(3)) for row in range(1, 5))
    rows(paper, blocks, paper.prose(72, 80) + 20)
    assert not texts(paper.parse(), "table")


def test_columns_of_running_text_are_no_table() -> None:
    paper = Paper()
    lines = tuple(" ".join(line.split()[:5]) for line in PROSE)
    for left in (60, 230, 400):
        starts = accumulate([4 * 13 + 8] * 5, initial=100)
        for top in starts:
            paper.prose(left, top, lines=lines)
    sir = paper.parse()
    assert not [node for node in sir.nodes if node.type is ElementType.TABLE]


def test_the_first_line_above_a_label_in_the_middle_is_one_of_its_row() -> None:
    paper = Paper()
    doses = (
        ("Veradine", "5 mg in the morning / 10 mg at noon / 20 mg at night"),
        ("Orcitaxel", "20 mg at night / 30 mg on Sunday / 5 mg on Monday"),
        ("Dexaprin", "2 mg / 4 mg"),
    )
    rows(paper, doses, paper.prose(72, 80) + 20, LEFTS[:2], middle=True)
    assert texts(paper.parse(), "table_cell") == written(doses)


def test_an_amount_below_another_one_begins_a_row() -> None:
    paper = Paper()
    pair = ("5 mg / 10 mg", "with food / at night")
    doses = (("Veradine", *pair), ("Orcitaxel", *pair), ("Dexaprin", "2 mg", "at noon"))
    rows(paper, (HEADINGS, *doses), paper.prose(72, 80) + 20, middle=True)
    cells = [text for text in texts(paper.parse(), "table_cell") if text]
    assert cells[3:8] == ["Veradine", "5 mg", "with food", "10 mg", "at night"]
