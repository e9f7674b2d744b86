"""Tables without cells drawn: found where something proves them, and only there."""

from __future__ import annotations

import pymupdf

from core.sir import ElementType
from tests.core.parsing.papers import PROSE, Paper, check, texts

ROWS = (
    ("2", "24 ml", "0 ml", "4 ml"),
    ("3", "12 ml", "12 ml", "4 ml"),
    ("4", "4 ml", "12 ml", "8 ml"),
)
NAMES = (("Tom", "nurse"), ("Ann", "doctor"), ("Mary", "clerk"), ("Joe", "driver"))


def length(text: str) -> float:
    """How wide a text is written, in points."""
    return pymupdf.get_text_length(text, fontsize=10)


def rows(
    paper: Paper, held: tuple[tuple[str, ...], ...], top: float, lefts: tuple[float, ...]
) -> float:
    """Writes rows of cells without rulings; says where the next row would be."""
    for row in held:
        for text, left in zip(row, lefts, strict=False):
            if text:
                paper.write(text, left, top)
        top += 18
    return top


def test_columns_of_figures_are_a_table_with_the_headings_above_them() -> None:
    paper = Paper()
    top = paper.prose(72, 100)
    rows(paper, (("Tube", "Water", "Glucose", "Yeast"), *ROWS), top + 20, (72, 150, 230, 310))
    sir = paper.parse()
    check(sir)
    assert texts(sir, "table_cell")[:5] == ["Tube", "Water", "Glucose", "Yeast", "2"]
    assert len(texts(sir, "table_row")) == 4
    headers = [node.text for node in sir.nodes if "header" in node.metadata]
    assert headers == ["Tube", "Water", "Glucose", "Yeast"]


def test_columns_of_words_between_two_rulings_are_a_table() -> None:
    paper = Paper()
    top = paper.prose(72, 100)
    paper.pdf[0].draw_line((70, top + 14), (260, top + 14))
    end = rows(paper, NAMES, top + 30, (72, 172))
    paper.pdf[0].draw_line((70, end - 8), (260, end - 8))
    assert len(texts(paper.parse(), "table_row")) == 4


def test_columns_of_words_below_a_caption_are_a_table() -> None:
    paper = Paper()
    top = paper.prose(72, 100)
    paper.write("Table 4. Members of staff", 72, top + 20)
    rows(paper, NAMES, top + 44, (72, 172))
    assert len(texts(paper.parse(), "table_row")) == 4


def test_columns_of_words_that_nothing_proves_are_no_table() -> None:
    paper = Paper()
    top = paper.prose(72, 100)
    rows(paper, NAMES, top + 30, (72, 172))
    assert not texts(paper.parse(), "table")


def test_prose_in_columns_with_rulings_around_it_is_no_table() -> None:
    paper = Paper()
    lines = tuple(" ".join(line.split()[:6]) for line in PROSE * 4)
    for left in (60, 230, 400):
        paper.prose(left, 120, lines=lines)
    for top in (100, 350):
        paper.pdf[0].draw_line((58, top), (540, top))
    assert not texts(paper.parse(), "table")


def test_entries_and_the_pages_where_they_begin_are_no_table() -> None:
    paper = Paper()
    paper.write("Contents", 72, 90, size=16)
    rows(paper, tuple((f"Chapter {n}", f"{9 * n}") for n in range(1, 9)), 120, (72, 400))
    assert not texts(paper.parse(), "table")


def test_a_heading_over_the_columns_that_a_ruling_shows_spans_them() -> None:
    paper = Paper()
    top = paper.prose(72, 100) + 20
    paper.pdf[0].draw_line((70, top - 14), (390, top - 14))
    paper.write("Dose", 250, top)
    paper.pdf[0].draw_line((150, top + 5), (390, top + 5))
    end = rows(paper, (("Tube", "Water", "Glucose", "Yeast"), *ROWS), top + 18, (72, 150, 230, 310))
    paper.pdf[0].draw_line((70, top + 23), (390, top + 23))
    paper.pdf[0].draw_line((70, end - 10), (390, end - 10))
    sir = paper.parse()
    check(sir)
    spans = {n.text: n.metadata for n in sir.nodes if n.type is ElementType.TABLE_CELL}
    assert spans["Dose"]["column_span"] == "3"
    assert spans["Tube"]["row_span"] == "2"


def test_text_beside_a_table_stays_out_of_it() -> None:
    paper = Paper()
    paper.write("Table 1. Amounts", 60, 100)
    rows(paper, ROWS * 3, 120, (60, 110, 160, 210))
    paper.prose(310, 120, lines=tuple(line[:40] for line in PROSE * 3))
    sir = paper.parse()
    check(sir)
    assert set(texts(sir, "table_cell")) == {cell for row in ROWS for cell in row}


def test_a_heading_of_two_lines_is_one_cell_though_the_first_column_has_one() -> None:
    paper = Paper()
    top = paper.prose(72, 100) + 20
    paper.write("Table 2. Amounts", 72, top)
    rows(paper, (("", "Water", "Glucose"),), top + 22, (72, 150, 230))
    rows(paper, (("Tube", "in all", "in ml"), *(row[:3] for row in ROWS)), top + 34, (72, 150, 230))
    sir = paper.parse()
    check(sir)
    assert texts(sir, "table_cell")[:4] == ["Tube", "Water in all", "Glucose in ml", "2"]


def test_titles_over_two_columns_each_stand_above_the_names_of_these() -> None:
    paper = Paper()
    top = paper.prose(72, 100) + 20
    paper.write("Table 2. Outcomes", 72, top)
    lefts = (72, 180, 260, 340, 420)
    rows(paper, (("", "Low risk", "", "High risk", ""),), top + 22, lefts)
    for left, right in ((178, 330), (338, 490)):
        paper.pdf[0].draw_line((left, top + 26), (right, top + 26))
    rows(paper, (("", "Drug", "Placebo", "Drug", "Placebo"),), top + 38, lefts)
    rows(paper, (("Outcome", *("(n = 9)",) * 4),), top + 50, lefts)
    rows(paper, tuple((f"Event {n}", "3", "5", "7", "9") for n in range(4)), top + 68, lefts)
    cells = [node for node in paper.parse().nodes if node.type is ElementType.TABLE_CELL]
    assert [cell.text for cell in cells[:8]] == [
        *("Outcome", "Low risk", "High risk", "Drug (n = 9)", "Placebo (n = 9)"),
        *("Drug (n = 9)", "Placebo (n = 9)", "Event 0"),
    ]


def test_a_title_in_the_middle_of_three_columns_is_no_line_of_the_name_below_it() -> None:
    paper = Paper()
    top = paper.prose(72, 100) + 20
    paper.write("Table 2. Outcomes", 72, top)
    lefts = (72, 160, 210, 260, 320, 370, 420)
    for title, left in (("Drug", 160), ("Diet", 320)):
        middle = (left + left + 100 + length("high")) / 2
        paper.write(title, middle - length(title) / 2, top + 22)
    rows(paper, (("Outcome", "low", "mid", "high", "low", "mid", "high"),), top + 34, lefts)
    rows(paper, tuple((f"Event {n}", *"357911") for n in range(4)), top + 52, lefts)
    cells = texts(paper.parse(), "table_cell")
    assert "Drug mid" not in cells
    assert "Diet mid" not in cells
    assert cells.count("mid") == 2


def test_a_label_in_the_middle_of_its_rows_is_that_of_all_of_them() -> None:
    paper = Paper()
    paper.write("Table 3. Doses by time of day", 72, 80)
    top = rows(paper, (("Drug", "Time", "Dose"),), 100, (72, 180, 260))
    for drug, doses in (("Verapamil", "258"), ("Dexaprin", "147"), ("Folic acid", "369")):
        paper.write(drug, 72, top + 12)
        for time, dose in zip(("morning", "noon", "night"), doses, strict=True):
            paper.write(time, 180, top)
            paper.write(f"{dose} mg", 260, top)
            top += 12
        top += 6
    cells = [node for node in paper.parse().nodes if node.type is ElementType.TABLE_CELL]
    assert [c.text for c in cells[3:10]] == [
        *("Verapamil", "morning", "2 mg", "noon", "5 mg", "night", "8 mg"),
    ]
    assert {c.text for c in cells if c.metadata.get("row_span") == "3"} == {
        *("Verapamil", "Dexaprin", "Folic acid"),
    }


def test_a_total_below_its_rows_is_no_label_of_them() -> None:
    paper = Paper()
    paper.write("Table 3. Visits by month", 72, 80)
    lefts = (72, 180, 260)
    top = rows(paper, (("Ward", "Month", "Visits"),), 100, lefts) + 10
    for visits in (1, 2, 4):
        months = (("", "May", f"{visits}"), ("", "June", "3"), ("Total", "", f"{visits + 3}"))
        top = rows(paper, months, top, lefts) + 10
    cells = [node for node in paper.parse().nodes if node.type is ElementType.TABLE_CELL]
    assert "Total" in [cell.text for cell in cells]
    assert not any("row_span" in cell.metadata for cell in cells)


def test_headings_one_blank_apart_are_parted_where_they_end_with_their_columns() -> None:
    paper = Paper()
    top = paper.prose(72, 100) + 20
    heading = "Inertia Proportion Weight"
    paper.write(heading, 150, top)
    words = heading.split()
    rights = [150 + length(" ".join(words[: at + 1])) for at in range(len(words))]
    table = (("Total", "2.11", "1.00", "12"), ("Inner", "0.77", "0.36", "4"), ("Outer", *"127"))
    for row, (label, *figures) in enumerate(table, 1):
        paper.write(label, 72, top + 14 * row)
        for figure, right in zip(figures, rights, strict=True):
            paper.write(figure, right - length(figure), top + 14 * row)
    sir = paper.parse()
    check(sir)
    assert texts(sir, "table_cell")[:5] == ["", *words, "Total"]


def test_a_title_in_larger_type_below_a_bar_is_no_row_of_the_table_that_follows() -> None:
    paper = Paper()
    top = paper.prose(72, 100)
    paper.pdf[0].draw_line((70, top + 6), (380, top + 6))
    paper.write("Mixtures", 72, top + 20, font="hebo", size=12)
    header = ("Tube", "Water", "Glucose", "Yeast")
    rows(paper, (header, *ROWS), top + 38, (72, 150, 230, 310))
    sir = paper.parse()
    check(sir)
    assert texts(sir, "section_header") == ["Mixtures"]
    assert texts(sir, "table_cell")[:2] == ["Tube", "Water"]


def test_amounts_with_words_beside_them_below_names_of_columns_are_a_table() -> None:
    paper = Paper()
    doses = (
        ("Drug", "Dose", "When"),
        ("Veradine", "5 mg", "with food"),
        ("Orcitaxel", "20 mg", "at night"),
        ("Dexaprin", "< 2 mg", "at noon"),
    )
    rows(paper, doses, paper.prose(72, 100) + 20, (72, 150, 230))
    assert texts(paper.parse(), "table_cell") == [cell for row in doses for cell in row]


def test_titles_beside_numbers_with_the_pages_where_they_begin_are_no_table() -> None:
    paper = Paper()
    contents = (("Item 1.", "Business", "3"), ("Item 2.", "Risks", "6"), ("Item 3.", "Rent", "14"))
    rows(paper, contents, paper.prose(72, 100) + 20, (72, 150, 300))
    assert not texts(paper.parse(), "table")


def test_words_that_come_again_row_by_row_are_a_column_of_their_table() -> None:
    paper = Paper()
    forms = (
        ("Veradine", "Tablet", "Only where others failed"),
        ("Orcitaxel", "Patch", "Only where others failed"),
        ("Dexaprin", "Injection", "Only where others failed"),
        ("Calvorin", "Tablet", "No"),
    )
    top = paper.prose(72, 100) + 20
    end = rows(paper, forms, top, (72, 150, 230))
    for y in (top - 12, end - 12):
        paper.pdf[0].draw_line((70, y), (350, y))
    assert texts(paper.parse(), "table_cell") == [cell for row in forms for cell in row]


def test_equations_beside_their_numbers_are_no_table() -> None:
    paper = Paper()
    below = paper.prose(72, 100) + 24
    equations = (("y", "= ax + b", "(1)"), ("z", "= cx + d", "(2)"), ("w", "= ex + f", "(3)"))
    rows(paper, equations, below, (150, 200, 480))
    sir = paper.parse()
    assert not texts(sir, "table")
    assert texts(sir, "formula")[0] == "y = ax + b (1)"


def test_cells_of_a_few_words_that_are_about_as_long_are_no_prose() -> None:
    paper = Paper()
    steps = (
        ("Symptom", "First step", "If it stays"),
        ("Headache", "rest and water", "see a nurse"),
        ("Fever", "drink more water", "call the ward"),
        ("Rash", "stop the lotion", "see a nurse"),
        ("Cough", "sit more upright", "call the ward"),
    )
    end = rows(paper, steps, 120, (72, 180, 300))
    for y in (106, end - 12):
        paper.pdf[0].draw_line((70, y), (370, y))
    assert len(texts(paper.parse(), "table_row")) == len(steps)
