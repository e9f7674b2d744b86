"""Rows of CSV files of many kinds."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import NotText, TooLarge
from core.library.typesetting.csv_rows import has_header, read_rows, title_rows


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("a,b\n1,2\n", [["a", "b"], ["1", "2"]]),
        ("Name;Wert\nX;1,5\nY;2,5\n", [["Name", "Wert"], ["X", "1,5"], ["Y", "2,5"]]),
        ("a\tb\nc d\te, f\n", [["a", "b"], ["c d", "e, f"]]),
        ("a|b\n1|2\n", [["a", "b"], ["1", "2"]]),
        ('a,b\n"x, y","one\ntwo"\n', [["a", "b"], ["x, y", "one\ntwo"]]),
        ('a,b\n"he said ""no""",2\n', [["a", "b"], ['he said "no"', "2"]]),
        ("a,b,c\n1\n\n2,3\n", [["a", "b", "c"], ["1", "", ""], ["2", "3", ""]]),
        ("sep=;\r\na,x;b\r\n1;2\r\n", [["a,x", "b"], ["1", "2"]]),
        ("sep=x\n1\n", [["sep=x"], ["1"]]),
        ("only one column\nsecond\n", [["only one column"], ["second"]]),
        ("Drug,,Dose,,\nA,,5,,\n", [["Drug", "Dose"], ["A", "5"]]),
        ("Doses\n2024\na,b\n1,2\n", [["Doses", ""], ["2024", ""], ["a", "b"], ["1", "2"]]),
        ("Note\nIt is.\nSo, no.\n", [["Note"], ["It is."], ["So, no."]]),
        ("Dose\n12\n13,5\n14,5\n", [["Dose"], ["12"], ["13,5"], ["14,5"]]),
        ("Dose\n13,5\n14,5\n", [["Dose"], ["13,5"], ["14,5"]]),
        ("Drug\nA\nB\n2,4-C\n", [["Drug"], ["A"], ["B"], ["2,4-C"]]),
        (
            "Doses\nDrug,2030,2031\nA,1,2\n",
            [["Doses", "", ""], ["Drug", "2030", "2031"], ["A", "1", "2"]],
        ),
    ],
)
def test_cells_are_found_whatever_divides_them(text: str, rows: list[list[str]]) -> None:
    assert read_rows(text) == rows


def test_a_cell_without_end_is_refused() -> None:
    with pytest.raises(NotText, match="quotation marks"):
        read_rows('a,b\n"' + "x" * 200_000)


@pytest.mark.parametrize("text", [",,\n,,\n", '""\n', "sep=;\n"])
def test_a_table_of_empty_cells_is_refused(text: str) -> None:
    with pytest.raises(NotText, match="no text in any cell"):
        read_rows(text)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ('a,b\n"x,2\n3,4\n', [["a", "b"], ['"x', "2"], ["3", "4"]]),
        ('a,b\n"x" y,2\n', [["a", "b"], ['"x" y', "2"]]),
        ('a\tb\n1\t"2\n3\t4\n', [["a", "b"], ["1", '"2'], ["3", "4"]]),
        ('one\n"two" said\n', [["one"], ['"two" said']]),
    ],
)
def test_quotation_marks_that_do_not_match_are_characters(text: str, rows: list[list[str]]) -> None:
    assert read_rows(text) == rows


@pytest.mark.parametrize("last", ['"x" y,2', '"x,2'])
def test_a_table_that_can_be_read_in_two_ways_is_refused(last: str) -> None:
    with pytest.raises(NotText, match="quotation marks"):
        read_rows(f'a,b\n"one, two",2\n{last}\n')


def test_more_rows_than_wanted_are_refused() -> None:
    assert len(read_rows("a,b\n" * 5, 5)) == 5
    for text in ("a,b\n" * 6, 'a,"b\n' * 6):
        with pytest.raises(TooLarge, match="more than 5 rows"):
            read_rows(text, 5)


def test_the_first_row_is_a_header_if_it_names_all_columns() -> None:
    assert has_header([["Name", "Dose"], ["X", "1"]])
    assert not has_header([["Name", "1.5"], ["X", "1"]])
    assert not has_header([["Name", ""], ["X", "1"]])
    assert not has_header([["Name", "Name"], ["X", "1"]])
    assert not has_header([["Name", "Dose"]])


@pytest.mark.parametrize(
    ("rows", "count"),
    [
        ([["Doses", "", ""], ["2024", "", ""], ["Drug", "Dose", "For"], ["A", "1", "x"]], 2),
        ([["Adults", "", ""], ["A", "1", "x"], ["Children", "", ""], ["A", "2", "x"]], 0),
        ([["Doses", "", ""], ["Drug", "Dose", "For"], ["A", "1", "x"], ["Source", "", ""]], 1),
        ([["Drug", "Dose", "For"], ["A", "1", "x"]], 0),
        ([["Drug", ""], ["A", "daily"]], 0),
        ([["one"], ["two"]], 0),
    ],
)
def test_rows_at_the_top_with_one_cell_say_what_a_table_is(
    rows: list[list[str]], count: int
) -> None:
    assert title_rows(rows) == count


cells = st.text('ab ,;"\n|x1', max_size=8).map(str.strip)


@given(st.lists(st.tuples(cells, cells, cells), min_size=2, max_size=6), st.sampled_from(",;\t"))
def test_what_the_csv_module_writes_is_read_again(
    rows: list[tuple[str, str, str]], delimiter: str
) -> None:
    written = io.StringIO()
    head = ["First", "Second", "Third"]
    csv.writer(written, delimiter=delimiter, quoting=csv.QUOTE_ALL).writerows([head, *rows])
    kept = [list(row) for row in rows if any(row)]
    assert read_rows(written.getvalue()) == [head, *kept]
