"""Boxes on pages: one coordinate system, converted once on the way in and once on the way out.

All boxes are fractions (0 to 1) of the page as displayed, that is after rotation and crop box,
with the origin at the top left and the order left, top, right, bottom (LTRB).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class BoundingBox:
    """A rectangle on a page, with the finer boxes it was made of.

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
        return max(self.width, 0.0) * max(self.height, 0.0)

    def holds(self, x: float, y: float) -> bool:
        """Whether the point lies inside; the edges belong to the box."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom

    def in_points(self, width: float, height: float) -> tuple[float, float, float, float]:
        """The same box in points of a displayed page of `width` by `height` points."""
        return self.left * width, self.top * height, self.right * width, self.bottom * height


def union(boxes: Iterable[BoundingBox]) -> BoundingBox:
    """The smallest box around boxes of one page; they become its spans.

    Raises:
        ValueError: no box was given, or the boxes lie on several pages.
    """
    spans = tuple(boxes)
    if len({box.page for box in spans}) != 1:
        raise ValueError("a union needs boxes of exactly one page")
    return BoundingBox(
        spans[0].page,
        min(box.left for box in spans),
        min(box.top for box in spans),
        max(box.right for box in spans),
        max(box.bottom for box in spans),
        spans,
    )


def intersection_area(one: BoundingBox, other: BoundingBox) -> float:
    """Shared area of two boxes; 0 on different pages."""
    if one.page != other.page:
        return 0.0
    width = min(one.right, other.right) - max(one.left, other.left)
    height = min(one.bottom, other.bottom) - max(one.top, other.top)
    return max(width, 0.0) * max(height, 0.0)


def iou(one: BoundingBox, other: BoundingBox) -> float:
    """Intersection over union, 0 to 1. Source: thesis, section 3.5.1, equation 3.1."""
    shared = intersection_area(one, other)
    return shared / (one.area + other.area - shared) if shared else 0.0
