"""Rows of cells, told from prose and lists by how pieces of text stand."""

from __future__ import annotations

import numpy as np

from core.reading.cell_rows import Piece, Rulings, is_ruled, pieces, table_rows
from core.reading.line import Line

WIDTH = 600.0


def row(y: float, *cells: tuple[float, str]) -> list[Line]:
    """A line for each cell, five points a character."""
    return [
        Line(1, text.split(), [(x, y, x + 5 * len(text), y + 10)] * len(text.split()))
        for x, text in cells
    ]


def found(*rows: list[Line]) -> list[list[Piece]]:
    return table_rows(pieces(line for one in rows for line in one), WIDTH)


def test_numbers_below_each_other_are_a_table() -> None:
    rows = [row(y, (60, "Placebo"), (200, "12.4"), (300, "8.1")) for y in (100, 120, 140)]
    assert len(found(*rows)) == 3


def test_two_rows_are_no_table() -> None:
    rows = [row(y, (60, "Placebo"), (200, "12.4"), (300, "8.1")) for y in (100, 120)]
    assert not found(*rows)


def test_cells_that_stand_below_nothing_are_no_table() -> None:
    rows = [row(y, (60 + y, "14%"), (200 + 2 * y, "agree")) for y in (100, 120, 140)]
    assert not found(*rows)


def test_lines_of_two_columns_of_prose_are_no_table() -> None:
    text = "the committee met early in spring and looked"
    rows = [row(y, (60, text), (320, text)) for y in range(100, 200, 12)]
    assert not found(*rows)


def test_numbered_items_are_no_table() -> None:
    rows = [row(y, (60, f"{n}."), (90, "Wash both hands")) for n, y in enumerate((100, 115, 130))]
    assert not found(*rows)


def test_titles_with_rising_page_numbers_are_no_table() -> None:
    titles = [(100, "Front matter", "iv"), (115, "Diagnosis", "3"), (130, "Treatment", "17")]
    assert not found(*(row(y, (60, title), (530, page)) for y, title, page in titles))


def test_a_row_is_ruled_when_lines_stand_on_all_sides_of_its_cells() -> None:
    (one, *_) = found(*(row(y, (60, "A"), (200, "1"), (300, "2")) for y in (100, 120, 140)))
    x = np.array([50.0, 150.0, 250.0, 400.0])
    drawn = Rulings(x, np.full(4, 90.0), np.full(4, 160.0), 4)
    assert is_ruled(one, drawn)
    open_at_the_side = Rulings(x[1:3], np.full(2, 90.0), np.full(2, 160.0), 2)
    assert not is_ruled(one, open_at_the_side)
