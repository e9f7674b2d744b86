"""Columns of running text, told from the cells of a ruled table."""

from __future__ import annotations

import numpy as np

from core.reading.cell_rows import Piece, Rulings, pieces
from core.reading.column_count import count_columns
from tests.core.reading.test_cell_rows import WIDTH, row

NONE = Rulings(np.zeros(0), np.zeros(0), np.zeros(0), 0)
COLUMNS = (20, 210, 400)
TEXT = "a line of a narrow column text"


def laid_out(*left: float) -> list[Piece]:
    rows = [row(y, *((x, TEXT) for x in left)) for y in range(100, 220, 12)]
    return pieces(line for one in rows for line in one)


def test_three_columns_of_prose_are_counted() -> None:
    assert count_columns(laid_out(*COLUMNS), WIDTH, NONE) == 3


def test_columns_whose_lines_stand_at_other_heights_are_counted() -> None:
    shifted = [
        piece._replace(middle=piece.middle + piece.left / 60) for piece in laid_out(*COLUMNS)
    ]
    assert count_columns(shifted, WIDTH, NONE) == 3


def test_lines_as_wide_as_the_page_are_one_column() -> None:
    rows = [row(y, (40, "a line of text that reaches over the whole page " * 2)) for y in range(9)]
    assert count_columns(pieces(line for one in rows for line in one), WIDTH, NONE) == 1


def test_columns_with_rulings_between_them_are_cells() -> None:
    x = np.array([190.0, 380.0])
    drawn = Rulings(x, np.full(2, 90.0), np.full(2, 240.0), 2)
    assert count_columns(laid_out(*COLUMNS), WIDTH, drawn) == 1
