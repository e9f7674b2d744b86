"""The grid of the layout model, made to fit the words of its region."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.parsing.tables.lattice import edges, grid_of_spans
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


def headers(grid: TableGrid, held: PageContent) -> list[str]:
    """The texts of the header cells."""
    element = table_element(grid, held.lines, held)
    assert element is not None
    marked = [
        cell for row in element.children for cell in row.children if "header" in cell.metadata
    ]
    return [cell.text for cell in marked]


PAIRS = (("Range", "0.5 to 20 mS"), ("Weight", "0.74 kg"), ("Housing", "steel"), ("Length", "9 cm"))
ROWS = [100.0 + 20 * at for at in range(5)]


def test_a_first_row_of_data_is_no_header() -> None:
    places = [(left, ROWS[at] + 5) for at in range(4) for left in (55, 155)]
    lines = [
        line(text, *at) for text, at in zip((t for row in PAIRS for t in row), places, strict=True)
    ]
    assert headers(grid_of_spans(ROWS, [50, 150, 260], (), 1), content(lines)) == []


def test_a_first_row_of_names_or_years_or_one_that_is_set_apart_stays_a_header() -> None:
    places = [(left, ROWS[at] + 5) for at in range(4) for left in (55, 155)]
    for first, bold, ruled in (
        (("Item", "Value"), False, False),
        (("Item", "2023"), False, False),
        (PAIRS[0], True, False),
        (PAIRS[0], False, True),
    ):
        texts = [text for row in (first, *PAIRS[1:]) for text in row]
        lines = [line(text, *at) for text, at in zip(texts, places, strict=True)]
        lines[0].bold = lines[1].bold = bold
        ruling = [Vector((50, 119, 260, 120), stroked=True, colour=0)] if ruled else []
        grid = grid_of_spans(ROWS, [50, 150, 260], (), 1)
        assert headers(grid, content(lines, ruling)) == list(first)


def rows_of(*texts: tuple[str, ...], step: float = 20) -> tuple[TableGrid, list[Line]]:
    """A grid of columns 100 points wide whose first row is a header, and the lines in it."""
    ys = [100.0 + step * at for at in range(len(texts) + 1)]
    xs = [50.0 + 100 * at for at in range(len(texts[0]) + 1)]
    cells = [
        (text, xs[c] + 5, ys[r] + 5) for r, row in enumerate(texts) for c, text in enumerate(row)
    ]
    return grid_of_spans(ys, xs, (), 1), [line(*cell) for cell in cells if cell[0]]


@pytest.mark.parametrize(
    "first",
    [
        ("Quantity", "10-49", "50-99"),
        ("in TEUR", "31.12.2020", "31.12.2019"),
        ("Age", "2019/20", "2020/21"),
        ("Confidence", "90 %", "95 %"),
        ("Quantity", "100", "200"),
    ],
)
def test_figures_that_are_written_unlike_those_below_name_columns(first: tuple[str, ...]) -> None:
    goods = ("Pens", "1.20", "1.10"), ("Books", "4.50", "4.10"), ("Bags", "9.00", "8.50")
    grid, lines = rows_of(first, *goods)
    assert headers(grid, content(lines)) == list(first)
    grid, lines = rows_of(*goods)
    assert headers(grid, content(lines)) == []


def test_a_row_of_data_below_the_names_of_columns_is_no_header() -> None:
    tests = (
        ("Test", "Result", "Comment"),
        ("Sodium", "139 mmol/l", "usual"),
        *(("Ferritin", "58 mg/l", "repeat"), ("Glucose", "7 mmol/l", "high")),
        ("Calcium", "2.3 mmol/l", "usual"),
    )
    grid, lines = rows_of(*tests)
    marked = grid_of_spans(*edges(grid), (), 2)
    assert headers(marked, content(lines)) == list(tests[0])
    ruling = [Vector((50, 139, 350, 140), stroked=True, colour=0)]
    assert headers(marked, content(lines, ruling)) == [text for row in tests[:2] for text in row]


def test_an_amount_with_its_currency_is_no_header() -> None:
    amounts = ("Deposit", "EUR 2,700"), ("Rent", "EUR 900"), ("Heating", "EUR 90")
    grid, lines = rows_of(*amounts)
    assert headers(grid, content(lines)) == []


def test_a_ground_below_a_row_of_data_makes_it_no_header() -> None:
    names = ("", "Basic", "Pro")
    rows = ("Support", "by e-mail", "by phone"), ("Storage", "small", "large")
    grid, lines = rows_of(names, *rows, ("Backups", "weekly", "daily"), ("Guests", "no", "many"))
    ground = Vector((50, 140, 350, 160), stroked=False, colour=0xEEEEFF)
    assert headers(grid, content(lines, [ground])) == list(names)


def test_a_table_whose_only_ruling_is_above_its_last_row_is_read() -> None:
    texts = ("Item", "Weight"), ("Pens", "12 g"), ("Books", "300 g")
    grid, lines = rows_of(*texts)
    ruling = Vector((50, 157, 250, 158), stroked=True, colour=0)
    assert table_element(grid, lines, content(lines, [ruling])) is not None


def test_labels_in_bold_type_beside_words_are_no_header() -> None:
    texts = ["Colour", "red", "Housing", "steel", "Use", "indoors", "Maker", "Quist"]
    places = [(left, ROWS[at] + 5) for at in range(4) for left in (55, 155)]
    lines = [line(text, *at) for text, at in zip(texts, places, strict=True)]
    for label in lines[::2]:
        label.bold = True
    assert headers(grid_of_spans(ROWS, [50, 150, 260], (), 1), content(lines)) == []


def test_a_header_reaches_down_to_the_first_ruling() -> None:
    ys, xs = [100.0 + 15 * at for at in range(7)], [50, 150, 250, 350]
    texts = (
        *(("", "Drug", "Placebo"), ("Outcome", "(n = 9)", "(n = 8)")),
        *((f"Event {n}", "3", "5") for n in range(4)),
    )
    lines = [
        line(text, left + 5, y + 3)
        for row, y in zip(texts, ys, strict=False)
        for text, left in zip(row, xs, strict=False)
        if text
    ]
    ruling = [Vector((50, 130, 350, 131), stroked=True, colour=0)]
    grid = grid_of_spans(ys, xs, (), 1)
    assert headers(grid, content(lines, ruling)) == [text for row in texts[:2] for text in row]
    assert headers(grid, content(lines)) == list(texts[0])


def test_a_ruling_below_a_heading_shows_its_columns_beside_a_span_of_the_model() -> None:
    ys, xs = [100.0 + 20 * at for at in range(5)], [50, 150, 250, 350, 450, 550]
    lines = [line("Low risk", 230, 103), line("High risk", 429, 103)]
    names = ("Outcome", "Drug", "Placebo", "Drug", "Placebo")
    lines += [line(text, left + 5, 123) for text, left in zip(names, xs, strict=False)]
    lines += [line(str(n), left + 5, y + 3) for y in ys[2:4] for n, left in enumerate(xs[:5], 11)]
    rulings = [Vector((left, 115, left + 190, 116), stroked=True, colour=0) for left in (155, 355)]
    grid = grid_of_spans(ys, xs, [(0, 1, 1, 3)], 2)
    spans = {text: columns for text, _, columns in cells(grid, content(lines, rulings))}
    assert (spans["Low risk"], spans["High risk"]) == ("2", "2")


def test_cells_that_are_drawn_hold_over_the_grid_of_the_model() -> None:
    boxes: list[Box] = [(50, 100, 150, 140), (150, 100, 250, 120), (150, 120, 250, 140)]
    drawn = [Vector(box, stroked=True, colour=0) for box in boxes]
    held = content([line("Area", 55, 105), line("one", 155, 105), line("two", 155, 125)], drawn)
    assert cells(GRID, held) == [("Area", "2", "1"), ("one", "1", "1"), ("two", "1", "1")]


def test_a_drawn_row_that_the_model_takes_for_a_table_is_one() -> None:
    drawn = [Vector((left, 100, left + 100, 140), stroked=True, colour=0) for left in (50, 150)]
    words = [("Zorbitol", 60, 105), ("of two", 60, 120), ("15 mg", 160, 105), ("a day", 160, 120)]
    held = content([line(*word) for word in words], drawn)
    model = grid_of_spans([100, 118, 140], [50, 150, 250], (), 1)
    assert [text for text, _, _ in cells(model, held)] == ["Zorbitol of two", "15 mg a day"]


def test_a_region_without_grid_is_a_table_only_where_its_text_forms_one() -> None:
    rows = [(f"{n} ml", left, 100 + 20 * n) for n in range(1, 5) for left in (50, 150, 250)]
    assert len(cells(None, content([line(*row) for row in rows]))) == 12
    prose = [line("a line of running text in a region", 50, 100 + 12 * n) for n in range(5)]
    assert table_element(None, prose, content(prose)) is None


def test_lines_of_one_phrase_that_a_grid_cuts_between_words_are_no_table() -> None:
    code = ("gens := Trees( 2 );", "true", "rec( gens := [ x1, x2 ],", "rels := [ Comm( x1 ) ] )")
    lines = [line(text, 52, 105 + 20 * at) for at, text in enumerate(code)]
    grid = grid_of_spans(ROWS, [50, 85, 250], (), 1)
    assert table_element(grid, lines, content(lines)) is None
    beside = [line("12 ml", 190, found.boxes[0][1]) for found in lines]
    assert table_element(grid, lines + beside, content(lines + beside)) is not None


def test_a_row_of_cells_of_several_lines_is_one_though_the_model_makes_each_line_a_row() -> None:
    lefts = (52, 152, 352)
    table = (
        ("Drug", "Dose", "Notes"),
        ("Orcitaxel", "5 mg twice a day for/seven days", "Not with milk"),
        ("Dexaprin", "20 mg", "Reduce it in people/with kidney disease"),
        ("Pelvidone", "10 mg, increased to/40 mg", "At night"),
    )
    lines: list[Line] = []
    top, ys = 105.0, [103.0]
    for row in table:
        parts = [cell.split("/") for cell in row]
        for left, texts in zip(lefts, parts, strict=True):
            lines += [line(text, left, top + 12 * at) for at, text in enumerate(texts)]
        height = max(map(len, parts))
        ys += [top + 12 * (at + 1) - 2 for at in range(height)]
        top += 12 * height + 6
    held = content(lines)
    model = grid_of_spans(ys, [50, 150, 350, 550], (), 1)
    assert [text for text, _, _ in cells(model, held)] == [
        cell.replace("/", " ") for row in table for cell in row
    ]
    assert headers(model, held) == ["Drug", "Dose", "Notes"]


def test_rows_in_groups_stay_the_rows_that_the_model_makes() -> None:
    table = [
        ("Drug", "Dose", "When"),
        *(("Orcitaxel", "5 mg twice a day", "Morning"), ("Dexaprin", "Two tablets", "evening")),
        *(("Pelvidone", "10 mg once a day", "Noon"), ("Veradine", "One tablet", "Night")),
        *(("Lumetrol", "20 mg a week", "Morning"), ("Calvorin", "One capsule", "Night")),
    ]
    tops = [105 + 12 * at + 6 * ((at + 1) // 2) for at in range(len(table))]
    lines = [
        line(text, left, top)
        for row, top in zip(table, tops, strict=True)
        for text, left in zip(row, (52, 152, 352), strict=True)
    ]
    model = grid_of_spans([*(top - 1.5 for top in tops), tops[-1] + 12], [50, 150, 350, 550], (), 1)
    assert [text for text, _, _ in cells(model, content(lines))] == [
        t for row in table for t in row
    ]
