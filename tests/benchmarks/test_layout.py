"""Matching of boxes by class."""

from __future__ import annotations

import pytest

from benchmarks.layout import PUBLAYNET, Box, PageBoxes, boxes_of, f1
from core.geometry import BoundingBox
from tests.builders import bullets, heading, sir_from_texts


def box(kind: str, left: float, right: float) -> Box:
    return Box(kind, BoundingBox(1, left, 0.0, right, 1.0))


def test_a_box_is_found_from_an_overlap_of_one_half_on() -> None:
    page = PageBoxes([box("text", 0.0, 0.5)], [box("text", 0.0, 0.4)])
    at_half, mean = f1([page], "text")
    assert at_half == 1.0
    assert mean == pytest.approx(0.7)


def test_a_box_of_another_class_is_not_found() -> None:
    page = PageBoxes([box("text", 0.0, 0.5)], [box("title", 0.0, 0.5)])
    assert f1([page], "text") == (0.0, 0.0)


def test_two_boxes_on_one_count_once() -> None:
    page = PageBoxes([box("text", 0.0, 0.5)], [box("text", 0.0, 0.5), box("text", 0.0, 0.45)])
    assert f1([page], "text")[0] == pytest.approx(2 / 3)


def test_a_list_is_one_box_with_all_its_items() -> None:
    sir = sir_from_texts([heading("Dose"), bullets("one item", "another item")])
    assert [found.kind for found in boxes_of(sir, PUBLAYNET)] == ["title", "list"]
