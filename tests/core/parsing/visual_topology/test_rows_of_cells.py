"""Rows of a table that the layout model takes for text."""

from __future__ import annotations

from core.parsing.visual_topology.rows_of_cells import rows_of_cells
from core.reading.line import Line, text_of
from tests.core.parsing.visual_topology.sights import STEP, written

COLUMNS = (50.0, 200.0, 400.0)


def cells(*rows: tuple[str, ...], gap: float = 6.0, y: float = 100.0) -> list[Line]:
    """Lines of rows whose cells stand in columns; "/" parts the lines of a cell."""
    lines: list[Line] = []
    for row in rows:
        heights = [0]
        for x, cell in zip(COLUMNS, row, strict=False):
            shown = cell.split(" / ") if cell else []
            lines += [written(text, x, y + at * STEP) for at, text in enumerate(shown)]
            heights.append(len(shown))
        y += max(heights) * STEP + gap
    return lines


def read(*rows: tuple[str, ...], gap: float = 6.0) -> list[str]:
    return [text_of(row) for row in rows_of_cells(cells(*rows, gap=gap))]


def test_each_row_is_read_cell_by_cell() -> None:
    assert read(
        ("Veradine", "5 mg twice a day for / seven days, then / 10 mg once a day", "not with milk"),
        ("Orcitaxel", "20 mg once a day", "reduce the dose in people / with kidney disease"),
        ("Dexaprin", "2 mg, increased to / 4 mg if needed", "stop after weeks, / then review"),
    ) == [
        "Veradine 5 mg twice a day for seven days, then 10 mg once a day not with milk",
        "Orcitaxel 20 mg once a day reduce the dose in people with kidney disease",
        "Dexaprin 2 mg, increased to 4 mg if needed stop after weeks, then review",
    ]


def test_rows_below_one_label_are_read_across() -> None:
    doses = ("Children", "5 mg / 10 mg", "In the morning / In the evening")
    assert read(doses, ("Adults", "20 mg / daily", "at night"))[0] == (
        "Children 5 mg In the morning 10 mg In the evening"
    )


def test_what_forms_no_rows_of_cells_is_left_as_it_is() -> None:
    labels = ("Kitchen", "Dose: 5 ml", "Tiles")
    assert read(labels, labels, labels) == []  # nothing has several lines
    assert read(labels, labels, labels, gap=0.0) == []  # no row stands apart
    assert read(("One paragraph / of three lines / and no cell beside it",)) == []


def test_a_number_beside_the_middle_of_a_paragraph_is_no_cell() -> None:
    lines = cells(("The rate is found as the share / of both amounts, which / is shown below",))
    assert rows_of_cells([*lines, written("(3)", 500.0, 100.0 + STEP)]) == []
