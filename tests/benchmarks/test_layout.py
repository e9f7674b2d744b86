"""Boxes of elements by class."""

from __future__ import annotations

from benchmarks.layout import PUBLAYNET, boxes_of
from tests.builders import bullets, heading, sir_from_texts


def test_a_list_is_one_box_with_all_its_items() -> None:
    sir = sir_from_texts([heading("Dose"), bullets("one item", "another item")])
    assert [found.kind for found in boxes_of(sir, PUBLAYNET)] == ["title", "list"]
