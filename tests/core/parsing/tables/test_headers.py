"""Which rows of a table name its columns, where neither weight nor ground tells."""

from __future__ import annotations

import pytest

from tests.core.parsing.papers import Paper, texts
from tests.core.parsing.tables.test_tall_rows import rows as tall_rows
from tests.core.parsing.tables.test_unruled import rows

LEFTS = (72.0, 180.0, 260.0, 340.0)
WARDS = tuple((f"Ward {n}", f"{12 + n}", f"{30 + n}", f"{7 + n}") for n in range(1, 5))


def headers(paper: Paper) -> list[str]:
    return [node.text for node in paper.parse().nodes if "header" in node.metadata]


@pytest.mark.parametrize(
    "names",
    [
        ("Age", "18-24", "25-34", "35-44"),
        ("Age", "0-17", "18-64", "65+"),
        ("Grade", "1", "2", "3"),
        ("Year", "2019", "2020", "2021"),
        ("Drug", "< 50 kg", "50-70 kg", "> 70 kg"),
        ("Drug", "<5 kg", "5-10 kg", ">10 kg"),
    ],
)
def test_figures_that_count_up_and_bands_name_columns(names: tuple[str, ...]) -> None:
    paper = Paper()
    rows(paper, (names, *WARDS), 100, LEFTS)
    assert headers(paper) == list(names)


@pytest.mark.parametrize(
    "values",
    [
        ("Ward 0", "18-24", "3-9", "35-44"),
        ("Ward 0", "4", "5", "9"),
        ("Ward 0", "1", "0"),
        ("Ward 0", "< 5", "9"),
    ],
)
def test_other_figures_are_values(values: tuple[str, ...]) -> None:
    paper = Paper()
    rows(paper, (values, *WARDS), 100, LEFTS)
    assert not headers(paper)
    assert len(texts(paper.parse(), "table_row")) == 1 + len(WARDS)


def test_amounts_some_of_which_are_words_have_a_name_above_them() -> None:
    paper = Paper()
    fees = tuple(
        (f"Service {n}", "see note" if n in (2, 5) else f"{11 + n}.50") for n in range(1, 7)
    )
    paper.write("Table 2. Fees of the services", 72, 80)
    rows(paper, (("Item", "Fee"), *fees), 100, (72, 180))
    assert headers(paper) == ["Item", "Fee"]


@pytest.mark.parametrize("corner", ["", "Ward"])
def test_values_that_count_up_below_names_of_columns_are_values(corner: str) -> None:
    paper = Paper()
    doses = (("One", "0", "1", "2"), ("Two", "0", "1", "2"), ("Three", "1", "1", "2"))
    rows(paper, ((corner, "Morning", "Noon", "Night"), *doses, *WARDS), 100, LEFTS)
    assert headers(paper) == [corner, "Morning", "Noon", "Night"]


@pytest.mark.parametrize(
    "values",
    [
        (("Week one", "1", "2", "3"), ("Week two", "2", "4", "6"), ("Week three", "3", "6", "9")),
        (
            ("Senna", "5-9", "10-14", "15-19"),
            ("Iron", "1-3", "5-7", "9-9"),
            ("Zinc", "5", "6", "9"),
        ),
        (("1", "2", "3", "4"), ("2", "4", "6", "9"), ("3", "8", "9", "12")),
    ],
)
def test_a_row_that_counts_up_is_one_of_those_below_that_are_like_it(
    values: tuple[tuple[str, ...], ...],
) -> None:
    paper = Paper()
    rows(paper, (*values, *WARDS), 100, LEFTS)
    assert not headers(paper)


def test_words_beside_labels_below_an_empty_corner_are_values() -> None:
    names = ("", "Dose", "Days", "Most")
    words = (("Veradine", "as needed", "any", "none"), ("Lumetrol", "one patch", "any", "two"))
    paper = Paper()
    rows(paper, (names, *words, *WARDS, ("Ward 5", "4", "9", "2")), 100, LEFTS)
    assert list(filter(None, headers(paper))) == [*names[1:]]


@pytest.mark.parametrize(
    ("names", "values"),
    [
        (("Time", "Session", "Room"), [(f"0{h}:30", "Talk", "Hall") for h in range(6, 10)]),
        (
            ("Drug", "Dose", "Notes"),
            [
                (f"Drug {c}", "5 mg twice a day for / seven days, then once a day", "With food")
                for c in "ABCD"
            ],
        ),
    ],
)
def test_words_above_times_or_long_amounts_name_columns(
    names: tuple[str, ...], values: list[tuple[str, ...]]
) -> None:
    paper = Paper()
    top = paper.prose(72, 80) + 30
    end = tall_rows(paper, (names, *values), top, (72, 160, 340))
    for y in (top - 12, end - 12):
        paper.pdf[0].draw_line((70, y), (420, y))
    assert headers(paper) == [*names]


def test_the_first_of_rows_with_long_amounts_is_no_header() -> None:
    paper = Paper()
    doses = tuple(
        (f"Drug {c}", "5 mg in the morning with food / 10 mg at noon, not with milk")
        for c in "ABCD"
    )
    top = paper.prose(72, 80) + 30
    end = tall_rows(paper, doses, top, (72, 160))
    for y in (top - 12, end - 12):
        paper.pdf[0].draw_line((70, y), (420, y))
    assert not headers(paper)


def test_a_header_reaches_down_to_its_label_above_the_title_of_rows() -> None:
    paper = Paper()
    names = (("", "Fiscal", "Fiscal"), ("In millions", "2021", "2020", "Change"))
    rows(paper, (*names, ("Revenues by:",), *WARDS), 100, LEFTS)
    assert list(filter(None, headers(paper))) == ["Fiscal", "Fiscal", *names[1]]


@pytest.mark.parametrize(
    "first",
    [("Veradine", "as needed", "at night"), ("Veradine", "None", "Before food")],
)
def test_a_first_row_worded_as_those_below_names_no_columns(first: tuple[str, ...]) -> None:
    paper = Paper()
    times = (first[2], "at noon", "in the morning") if first[2].islower() else (first[2],) * 3
    doses = tuple((f"Orcitaxel {n}", f"{5 * n} mg", time) for n, time in enumerate(times, 1))
    rows(paper, (first, *doses), 100, LEFTS[:3])
    assert len(texts(paper.parse(), "table_row")) == 4
    assert not headers(paper)


def test_names_of_columns_above_words_that_begin_small_are_a_header() -> None:
    paper = Paper()
    doses = (("Veradine", "10 mg", "at night"), ("Orcitaxel", "5 mg", "at noon"))
    names = ("Drug", "Dose", "Time of day")
    rows(paper, (names, *doses, ("Lumifene", "10 mg", "at night")), 100, LEFTS[:3])
    assert headers(paper) == list(names)


def test_the_first_of_three_rows_with_a_ruling_below_each_is_no_header() -> None:
    paper = Paper()
    prices = (("Screws", "3.20 $", "100"), ("Dowels", "2.80 $", "50"), ("Hinges", "7.95 $", "8"))
    rows(paper, prices, 100, LEFTS[:3])
    for number in range(4):
        paper.pdf[0].draw_line((70, 87 + 18 * number), (370, 87 + 18 * number))
    assert len(texts(paper.parse(), "table_row")) == 3
    assert not headers(paper)


@pytest.mark.parametrize(
    "table",
    [
        (("Marker", "unit", "Value"), ("Sodium", "mmol/l", "140"), ("Iron", "mg/l", "12")),
        (("Men", "Cases", "Rate"), *WARDS[:2], ("Women", "Cases", "Rate"), *WARDS[2:]),
    ],
    ids=["a small word", "names that come again"],
)
def test_names_of_columns_that_look_like_what_stands_below_are_a_header(
    table: tuple[tuple[str, ...], ...],
) -> None:
    paper = Paper()
    rows(paper, tuple(row[:3] for row in (*table, *table[-1:])), 100, LEFTS[:3])
    assert headers(paper)[:3] == list(table[0])
