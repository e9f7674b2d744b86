"""Grids: every place belongs to one cell, every word to one cell."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from core.parsing.tables.filling import words_by_cell
from core.parsing.tables.lattice import (
    edges,
    grid_of_boxes,
    grid_of_spans,
    owners,
    without_padding,
)
from core.reading.line import Line

COUNTS = st.integers(1, 6)
SPANS = st.lists(st.tuples(*[st.integers(0, 6)] * 4), max_size=8)
PLACES = st.lists(st.tuples(st.floats(-50, 700), st.floats(-50, 700)), min_size=1, max_size=20)


def steps(count: int) -> list[float]:
    return [100.0 * at for at in range(count + 1)]


def word(x: float, y: float, text: str = "word") -> Line:
    return Line(1, [text], [(x, y, x + 20, y + 10)], size=10)


@given(COUNTS, COUNTS, SPANS)
def test_cells_cover_the_grid_and_never_overlap(
    rows: int, columns: int, spans: list[tuple[int, int, int, int]]
) -> None:
    held = [(min(a, rows), min(b, columns), min(c, rows), min(d, columns)) for a, b, c, d in spans]
    grid = grid_of_spans(steps(rows), steps(columns), held)
    places = Counter(
        (cell.row + down, cell.column + across)
        for cell in grid.cells
        for down in range(cell.rows)
        for across in range(cell.columns)
    )
    ys, xs = edges(grid)
    assert places == Counter(
        (row, column) for row in range(len(ys) - 1) for column in range(len(xs) - 1)
    )
    for lines, count in ((ys, rows), (xs, columns)):
        assert lines == sorted(set(lines))
        assert (lines[0], lines[-1]) == (0.0, 100.0 * count)


def test_rows_that_no_cell_parts_are_one_and_words_stay_above_it() -> None:
    spans = [(0, 0, 3, 1), (0, 1, 1, 3), (1, 1, 3, 2), (1, 2, 3, 3)]
    grid = grid_of_spans(steps(4), steps(3), spans, 3)
    assert [cell.span for cell in grid.cells if cell.header] == [
        *((0, 0, 2, 1), (0, 1, 1, 3), (1, 1, 2, 2), (1, 2, 2, 3))
    ]
    contents = words_by_cell(
        grid, [word(120, 40, "Low"), word(120, 140, "Drug"), word(120, 340, "3")]
    )
    assert [line.text for lines in contents for line in lines] == ["Low", "Drug", "3"]


@given(COUNTS, COUNTS, SPANS, PLACES)
def test_every_word_is_in_exactly_one_cell(
    rows: int,
    columns: int,
    spans: list[tuple[int, int, int, int]],
    places: list[tuple[float, float]],
) -> None:
    held = [(min(a, rows), min(b, columns), min(c, rows), min(d, columns)) for a, b, c, d in spans]
    grid = grid_of_spans(steps(rows), steps(columns), held)
    lines = [word(x, y, f"w{at}") for at, (x, y) in enumerate(places)]
    found = [text for lines in words_by_cell(grid, lines) for line in lines for text in line.words]
    assert sorted(found) == sorted(f"w{at}" for at in range(len(places)))


def test_boxes_of_drawn_cells_give_their_spans() -> None:
    grid = grid_of_boxes([(0, 0, 100, 60), (100, 0, 200, 30), (100, 30, 200, 60)])
    assert [(c.row, c.column, c.rows, c.columns) for c in grid.cells] == [
        (0, 0, 2, 1),
        (0, 1, 1, 1),
        (1, 1, 1, 1),
    ]


def test_a_place_without_a_box_is_an_empty_cell() -> None:
    grid = grid_of_boxes([(0, 0, 100, 30), (100, 0, 200, 30), (0, 30, 100, 60)])
    assert owners(grid).tolist() == [[0, 1], [2, 3]]


def test_narrow_rows_around_cells_are_no_rows() -> None:
    grid = grid_of_spans([0, 5, 25, 30, 50], [0, 5, 100, 200])
    lines = [word(20, 10), word(120, 10), word(20, 35), word(120, 35)]
    assert owners(without_padding(grid, lines)).shape == (2, 2)
