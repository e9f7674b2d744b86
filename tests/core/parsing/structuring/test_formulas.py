from __future__ import annotations

import pytest

from tests.core.parsing.papers import Paper, check, texts


def below_prose(*rows: str, x: float = 150) -> Paper:
    """Prose, these rows set in below it, and prose again, set as closely as one paragraph."""
    paper = Paper()
    paper.write(
        "The error of the estimate is given by the difference of both values, so that", 72, 100
    )
    for at, row in enumerate(rows):
        paper.write(row, x, 113 + 13 * at)
    last = 113 + 13 * len(rows)
    paper.write(
        "in which the number of steps is chosen by the person who runs the program.", 72, last
    )
    return paper


def test_a_formula_between_lines_of_text_is_an_element_of_its_own() -> None:
    sir = below_prose("f(x) = ax + b, (3.15a)").parse()
    check(sir)
    (formula,) = (node for node in sir.nodes if node.type == "formula")
    assert formula.text == "f(x) = ax + b, (3.15a)"
    assert formula.locked
    assert formula.regions[0].left == pytest.approx(150 / 595, abs=0.01)
    assert len(texts(sir, "paragraph")) == 2


def test_formulas_with_numbers_of_their_own_are_two() -> None:
    sir = below_prose("f(x) = ax + b, (1)", "g(x) = 2f(x) (2)").parse()
    assert texts(sir, "formula") == ["f(x) = ax + b, (1)", "g(x) = 2f(x) (2)"]


def test_a_denominator_belongs_to_the_formula() -> None:
    sir = below_prose("f(x) = c d", "k - 1").parse()
    assert texts(sir, "formula") == ["f(x) = c d k - 1"]


def test_the_limits_below_a_sum_belong_to_the_formula() -> None:
    paper = below_prose("f(x) = S g(k)")
    paper.write("k < n", 176, 119, size=7)
    assert texts(paper.parse(), "formula") == ["f(x) = S g(k) k < n"]


def test_three_dots_in_a_formula_make_no_table_of_contents() -> None:
    sir = below_prose("M - Q(h) = 2.7525 . . . = 0.0342 . . . .").parse()
    assert len(texts(sir, "formula")) == 1
    assert not texts(sir, "doc_index")


@pytest.mark.parametrize(
    "row",
    [
        pytest.param("DEFAULT = 5 and 6", id="words"),
        pytest.param("2013 2014 2015 2016 (1)", id="years and a mark"),
        pytest.param("Placebo (n = 24)", id="a label"),
        pytest.param("(85) (571) (736)", id="losses"),
    ],
)
def test_other_lines_that_are_set_in_are_no_formula(row: str) -> None:
    sir = below_prose(row).parse()
    assert not texts(sir, "formula")
    assert row in " ".join(node.text for node in sir.nodes[: sir.flow])


def test_what_begins_where_the_text_does_needs_a_number_to_be_a_formula() -> None:
    assert not texts(below_prose("p < 0.05 =", x=72).parse(), "formula")
    assert texts(below_prose("f(x) = ax + b (4)", x=72).parse(), "formula")
