"""Boxes of a page in points, as parsers reckon with them before there is a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.reading.line import Box

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


def holds(box: Box, other: Box) -> bool:
    """Whether the middle of the other box lies in a box; the edges belong to it."""
    x, y = (other[0] + other[2]) / 2, (other[1] + other[3]) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def shared(one: Box, other: Box) -> float:
    """Square points that two boxes have in common."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return max(across, 0.0) * max(down, 0.0)


def covered(box: Box, other: Box) -> float:
    """Share of a box, 0 to 1, that the other one covers."""
    size = area(box)
    return shared(box, other) / size if size else 0.0
