"""Heights of the rows of tables."""

from __future__ import annotations

import numpy as np

from core.parsing.alignment.row_bands import CellPlaces, row_heights


def cell(row: int, *tops: float) -> CellPlaces:
    """A cell of one line of 10 points, at any of some places."""
    return CellPlaces(row, np.array([[top, top + 10.0] for top in tops]))


def test_rows_stand_where_most_cells_agree_though_two_changed_places() -> None:
    cells = [cell(row, 100.0 + 20 * row) for row in range(4) for _ in range(2)]
    cells += [cell(1, 160.0), cell(3, 120.0)]
    assert row_heights(cells) == {row: 105.0 + 20 * row for row in range(4)}


def test_words_that_stand_often_take_the_height_of_the_others() -> None:
    often = (20.0, 100.0, 120.0, 300.0)
    cells = [cell(0, 100.0), cell(0, *often), cell(1, *often), cell(1, 120.0)]
    assert row_heights(cells) == {0: 105.0, 1: 125.0}


def test_a_row_that_fits_nowhere_has_no_height() -> None:
    cells = [cell(0, 100.0), cell(0, 100.0), cell(1, 50.0), cell(2, 140.0)]
    assert row_heights(cells) == {0: 105.0, 2: 145.0}
