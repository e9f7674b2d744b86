"""Tables, reading order and headings, by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.metrics.document_content import (
    Cell,
    Section,
    heading_similarity,
    reading_order_distance,
    teds,
)

GOLD = [[Cell("a"), Cell("b")], [Cell("1"), Cell("2")]]


def test_a_table_is_like_itself():
    assert teds(GOLD, GOLD) == 1.0


def test_teds_counts_edits_by_nodes():
    # The table, two rows and four cells are seven nodes.
    wrong = [[Cell("a"), Cell("b")], [Cell("1"), Cell("x")]]
    assert teds(GOLD, wrong) == pytest.approx(1 - 1 / 7, abs=1e-12)
    half_wrong = [[Cell("a"), Cell("b")], [Cell("1"), Cell("2x")]]
    assert teds(GOLD, half_wrong) == pytest.approx(1 - 0.5 / 7, abs=1e-12)
    longer = [*GOLD, [Cell("3")]]
    assert teds(GOLD, longer) == pytest.approx(1 - 2 / 9, abs=1e-12)


def test_a_cell_that_covers_more_columns_is_another_cell():
    spans = [[Cell("a"), Cell("b")], [Cell("1"), Cell("2", columns=2)]]
    assert teds(GOLD, spans) == pytest.approx(1 - 1 / 7, abs=1e-12)


def test_a_table_is_scored_where_there_is_a_gold_one():
    assert teds([], GOLD) is None
    assert teds(GOLD, []) == 0.0


def test_order_is_the_edit_distance_of_places():
    assert reading_order_distance([0, 1, 2, 3]) == 0.0
    assert reading_order_distance([10, 30, 20, 40]) == 0.5
    assert reading_order_distance([3, 2, 1, 0]) == 1.0
    assert reading_order_distance([0, None, 1, 2]) == 0.25


def test_elements_at_one_place_are_in_order():
    assert reading_order_distance([0, 0, 0]) == 0.0


def test_order_is_defined_where_there_is_something_to_order():
    assert reading_order_distance([]) is None
    assert reading_order_distance([None, None]) == 1.0


def test_text_under_the_wrong_heading_costs_its_edits():
    gold = [Section("A", "one"), Section("B", "two")]
    found = [Section("A", "one two"), Section("B", "")]
    # Five nodes: "one" becomes "one two" (4 of 7 letters), and "two" goes.
    assert heading_similarity(gold, found) == pytest.approx(1 - (4 / 7 + 1) / 5, abs=1e-12)
    assert heading_similarity(gold, gold) == 1.0


def test_text_before_the_first_heading_counts():
    gold, found = [Section(None, "ab"), Section("A", "")], [Section("A", "")]
    assert heading_similarity(gold, found) == pytest.approx(2 / 3, abs=1e-12)


def test_headings_are_scored_where_the_gold_has_one():
    assert heading_similarity([Section(None, "text")], [Section("A", "text")]) is None
    assert heading_similarity([], []) is None
    assert heading_similarity([Section("A", "text")], [Section(None, "text")]) == 0.0


CELLS = st.builds(Cell, st.text("ab", max_size=2), st.integers(1, 2), st.integers(1, 2))
TABLES = st.lists(st.lists(CELLS, max_size=3), min_size=1, max_size=3)


@given(TABLES, TABLES)
def test_tables_are_alike_both_ways(one: list[list[Cell]], other: list[list[Cell]]):
    there, back = teds(one, other), teds(other, one)
    assert there == pytest.approx(back, abs=1e-12)
    assert 0 <= (there or 0) <= 1
    assert (there == 1.0) == (one == other)
