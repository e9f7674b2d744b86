"""Boxes as fractions of the displayed page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.geometry import BoundingBox, clusters, intersection, iou, is_within, rotated, union

sides = st.tuples(st.floats(0, 0.5), st.floats(0.5, 1))


@st.composite
def boxes(draw: st.DrawFn) -> BoundingBox:
    (left, right), (top, bottom) = draw(sides), draw(sides)
    return BoundingBox(1, left, top, right, bottom)


def test_iou_of_two_halves_that_share_a_quarter_is_a_third() -> None:
    left, middle = BoundingBox(1, 0, 0, 0.5, 1), BoundingBox(1, 0.25, 0, 0.75, 1)
    assert intersection(left.edges, middle.edges) == pytest.approx(0.25)
    assert iou(left, middle) == pytest.approx(1 / 3)


def test_boxes_of_different_pages_share_nothing() -> None:
    assert iou(BoundingBox(1, 0, 0, 1, 1), BoundingBox(2, 0, 0, 1, 1)) == 0.0


@given(boxes(), boxes())
def test_iou_is_symmetric_and_lies_between_0_and_1(one: BoundingBox, two: BoundingBox) -> None:
    assert 0.0 <= iou(one, two) <= 1.0 + 1e-9
    assert iou(one, two) == pytest.approx(iou(two, one))


@given(st.lists(boxes(), min_size=1, max_size=5))
def test_a_union_holds_all_its_boxes_and_keeps_them(parts: list[BoundingBox]) -> None:
    whole = union(parts)
    assert whole.spans == tuple(parts)
    for part in parts:
        assert is_within(part.edges, whole.edges, 0.0)


def test_boxes_are_clustered_by_those_between_them() -> None:
    row = [(x, 0.0, x + 5, 5.0) for x in (0.0, 40.0, 8.0, 16.0, 24.0)]
    assert clusters(row, 3) == [[0, 2, 3, 4], [1]]
    assert clusters(row, 20) == [[0, 1, 2, 3, 4]]
    assert clusters([], 3) == []


def test_a_union_needs_boxes_of_one_page() -> None:
    with pytest.raises(ValueError, match="exactly one page"):
        union([BoundingBox(1, 0, 0, 1, 1), BoundingBox(2, 0, 0, 1, 1)])
    with pytest.raises(ValueError, match="exactly one page"):
        union([])


def test_points_are_fractions_of_the_page_size() -> None:
    assert BoundingBox(1, 0.1, 0.2, 0.5, 1.0).in_points(600, 800) == (60, 160, 300, 800)


def test_a_box_turned_by_quarters_is_as_large_and_four_of_them_bring_it_back() -> None:
    box, size = (10.0, 20.0, 40.0, 30.0), (600.0, 800.0)
    for angle, sides in ((0, (30, 10)), (90, (10, 30)), (180, (30, 10)), (270, (10, 30))):
        left, top, right, bottom = rotated(box, angle, *size)
        assert (right - left, bottom - top) == sides
    for _ in range(4):
        box, size = rotated(box, 90, *size), size[::-1]
    assert box == (10.0, 20.0, 40.0, 30.0)
