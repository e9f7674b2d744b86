"""Rows of the outline follow the tree, and marks of elements follow their lines."""

from __future__ import annotations

import numpy as np
import pytest

from components.structure.node_card import node_facts
from components.widgets.listbox.tree_rows import aside_count, aside_rows, dot_rows, tree_rows
from components.widgets.node_marks import (
    MOST_PAGES,
    line_marks,
    node_marks,
    pages_of,
    shown_pages,
    words_by_node,
)
from components.widgets.page_view import MarkRole
from core.sir import ElementType, Sir
from tests.builders import aside, heading, sir_from_texts, table
from tests.pages.conftest import guideline


@pytest.fixture(scope="module")
def sir(tmp_path_factory: pytest.TempPathFactory) -> Sir:
    import pymupdf

    from core.parsing import get_parser

    path = guideline(tmp_path_factory.mktemp("sir") / "guideline.pdf")
    parser = get_parser("structural_rule")
    with pymupdf.open(path) as pdf:
        return parser.parse(pdf, "0" * 64, parser.options())


def test_rows_come_in_reading_order_with_depth_and_page(sir: Sir) -> None:
    rows = tree_rows(sir)
    assert [row.node for row in rows] == list(range(1, sir.flow))
    assert [row.page for row in rows if row.section] == [1, 2, 3]
    for row in rows:
        assert row.depth == len(sir.ancestors(row.node))


def test_what_was_set_aside_is_listed_flat(sir: Sir) -> None:
    rows = aside_rows(sir)
    assert {row.label for row in rows} == {"Guideline of the clinic"}
    assert {row.depth for row in rows} == {0}
    assert [row.page for row in rows] == [1, 2, 3]


def test_rows_of_dots_are_counted_and_not_listed() -> None:
    sir = sir_from_texts(["Text.", aside("......"), aside("Page 3")])
    sir.nodes[-2].metadata["aside"] = "leader dots"
    assert [row.label for row in aside_rows(sir)] == ["Page 3"]
    assert dot_rows(sir) == 1
    assert aside_count(sir) == 1


def test_a_row_that_was_set_aside_says_why_where_its_class_does_not() -> None:
    sir = sir_from_texts(["Text.", aside("Page 3"), aside("Home · Shop", ElementType.PARAGRAPH)])
    sir.nodes[-1].metadata["aside"] = "cookie_notice"
    assert [row.note for row in aside_rows(sir)] == ["", "cookie notice"]


def test_a_table_is_called_by_its_first_cells() -> None:
    sir = sir_from_texts([table([["Age", "Dose"], ["12", "5 mg"]])])
    assert tree_rows(sir)[0].label == "Age · Dose · 12 · 5 mg"


def test_every_word_of_a_page_belongs_to_exactly_one_element(sir: Sir) -> None:
    for page in (1, 2, 3):
        found = np.concatenate([words for _, words in words_by_node(sir, page)])
        on_page = np.flatnonzero(sir.lines.page[sir.words.line] == page)
        assert sorted(found.tolist()) == on_page.tolist()


def test_every_line_of_a_page_can_be_clicked(sir: Sir) -> None:
    marks = list(line_marks(sir, 2))
    assert {mark.role for mark in marks} == {MarkRole.LINE}
    assert {mark.box.page for mark in marks} == {2}
    assert len(marks) == 4


def test_a_section_marks_itself_and_all_below_under_its_own_id(sir: Sir) -> None:
    node = next(i for i in range(sir.flow) if sir.nodes[i].text == "2 Section 2")
    marks = [mark for mark in node_marks(sir, node, [2]) if mark.role is not MarkRole.LINE]
    assert {mark.id for mark in marks} == {sir.nodes[node].id}
    assert len(marks) == 3


@pytest.mark.parametrize(("page", "shown"), [(None, [1]), (2, [2]), (99, [3]), (0, [1])])
def test_without_an_element_the_page_asked_for_is_shown(
    sir: Sir, page: int | None, shown: list[int]
) -> None:
    assert shown_pages(sir, None, page) == shown


def test_of_an_element_with_very_many_pages_a_group_with_the_page_asked_for_is_shown() -> None:
    sir = sir_from_texts([heading("All of it"), "Give the first drug for ten days. " * 1200])
    pages = pages_of(sir, 1)
    assert len(pages) > 2 * MOST_PAGES
    assert shown_pages(sir, 1, None) == pages[:MOST_PAGES]
    assert shown_pages(sir, 1, MOST_PAGES) == pages[:MOST_PAGES]
    assert shown_pages(sir, 1, MOST_PAGES + 1) == pages[MOST_PAGES : 2 * MOST_PAGES]


def test_an_element_in_words_names_the_headings_above_it(sir: Sir) -> None:
    node = next(i for i in range(sir.flow) if "On page 3: Stop" in sir.nodes[i].text)
    assert node_facts(sir, node)[:2] == ["3 Section 3", "paragraph"]
