"""How far two trees of small pages agree, worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings

from core.evaluation.agreement.tree_agreement import (
    TreeAgreement,
    TreeView,
    sections,
    table_rows,
    tree_agreement,
)
from core.evaluation.metrics.document_content import Cell, Section
from core.parsing.corrections import apply_corrections, correction
from core.parsing.tree_comparison import compare
from core.sir import ElementType, PieceTable, Sir
from tests.builders import LINES_PER_PAGE, Block, aside, heading, sir_from_texts, table
from tests.strategies import sirs

if TYPE_CHECKING:
    from collections.abc import Sequence


GUIDE = (heading("Dose"), "Give five milligrams.", table([["Age", "Dose"], ["12", "5 mg"]]))


def agreement(one: Sir, other: Sir, page: int | None = None) -> TreeAgreement:
    return tree_agreement(TreeView(one), TreeView(other), compare(one, other), page)


def of(*blocks: Sequence[Block | str]) -> TreeAgreement:
    one, other = (sir_from_texts(list(held)) for held in blocks)
    return agreement(one, other)


@given(sirs())
@settings(max_examples=20, deadline=None)
def test_a_tree_agrees_with_itself(sir: Sir) -> None:
    found = agreement(sir, sir)
    assert {found.boxes, found.places, found.text, found.headings, found.tables} <= {1.0, None}
    assert {found.edits, found.order, found.only_one, found.only_other} <= {0.0, None}


def test_a_renamed_box_agrees_in_place_and_not_in_class() -> None:
    one = sir_from_texts(["Dose", "Give five milligrams."])
    other = apply_corrections(one, [correction(one, 1, ElementType.SECTION_HEADER)])
    found = agreement(one, other)
    assert (found.boxes, found.places) == (0.5, 1.0)
    assert found.headings == 0.0
    assert agreement(other, one).headings == 0.0


def test_text_counts_words_in_order() -> None:
    found = of(["one two three four"], ["one two four five"])
    # Kept in order: one, two, four of 4 + 4 words; edits: drop three, add five.
    assert found.text == 2 * 3 / 8
    assert found.edits == pytest.approx(2 * 2 / (4 + 4 + 2), abs=1e-12)
    assert (found.only_one, found.only_other) == (0.25, 0.25)


def test_words_that_one_tree_sets_aside_are_only_in_the_other() -> None:
    text = "Clinic of the North"
    found = of(["one two three four", text], ["one two three four", aside(text)])
    assert (found.only_one, found.only_other) == (0.5, 0.0)


def test_order_is_that_of_the_elements_both_have() -> None:
    first, second, third = "alpha beta gamma", "delta epsilon zeta", "eta theta iota"
    one = sir_from_texts([first, second, third])
    nodes = [one.nodes[0], one.nodes[2], one.nodes[1], one.nodes[3]]
    assert agreement(one, one).order == 0.0
    assert [node.text for node in nodes[1:]] == [second, first, third]
    swapped = reordered(one, [2, 1, 3])
    # Lists 1 2 3 and 2 1 3: two edits of three.
    assert agreement(one, swapped).order == pytest.approx(2 / 3, abs=1e-12)


def reordered(sir: Sir, order: Sequence[int]) -> Sir:
    """A flat tree with its paragraphs in another order, each where it stands on the page."""
    held = sir.pieces
    ranges = [range(held.first[i], held.first[i + 1]) for i in order]
    pieces = np.array([piece for one in ranges for piece in one])
    first = np.concatenate([[0, 0], np.cumsum([len(one) for one in ranges])]).astype(np.int32)
    moved = PieceTable(first, held.start[pieces], held.end[pieces], held.word[pieces])
    nodes = [sir.nodes[0], *(sir.nodes[i] for i in order)]
    return replace(sir, nodes=nodes, pieces=moved)


def test_tables_that_both_have_are_compared_cell_by_cell() -> None:
    found = of(GUIDE, (*GUIDE[:2], table([["Age", "Dose"], ["12", "9 mg"]])))
    # Seven nodes; one cell differs in one of four letters.
    assert found.tables == pytest.approx(1 - 0.25 / 7, abs=1e-12)
    assert found.table_count == 1


def test_a_table_is_read_as_rows_of_cells() -> None:
    sir = sir_from_texts(GUIDE)
    index = next(i for i, node in enumerate(sir.nodes) if node.type is ElementType.TABLE)
    assert table_rows(sir, index) == [[Cell("Age"), Cell("Dose")], [Cell("12"), Cell("5 mg")]]


def test_sections_are_headings_with_the_text_below() -> None:
    sir = sir_from_texts(["Before.", heading("One"), "First.", "Second.", heading("Two")])
    assert sections(sir, TreeView(sir).words) == [
        Section(None, "Before."),
        Section("One", "First. Second."),
        Section("Two", ""),
    ]


def test_a_page_has_figures_of_its_own() -> None:
    lines = ["words of one line"] * LINES_PER_PAGE
    one = sir_from_texts([*lines, "the last line"])
    other = sir_from_texts([*lines, "the very last"])
    assert agreement(one, other, 1).text == 1.0
    assert agreement(one, other, 2).text == pytest.approx(2 * 2 / 6, abs=1e-12)
    assert agreement(one, other, 3).text is None


def test_pages_without_anything_have_no_figures() -> None:
    found = of(["text"], ["text"])
    assert (found.headings, found.tables, found.table_count) == (None, None, 0)
