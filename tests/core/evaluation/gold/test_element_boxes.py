"""Boxes of elements by class."""

from __future__ import annotations

from core.evaluation.gold.element_boxes import boxes_of
from core.evaluation.gold.vocabularies import VOCABULARIES
from tests.builders import bullets, heading, sir_from_texts

SIR = [heading("Dose"), bullets("one item", "another item")]


def test_a_list_is_one_box_with_all_its_items() -> None:
    found = boxes_of(sir_from_texts(SIR), VOCABULARIES["publaynet"].read)
    assert [each.kind for each in found] == ["title", "list"]


def test_items_have_boxes_of_their_own_where_lists_have_none() -> None:
    found = boxes_of(sir_from_texts(SIR), VOCABULARIES["doclaynet"].read)
    assert [each.kind for each in found] == ["section header", "list item", "list item"]


def test_an_element_on_two_pages_has_a_box_on_each() -> None:
    sir = sir_from_texts([" ".join(["word"] * 300)])
    found = list(boxes_of(sir, VOCABULARIES["publaynet"].read))
    assert [each.box.page for each in found] == [1, 2]
