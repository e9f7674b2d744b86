"""Boxes of two trees on a page, and their rows in two outlines."""

from __future__ import annotations

from components.structure.readings.compare import compared_rows
from components.structure.readings.marks import change_marks, from_mark, mark_id, side_marks
from components.widgets.page_view import MarkRole
from core.parsing.corrections import apply_corrections, correction
from core.parsing.tree_comparison import Change, compare
from core.sir import ElementType, Sir
from tests.builders import aside, heading, sir_from_texts, table

GUIDE = (heading("Dose"), "Give five milligrams.", table([["Age", "Dose"]]), aside("Clinic"))


def two() -> tuple[Sir, Sir]:
    """A tree, and the same with its paragraph as a heading."""
    sir = sir_from_texts(GUIDE)
    said = correction(sir, 2, ElementType.SECTION_HEADER, 2)
    return sir, apply_corrections(sir, [said])


def test_what_differs_is_filled_and_what_is_the_same_outlined() -> None:
    sir, other = two()
    marks = list(change_marks(sir, compare(sir, other).one, 1, "now"))
    assert [mark.role is MarkRole.OWN for mark in marks] == [False, True, False, False]
    assert marks[1].label == "paragraph: Give five milligrams.: other class or level"
    assert len({mark.colour for mark in marks}) == 2


def test_a_table_has_one_box_around_all_of_its_cells() -> None:
    sir, other = two()
    (box,) = [
        mark.box
        for mark in side_marks(sir, compare(sir, other).one, 1, "now")
        if mark.label.startswith("table")
    ]
    assert not box.spans
    assert box.bottom > box.top


def test_both_trees_are_told_apart_on_one_page() -> None:
    sir, other = two()
    found = compare(sir, other)
    one = list(side_marks(sir, found.one, 1, "now"))
    two_ = list(side_marks(other, found.other, 1, "other"))
    assert {mark.colour for mark in one}.isdisjoint(mark.colour for mark in two_)
    assert {mark.role for mark in one}.isdisjoint(mark.role for mark in two_)
    assert list(side_marks(sir, found.one, 2, "now")) == []


def test_a_click_leads_back_to_tree_and_element() -> None:
    assert from_mark(mark_id("other", 12)) == ("other", 12)
    assert from_mark("elsewhere-3") is None
    assert from_mark("now-x") is None


def test_rows_say_what_differs_and_can_be_cut_down_to_it() -> None:
    sir, other = two()
    changes = compare(sir, other).one
    rows = compared_rows(sir, changes, only=False)
    assert [row.note for row in rows if row.note] == ["other class or level"]
    assert rows[-1].kind == "set aside: page footer"
    assert [row.label for row in compared_rows(sir, changes, only=True)] == [
        "Dose",
        "Give five milligrams.",
    ]
    assert Change.RENAMED in changes.values()
