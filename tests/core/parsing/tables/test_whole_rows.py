"""Lines of cells that a grid holds as rows of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.parsing.tables.filling import words_by_cell
from core.parsing.tables.lattice import grid_of_spans
from core.parsing.tables.whole_rows import with_whole_rows
from core.reading.line import Line
from core.reading.page_content import Vector

if TYPE_CHECKING:
    from core.geometry import Box
    from core.parsing.read_pages import Span

LINE, ROW = 12.0, 18.0
"""Steps from line to line, and from row to row, of text 10 points high."""

WIDTH = 110.0
"""Points from one column to the next."""

Rows = list[tuple[float, tuple[str, ...]]]
"""The step down to each row, and the texts in it."""

EVENTS: Rows = [
    (0, ("Event", "Grade 1", "Grade 2")),
    (ROW, ("Diarrhoea", "Fewer than four of", "Four to six stools")),
    (LINE, ("", "the stools a day", "a day")),
    (ROW, ("Rash, very dry or", "Less than a tenth", "More")),
    (LINE, ("moist (if it is", "of the body", "")),
    (LINE, ("not in the face)", "", "")),
    (ROW, ("Fatigue", "Relieved by rest", "Not relieved")),
]

INFECTIONS: Rows = [
    (0, ("Infection", "First choice", "Second choice")),
    (ROW, ("Cystitis", "calvorin for five days", "dexaril for three days")),
    (LINE, ("", "veradine as a single dose", "lumoxin for three days")),
    (ROW, ("Tonsillitis", "dexaril for seven days", "veradine for five days")),
    (LINE, ("", "lumoxin for five days", "calvorin for seven days")),
]


def words(text: str, left: float, top: float) -> Line:
    boxes: list[Box] = []
    for word in text.split():
        boxes.append((left, top, left + 5 * len(word), top + 10))
        left = boxes[-1][2] + 3
    return Line(1, text.split(), boxes, size=10)


def whole(
    rows: Rows, spans: tuple[Span, ...] = (), *, headers: int = 1, ruled: bool = False
) -> list[list[str]]:
    """The texts of the filled cells of each row; with `ruled`, rulings part all of them."""
    lines: list[Line] = []
    ys, top = [0.0], 0.0
    for step, texts in rows:
        top += step
        ys.append(top + 11)
        lines += [words(text, WIDTH * at, top) for at, text in enumerate(texts) if text]
    xs = [WIDTH * at for at in range(len(rows[0][1]) + 1)]
    grid = grid_of_spans(ys, xs, spans, headers)
    drawn = [Vector((0, y - 0.5, xs[-1], y), stroked=True, colour=0) for y in ys if ruled]
    grid = with_whole_rows(grid, words_by_cell(grid, lines), drawn)
    by_row: dict[int, list[str]] = {}
    for cell, parts in zip(grid.cells, words_by_cell(grid, lines), strict=True):
        if parts:
            by_row.setdefault(cell.row, []).append(" ".join(part.text for part in parts))
    return list(by_row.values())


def as_they_are(rows: Rows) -> list[list[str]]:
    return [[text for text in texts if text] for _, texts in rows]


def test_lines_of_a_sentence_that_breaks_off_are_one_row() -> None:
    assert whole(EVENTS) == [
        ["Event", "Grade 1", "Grade 2"],
        ["Diarrhoea", "Fewer than four of the stools a day", "Four to six stools a day"],
        [
            "Rash, very dry or moist (if it is not in the face)",
            "Less than a tenth of the body",
            "More",
        ],
        ["Fatigue", "Relieved by rest", "Not relieved"],
    ]


def test_lines_that_a_ruling_parts_stay_rows() -> None:
    assert whole(EVENTS, ruled=True) == as_they_are(EVENTS)


def test_rows_below_a_label_that_is_not_repeated_stay_rows() -> None:
    assert whole(INFECTIONS) == whole(INFECTIONS, ruled=True) == as_they_are(INFECTIONS)


def test_labels_that_begin_small_begin_rows_though_they_stand_close() -> None:
    rows: Rows = [
        *((0, ("Salt", "Level", "Test")), (ROW, ("sodium", "normal or", "weekly"))),
        *((LINE, ("potassium", "raised", "daily")), (LINE, ("calcium", "lowered or", "monthly"))),
        *((ROW, ("magnesium", "raised", "yearly")), (LINE, ("phosphate", "unknown", ""))),
    ]
    assert whole(rows) == as_they_are(rows)


def test_a_grid_of_header_rows_alone_is_left_as_it_is() -> None:
    assert whole(EVENTS, headers=len(EVENTS)) == as_they_are(EVENTS)


def test_rows_of_figures_in_sections_that_stand_apart_stay_rows() -> None:
    rows: Rows = [
        *((0, ("Item", "2023", "2022")), (ROW, ("sales", "12,410", "11,872"))),
        *((LINE, ("", "7,204", "6,990")), (ROW, ("profit", "980", "12"))),
        (LINE, ("tax", "735", "657")),
    ]
    assert whole(rows) == as_they_are(rows)


def test_rows_of_words_with_labels_of_their_own_stay_rows() -> None:
    rows: Rows = [
        *((0, ("Test", "Result", "Usual")), (ROW, ("Protein", "negative", "negative"))),
        *((LINE, ("Glucose", "trace", "negative")), (ROW, ("Colour", "yellow", "yellow"))),
        (LINE, ("Nitrite", "negative", "negative")),
    ]
    assert whole(rows) == as_they_are(rows)


def test_rows_of_one_label_stay_rows_where_each_could_have_gone_on_above() -> None:
    for step in (LINE, ROW):
        rows: Rows = [
            *((0, ("Drug", "Age", "Interval")), (ROW, ("Calvorin", "1 to 5 years", "every hour"))),
            *((LINE, ("", "6 to 11 years", "every day")), (LINE, ("", "adults", "with food"))),
            *((step, ("Dexaril", "children", "every day")), (LINE, ("", "adults", "every hour"))),
        ]
        assert whole(rows) == as_they_are(rows)


def test_cells_over_several_rows_or_columns_are_left_as_they_are() -> None:
    assert whole(EVENTS, ((1, 0, 3, 1),)) == as_they_are(EVENTS)
    assert whole(EVENTS, ((2, 1, 3, 3),))[2] == ["the stools a day a day"]
