"""Cells that span what their text spans."""

from __future__ import annotations

from core.parsing.tables.filling import words_by_cell
from core.parsing.tables.grid_refinement import refined
from core.parsing.tables.lattice import grid_of_spans
from core.reading.line import Line

SIZE = 10.0


def line(left: float, bottom: float, text: str) -> Line:
    """A line whose words are five points a letter, with one space between each two."""
    words, boxes, x = text.split(), [], left
    for word in words:
        boxes.append((x, bottom - SIZE, x + 5 * len(word), bottom))
        x += 5 * len(word) + 3
    return Line(1, words, boxes, size=SIZE)


def cells(lines: list[Line], *ys: float, headers: int = 0) -> list[str]:
    """The texts of the cells of three columns, and rows between these heights, that have any."""
    grid = refined(grid_of_spans(ys, [0, 100, 300, 400], headers=headers), lines, [])
    texts = (" ".join(part.text for part in parts) for parts in words_by_cell(grid, lines))
    return [text for text in texts if text]


def test_a_sentence_that_runs_on_below_is_one_cell_though_a_label_above_begins_a_column() -> None:
    first, second = "The whole tumour is taken out with free margins if the", "patient can bear it"
    rows = [line(5, 15, "Box 1"), line(340, 15, "new"), line(5, 35, "Grade A")]
    assert cells([*rows, line(105, 35, first), line(105, 50, second)], 0, 20, 60) == [
        *("Box 1", "new", "Grade A", f"{first} {second}")
    ]
