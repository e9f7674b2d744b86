"""Financial statements: amounts flush right, titles of sections, names of years and of units."""

from __future__ import annotations

import pytest

from tests.core.parsing.papers import Paper, check, subtree_text, texts
from tests.core.parsing.tables.test_unruled import length, rows

Row = tuple[str, ...]

LABEL = 60.0
ENDS = (380.0, 440.0, 500.0)
YEARS: Row = ("Years ended December 31,", "2021", "2020", "2019")
INCOME: tuple[Row, ...] = (
    ("Net income", "22,618", "18,348", "19,788"),
    ("Retirement benefits", "(3,391)", "840", "(284)"),
    ("Deferred taxes", "4,264", "(1,553)", "1,232"),
    ("Other, net", "(93)", "2,780", "(3,493)"),
)
CHANGES: tuple[Row, ...] = (
    ("Accounts receivable", "(1,592)", "189", "(1,471)"),
    ("Inventories", "(905)", "(369)", "76"),
    ("Net cash provided", "20,901", "20,235", "15,848"),
)
LONG = "Changes in current assets and liabilities, net of effects from the sale of the business:"


def statement(paper: Paper, rows: tuple[Row, ...], top: float, ends: tuple[float, ...]) -> float:
    """Writes rows with amounts whose last digits stand below each other; says where the next is."""
    for label, *amounts in rows:
        paper.write(label, LABEL, top)
        for amount, end in zip(amounts, ends, strict=False):
            paper.write(amount, end - length(amount.rstrip(")%")), top)
        top += 14
    return top


def rows_of(paper: Paper) -> list[str]:
    sir = paper.parse()
    check(sir)
    return [subtree_text(sir, n) for n, node in enumerate(sir.nodes) if node.type == "table_row"]


def test_brackets_of_negative_amounts_hang_out_of_a_column() -> None:
    paper = Paper()
    statement(paper, (*INCOME, *CHANGES), 100, ENDS)
    assert rows_of(paper) == [" ".join(row) for row in (*INCOME, *CHANGES)]


def test_a_sentence_below_a_table_is_no_title_of_rows() -> None:
    paper = Paper()
    top = statement(paper, INCOME, 100, ENDS)
    paper.write("Amounts of the year before were restated after the sale of the business.", 60, top)
    assert len(rows_of(paper)) == len(INCOME)


def test_years_that_follow_each_other_name_columns() -> None:
    paper = Paper()
    statement(paper, (YEARS, *INCOME, *CHANGES), 100, ENDS)
    sir = paper.parse()
    headers = [node.text for node in sir.nodes if "header" in node.metadata]
    assert headers == list(YEARS)


def test_a_name_over_two_columns_beside_names_of_one_is_a_heading() -> None:
    paper = Paper()
    paper.write(YEARS[0], LABEL, 100)
    for text, left in (("2021", 360), ("2020", 420), ("2021 vs. 2020", 464)):
        paper.write(text, left, 100)
    changes = [(*row[:3], str(n), f"{n}.5 %") for n, row in enumerate(INCOME, 11)]
    statement(paper, tuple(changes), 114, (380, 440, 480, 530))
    cells = [node for node in paper.parse().nodes if node.type == "table_cell"]
    headers = [(c.text, c.metadata.get("column_span")) for c in cells if "header" in c.metadata]
    assert headers == [(YEARS[0], None), ("2021", None), ("2020", None), ("2021 vs. 2020", "2")]
    assert [cell.text for cell in cells[4:9]] == ["Net income", "22,618", "18,348", "11", "11.5 %"]


@pytest.mark.parametrize(
    "title",
    [
        "Table 2. Doses of insulin in adults with normal kidneys and no known allergy",
        "Doses of insulin in adults with normal kidneys and no known allergy to it",
        "Do not give any of these drugs to children who are younger than that.",
    ],
)
def test_a_line_above_the_names_of_other_columns_is_no_title_of_rows(title: str) -> None:
    paper = Paper()
    names = ("Drug", "Low", "High", "Most")
    top = statement(paper, (names, *INCOME), 100, ENDS)
    paper.write(title, LABEL, top)
    statement(paper, (names, *CHANGES), top + 14, ENDS)
    sir = paper.parse()
    check(sir)
    assert sum(node.type == "table" for node in sir.nodes) == 2
    assert [node.text for node in sir.nodes if "header" in node.metadata] == [*names, *names]
    assert title not in [node.text for node in sir.nodes if node.type == "table_cell"]


@pytest.mark.parametrize(
    ("values", "ruled"),
    [
        (("500 mg", "in two equal doses"), False),
        (("500 mg", "in two equal doses"), True),
        (("as needed", "in two equal doses"), False),
    ],
)
def test_a_cell_that_runs_into_the_next_column_is_no_name_of_columns(
    values: tuple[str, ...], ruled: bool
) -> None:
    paper = Paper()
    lefts = (LABEL, 200.0, 270.0, 340.0)
    top = rows(paper, (("Aspirin", *values),), 100, lefts)
    rows(paper, tuple((f"Drug {n}", f"{n}5 mg", f"{n}0 mg", f"{n}7 mg") for n in "123"), top, lefts)
    for height in (86, 164) if ruled else ():
        paper.pdf[0].draw_line((58, height), (380, height))
    assert rows_of(paper) == [f"Drug {n} {n}5 mg {n}0 mg {n}7 mg" for n in "123"]


def test_amounts_of_the_year_on_a_ground_stay_beside_their_labels() -> None:
    paper = Paper()
    for row in range(len(INCOME)):
        ground = (330, 104 + 14 * row, 386, 118 + 14 * row)
        for left, right in ((330, 345), (345, 386)):
            paper.pdf[0].draw_rect(
                (left, ground[1], right, ground[3]), color=None, fill=(0.9, 0.9, 1)
            )
    statement(paper, (YEARS, *INCOME), 100, ENDS)
    assert rows_of(paper) == [" ".join(row) for row in (YEARS, *INCOME)]


def test_a_sign_of_currency_close_behind_a_figure_is_that_of_the_next_one() -> None:
    paper = Paper()
    statement(paper, (("Cash", "840", "596", "12"), *INCOME), 100, ENDS)
    for end in (380, 440):
        paper.write("$", end + 4, 100)
    cells = texts(paper.parse(), "table_cell")
    assert cells[:4] == ["Cash", "840", "$ 596", "$ 12"]


def test_signs_of_currency_behind_all_figures_join_none_of_them() -> None:
    paper = Paper()
    amounts = tuple(
        (label, *(f"{n}{at} EUR" for n in (12, 34, 56))) for at, label in enumerate("ABCD")
    )
    statement(paper, amounts, 100, ENDS)
    assert texts(paper.parse(), "table_cell") == [cell for row in amounts for cell in row]


def test_a_currency_behind_its_amount_is_none_of_the_figure_that_follows() -> None:
    paper = Paper()
    prices = tuple((label, f"{at}2.50 EUR", f"{at}") for at, label in enumerate("ABCD", 3))
    statement(paper, prices, 100, ENDS)
    assert texts(paper.parse(), "table_cell") == [cell for row in prices for cell in row]
