"""Lines and areas that are marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.metrics.attribution import area_overlap, line_precision, line_recall, page_box
from core.geometry import BoundingBox

if TYPE_CHECKING:
    from core.evaluation.metrics.overlap import Overlap


def scores(overlap: Overlap) -> tuple[float | None, ...]:
    return overlap.precision, overlap.recall, overlap.iou


LINE = BoundingBox(2, 0.2, 0.49, 0.8, 0.51)


def box(
    left: float, right: float, page: int = 2, top: float = 0.49, bottom: float = 0.51
) -> BoundingBox:
    return BoundingBox(page, left, top, right, bottom)


@pytest.mark.parametrize(
    ("boxes", "share"),
    [
        ([], 0.0),
        ([box(0.2, 0.8)], 1.0),
        ([box(0.2, 0.55)], 1.0),
        ([box(0.2, 0.45)], 0.0),
        ([box(0.2, 0.4), box(0.6, 0.8)], 1.0),
        ([box(0.2, 0.8, page=3)], 0.0),
        ([box(0.2, 0.8, top=0.6, bottom=0.7)], 0.0),
    ],
)
def test_a_line_is_found_if_half_of_its_width_is_marked(
    boxes: list[BoundingBox], share: float
) -> None:
    assert line_recall([LINE], boxes) == share


def test_recall_counts_gold_lines_and_precision_marked_ones():
    other = box(0.2, 0.8, top=0.69, bottom=0.71)
    assert line_recall([LINE, other], [box(0.1, 0.9)]) == 0.5
    assert line_precision([LINE], [LINE, other, box(0.1, 0.9, page=3)]) == 1 / 3


def test_a_line_marked_twice_counts_once():
    wrong = box(0.2, 0.8, page=3)
    assert line_precision([LINE], [LINE, LINE, LINE, wrong]) == 0.5


def test_without_gold_nothing_is_defined():
    assert line_recall([], [LINE]) is None
    assert line_precision([], [LINE]) is None
    assert scores(area_overlap([], [LINE])) == (None, None, None)
    assert scores(area_overlap([box(0.3, 0.3)], [LINE])) == (None, None, None)


def test_marking_nothing_scores_zero():
    assert (line_recall([LINE], []), line_precision([LINE], [])) == (0.0, 0.0)
    assert scores(area_overlap([LINE], [])) == (0.0, 0.0, 0.0)


def test_pages_of_one_number_in_two_documents_are_two():
    own, other = page_box("a", LINE), page_box("b", LINE)
    assert line_recall([own, other], [own]) == 0.5
    assert area_overlap([own], [other]).iou == 0.0


EDGES = st.tuples(st.integers(0, 8), st.integers(0, 8)).map(sorted)
BOXES = st.lists(
    st.builds(
        lambda page, xs, ys: BoundingBox(page, xs[0] / 8, ys[0] / 8, xs[1] / 8, ys[1] / 8),
        st.integers(1, 2),
        EDGES,
        EDGES,
    ),
    max_size=5,
)


def drawn(boxes: list[BoundingBox]) -> np.ndarray:
    """The same boxes drawn on a grid."""
    grid = np.zeros((2, 8, 8), bool)
    for one in boxes:
        left, top, right, bottom = (round(edge * 8) for edge in one.in_points(1, 1))
        grid[one.page - 1, left:right, top:bottom] = True
    return grid


@given(BOXES, BOXES)
def test_areas_agree_with_cells_of_a_grid(gold: list[BoundingBox], marked: list[BoundingBox]):
    wanted, found = drawn(gold), drawn(marked)
    both, either = (wanted & found).sum(), (wanted | found).sum()
    shares = both / max(found.sum(), 1), both / max(wanted.sum(), 1), both / max(either, 1)
    held = scores(area_overlap(gold, marked))
    assert held == (pytest.approx(shares, abs=1e-12) if wanted.any() else (None, None, None))


@given(BOXES)
def test_what_is_marked_is_found_in_full(boxes: list[BoundingBox]):
    if boxes:
        assert line_recall(boxes, boxes) == line_precision(boxes, boxes) == 1.0
    assert area_overlap(boxes, boxes).iou in (None, 1.0)
