"""Lines and areas marked on pages, beside those that hold the evidence.

Boxes of one document are told apart by their page numbers, those of several by `PageBox`. Without
gold every metric is None.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from core.evaluation.metrics.overlap import Overlap

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from core.geometry import BoundingBox

    _Boxes: TypeAlias = "Sequence[BoundingBox | PageBox]"
    _Page = int | tuple[str, int]

LINE_SHARE = 0.5
"""Share of a line's width that has to be marked, at its mid-height, for it to count as found."""

_SAMPLES = 20
"""Places of a line that are looked at; its ends, which may just touch a box, are not."""


class PageBox(NamedTuple):
    """A box on a page of one of several documents: `page` is the document with the number."""

    page: tuple[str, int]
    left: float
    top: float
    right: float
    bottom: float


def page_box(document: str, box: BoundingBox) -> PageBox:
    """The box of a document beside those of others."""
    return PageBox((document, box.page), box.left, box.top, box.right, box.bottom)


def line_recall(gold: _Boxes, marked: _Boxes) -> float | None:
    """Evidence-line recall: share of gold lines that are found among the marked ones.

    A line is found if boxes cover half of its width (`LINE_SHARE`) at mid-height, together.
    """
    return _share_found(gold, marked)


def line_precision(gold: _Boxes, marked: _Boxes) -> float | None:
    """Evidence-line precision: share of marked lines that are found among the gold ones.

    A line that is marked twice, by two chunks, counts once. 0 if nothing is marked.
    """
    if not gold:
        return None
    return _share_found([*dict.fromkeys(marked)], gold) or 0.0


def area_overlap(gold: _Boxes, marked: _Boxes) -> Overlap:
    """The areas of unions of boxes, over all pages together; their `iou` is the line-box IoU.

    Areas are fractions of a page, so pages weigh alike whatever their size. Where boxes overlap,
    the area counts once.
    """
    expected, covered = _by_page(gold), _by_page(marked)
    areas = [_areas(expected[page], covered[page]) for page in sorted({*expected, *covered})]
    needed, taken, both = np.sum(areas, axis=0).tolist() if areas else (0.0, 0.0, 0.0)
    return Overlap(both, needed, taken)


def _share_found(lines: _Boxes, boxes: _Boxes) -> float | None:
    on_page = _by_page(boxes)
    matches = [_is_found(line, on_page[line.page]) for line in lines]
    return sum(matches) / len(matches) if matches else None


def _is_found(line: BoundingBox | PageBox, boxes: NDArray[np.float64]) -> bool:
    left, top, right, bottom = boxes.T
    middle = (line.top + line.bottom) / 2
    beside = (top <= middle) & (middle <= bottom)
    places = np.linspace(line.left, line.right, _SAMPLES + 2)[1:-1, None]
    inside = (places >= left[beside]) & (places <= right[beside])
    return float(inside.any(axis=1).mean()) >= LINE_SHARE


def _by_page(boxes: Iterable[BoundingBox | PageBox]) -> defaultdict[_Page, NDArray[np.float64]]:
    """Edges (n, 4) of the boxes of each page, LTRB."""
    boxes_of_page: defaultdict[_Page, list[tuple[float, ...]]] = defaultdict(list)
    for box in boxes:
        boxes_of_page[box.page].append((box.left, box.top, box.right, box.bottom))
    arrays = {page: np.array(edges) for page, edges in boxes_of_page.items()}
    return defaultdict(lambda: np.zeros((0, 4)), arrays)


def _areas(
    first_boxes: NDArray[np.float64], second_boxes: NDArray[np.float64]
) -> tuple[float, float, float]:
    """Area of the union of some boxes, of others, and what both unions share.

    All edges together cut the page into a grid; a box covers whole cells of it.
    """
    edges = np.concatenate((first_boxes, second_boxes))
    xs, ys = np.unique(edges[:, ::2]), np.unique(edges[:, 1::2])
    cells = np.outer(np.diff(xs), np.diff(ys))
    first, second = (_covered(boxes, xs, ys) for boxes in (first_boxes, second_boxes))
    return float(cells[first].sum()), float(cells[second].sum()), float(cells[first & second].sum())


def _covered(
    boxes: NDArray[np.float64], xs: NDArray[np.float64], ys: NDArray[np.float64]
) -> NDArray[np.bool_]:
    covered = np.zeros((len(xs) - 1, len(ys) - 1), bool)
    columns, rows = np.searchsorted(xs, boxes[:, ::2]), np.searchsorted(ys, boxes[:, 1::2])
    for (left, right), (top, bottom) in zip(columns, rows, strict=True):
        covered[left:right, top:bottom] = True
    return covered
