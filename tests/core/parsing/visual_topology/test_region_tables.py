"""The grid of the layout model, made to fit the words of its region."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.parsing.tables.lattice import grid_of_spans
from core.parsing.visual_topology.region_tables import table_element
from core.reading.line import Line
from core.reading.page_content import PageContent, Vector

if TYPE_CHECKING:
    from core.geometry import Box
    from core.parsing.read_pages import TableGrid


def line(text: str, left: float, top: float) -> Line:
    """A line of words 5 points a letter, with ordinary gaps."""
    boxes: list[Box] = []
    for word in text.split():
        boxes.append((left, top, left + 5 * len(word), top + 8))
        left += 5 * len(word) + 3
    return Line(1, text.split(), boxes, size=10)


def content(lines: list[Line], vectors: list[Vector] | None = None) -> PageContent:
    return PageContent(1, 600, 800, lines, vectors or [])


def cells(grid: TableGrid | None, held: PageContent) -> list[tuple[str, str, str]]:
    """Text, row span and column span of each cell."""
    element = table_element(grid, held.lines, held)
    assert element is not None
    return [
        (cell.text, cell.metadata.get("row_span", "1"), cell.metadata.get("column_span", "1"))
        for row in element.children
        for cell in row.children
    ]


GRID = grid_of_spans([100, 120, 140], [50, 150, 250], (), 1)


def test_a_heading_that_crosses_columns_spans_them() -> None:
    held = content([line("Fish species on this list", 80, 105), line("Ameca", 52, 125)])
    assert cells(GRID, held) == [
        ("Fish species on this list", "1", "2"),
        ("Ameca", "1", "1"),
        ("", "1", "1"),
    ]


def test_headings_with_a_small_gap_stay_in_their_columns() -> None:
    wide = line("Saccharometers", 82, 105)
    held = content([wide, line("Water", 155, 105), line("12", 82, 125), line("24", 155, 125)])
    assert [text for text, _, _ in cells(GRID, held)] == ["Saccharometers", "Water", "12", "24"]


def test_header_lines_of_which_none_stands_over_another_are_two_rows() -> None:
    grid = grid_of_spans([100, 125, 145], [50, 150, 250, 350], (), 1)
    words = [("Data", 235, 102), ("Name", 60, 113), ("First", 180, 113), ("Second", 280, 113)]
    body = [("row", 60, 130), ("1", 190, 130), ("2", 290, 130)]
    held = content([line(*found) for found in (*words, *body)])
    assert cells(grid, held)[:4] == [
        ("Name", "2", "1"),
        ("Data", "1", "2"),
        ("First", "1", "1"),
        ("Second", "1", "1"),
    ]


def test_cells_that_are_drawn_hold_over_the_grid_of_the_model() -> None:
    boxes: list[Box] = [(50, 100, 150, 140), (150, 100, 250, 120), (150, 120, 250, 140)]
    drawn = [Vector(box, stroked=True, colour=0) for box in boxes]
    held = content([line("Area", 55, 105), line("one", 155, 105), line("two", 155, 125)], drawn)
    assert cells(GRID, held) == [("Area", "2", "1"), ("one", "1", "1"), ("two", "1", "1")]


def test_a_region_without_grid_is_a_table_only_where_its_text_forms_one() -> None:
    rows = [(f"{n} ml", left, 100 + 20 * n) for n in range(1, 5) for left in (50, 150, 250)]
    assert len(cells(None, content([line(*row) for row in rows]))) == 12
    prose = [line("a line of running text in a region", 50, 100 + 12 * n) for n in range(5)]
    assert table_element(None, prose, content(prose)) is None
