"""A cited table row stands under the headings of its columns, which are told from the quote."""

from __future__ import annotations

from components.answers.quote_in_context import quote_in_context
from components.answers.quote_marks import quote_marks
from components.answers.table_row import row_html, row_markdown
from core.evidence.row_cells import Cell, header_words, row_cells
from core.sir import ElementType, Sir
from core.spans import Span, located
from tests.builders import sir_from_texts, table


def row(sir: Sir, number: int) -> tuple[Span, ...]:
    rows = [i for i, node in enumerate(sir.nodes) if node.type is ElementType.TABLE_ROW]
    cells = sir.nodes[rows[number]].children
    return tuple(Span(i, 0, len(sir.nodes[i].text)) for i in cells if sir.nodes[i].text)


def test_each_cell_of_a_row_comes_with_the_heading_of_its_column() -> None:
    sir = sir_from_texts([table([["Age", "Dose [mg]"], ["12", "5 <max>"]])])
    cells = row_cells(sir, row(sir, 1))
    assert cells == [Cell("Age", "12"), Cell("Dose [mg]", "5 <max>")]
    assert row_markdown(cells) == ":gray[*Age:*] 12 │ :gray[*Dose \\[mg\\]:*] 5 \\<max\\>"
    shown = row_html(cells)
    assert shown.index(">Age</th>") < shown.index(">12</td>")
    assert "5 &lt;max&gt;" in shown


def test_an_empty_cell_does_not_move_the_others_to_another_column() -> None:
    sir = sir_from_texts([table([["Drug", "Adults", "Children"], ["A", "", "5 mg"]])])
    assert row_cells(sir, row(sir, 1)) == [Cell("Drug", "A"), Cell("Children", "5 mg")]


def test_each_cell_comes_with_what_all_header_rows_say_of_its_column() -> None:
    rows = [
        ["", "Year ended", "Change"],
        ["", "2030", "2031"],
        ["Sales", "12", "14"],
        ["Costs", "8", "9"],
    ]
    sir = sir_from_texts([table(rows)])
    marked = [i for i, node in enumerate(sir.nodes) if node.type is ElementType.TABLE_ROW][:2]
    for cell in (cell for each in marked for cell in sir.nodes[each].children):
        sir.nodes[cell].metadata["header"] = "true"
    assert row_cells(sir, row(sir, 3)) == [
        Cell("", "Costs"),
        Cell("Year ended 2030", "8"),
        Cell("Change 2031", "9"),
    ]
    assert header_words(sir, row(sir, 3)) == "Year ended │ Change │ 2030 │ 2031"


def test_a_row_of_another_layout_is_not_put_into_columns_but_the_header_row_is_told() -> None:
    sir = sir_from_texts([table([["Age", "Dose"], ["12", "5 mg", "twice"]])])
    assert row_cells(sir, row(sir, 1)) == []
    assert header_words(sir, row(sir, 1)) == "Age │ Dose"


def test_the_header_row_itself_and_other_text_have_no_headings() -> None:
    sir = sir_from_texts(["Some words.", table([["Age", "Dose"], ["12", "5 mg"]])])
    assert row_cells(sir, row(sir, 0)) == []
    assert header_words(sir, (Span(1, 0, 10),)) == ""


def test_what_names_the_group_of_a_row_is_told_above_it_and_marked() -> None:
    rows = [["", "2015", "2016"], ["Sales <abroad>", "", ""], ["Net", "3", "4"]]
    sir = sir_from_texts([table(rows)])
    shown = quote_in_context(sir, row(sir, 2), row(sir, 2), "citation")
    assert shown.index("Group:</i> Sales &lt;abroad&gt;") < shown.index(">Net</td>")
    marks = quote_marks(sir, row(sir, 2), located(sir, row(sir, 2)), None, "citation").marks
    (group,) = located(sir, row(sir, 1))
    assert [mark.box for mark in marks if mark.id == "group"] == [group.box]
