"""Boxes on pages: in points while a page is read, as fractions of it in a document.

All boxes are given on the page as displayed, that is after rotation and crop box, with the
origin at the top left and the order left, top, right, bottom (LTRB).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in points."""

THIN = 3.0
"""Points; a drawn box at most this thick is a ruling."""


def area(box: Box) -> float:
    """Square points; 0 for a box that is turned inside out."""
    return max(box[2] - box[0], 0.0) * max(box[3] - box[1], 0.0)


def bounds(boxes: Iterable[Box]) -> Box:
    """The smallest box around boxes.

    Raises:
        ValueError: there is none.
    """
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def clipped(box: Box, width: float, height: float) -> Box:
    """What lies of a box on a page of that size."""
    return max(box[0], 0.0), max(box[1], 0.0), min(box[2], width), min(box[3], height)


def clusters(boxes: Sequence[Box], distance: float) -> list[list[int]]:
    """The numbers of boxes that are near each other, or that others between them join, in order.

    Takes time and memory by the square of their count.
    """
    left, top, right, bottom = np.array(boxes, np.float64).reshape(-1, 4).T
    across = np.maximum.outer(left, left) - np.minimum.outer(right, right)
    down = np.maximum.outer(top, top) - np.minimum.outer(bottom, bottom)
    near = np.maximum(across, down) <= distance
    rest = np.ones(len(boxes), np.bool_)
    groups: list[list[int]] = []
    while rest.any():
        joined = np.zeros_like(rest)
        latest = np.array([rest.argmax()])
        while len(latest):
            joined[latest], rest[latest] = True, False
            latest = np.flatnonzero(near[latest].any(axis=0) & rest)
        groups.append(np.flatnonzero(joined).tolist())
    return groups


def contains_centre(box: Box, other: Box) -> bool:
    """Whether the middle of the other box lies in a box; the edges belong to it."""
    x, y = (other[0] + other[2]) / 2, (other[1] + other[3]) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def coverage(box: Box, other: Box) -> float:
    """Share of a box, 0 to 1, that the other one covers."""
    size = area(box)
    return intersection(box, other) / size if size else 0.0


def gaps(box: Box, other: Box) -> tuple[float, float]:
    """Points between two boxes across and down the page; below 0 where they overlap."""
    across = max(box[0], other[0]) - min(box[2], other[2])
    return across, max(box[1], other[1]) - min(box[3], other[3])


def intersection(box: Box, other: Box) -> float:
    """Square points that two boxes have in common."""
    across, down = gaps(box, other)
    return max(-across, 0.0) * max(-down, 0.0)


def is_near(box: Box, other: Box, distance: float) -> bool:
    """Whether at most so many points lie between two boxes, both across and down the page."""
    return max(gaps(box, other)) <= distance


def is_within(box: Box, other: Box, slack: float) -> bool:
    """Whether a box reaches over the edges of the other one by `slack` points at most."""
    starts = box[0] >= other[0] - slack and box[1] >= other[1] - slack
    return starts and box[2] <= other[2] + slack and box[3] <= other[3] + slack


def overlaps(box: Box, other: Box) -> bool:
    """Whether one box, which may be as thin as a line, reaches over the edges of the other."""
    beside = box[0] < other[2] and box[2] > other[0]
    return beside and box[1] < other[3] and box[3] > other[1]


def rotated(box: Box, angle: int, width: float, height: float) -> Box:
    """A box of a page of that size, after the page was turned against the clock by `angle`."""
    left, top, right, bottom = box
    if angle == 90:
        return top, width - right, bottom, width - left
    if angle == 180:
        return width - right, height - bottom, width - left, height - top
    if angle == 270:
        return height - bottom, left, height - top, right
    return box


@dataclass(frozen=True, slots=True)
class BoundingBox:
    """A rectangle on a page in fractions (0 to 1) of it, with the finer boxes it was made of.

    `page` is 1-based; `spans` holds boxes of higher granularity, such as the lines of a block.

    Source: thesis, section 3.2.2 (ParsingBoundingBox).
    """

    page: int
    left: float
    top: float
    right: float
    bottom: float
    spans: tuple[BoundingBox, ...] = ()

    @property
    def edges(self) -> Box:
        """The edges in fractions of the page."""
        return self.left, self.top, self.right, self.bottom

    @property
    def width(self) -> float:
        """Fraction of the page width."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Fraction of the page height."""
        return self.bottom - self.top

    @property
    def area(self) -> float:
        """Fraction of the page area; 0 for a box that is turned inside out."""
        return area(self.edges)

    def in_points(self, width: float, height: float) -> Box:
        """The same box in points of a displayed page of `width` by `height` points."""
        return self.left * width, self.top * height, self.right * width, self.bottom * height


def from_points(page: int, box: Box, width: float, height: float) -> BoundingBox:
    """A box of a displayed page of `width` by `height` points, as fractions of it."""
    left, top, right, bottom = box
    return BoundingBox(page, left / width, top / height, right / width, bottom / height)


def union(boxes: Iterable[BoundingBox]) -> BoundingBox:
    """The smallest box around boxes of one page; they become its spans.

    Raises:
        ValueError: no box was given, or the boxes lie on several pages.
    """
    spans = tuple(boxes)
    if len({box.page for box in spans}) != 1:
        raise ValueError("a union needs boxes of exactly one page")
    return BoundingBox(spans[0].page, *bounds(box.edges for box in spans), spans)


def union_by_page(boxes: Iterable[BoundingBox]) -> tuple[BoundingBox, ...]:
    """One box around those of each page, which become its spans; in the order of the pages."""
    pages: dict[int, list[BoundingBox]] = {}
    for box in boxes:
        pages.setdefault(box.page, []).append(box)
    return tuple(union(each) for _, each in sorted(pages.items()))


def iou(box: BoundingBox, other: BoundingBox) -> float:
    """Intersection over union, 0 to 1; 0 on different pages.

    Source: thesis, section 3.5.1, equation 3.1.
    """
    shared = intersection(box.edges, other.edges) if box.page == other.page else 0.0
    return shared / (box.area + other.area - shared) if shared else 0.0
