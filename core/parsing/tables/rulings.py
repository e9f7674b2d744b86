"""Cells of ruled tables from the drawings of a page.

The geometry is that of PyMuPDF's table finder. Its entry point reads every character of the
page once more and costs 20 to 200 ms a page; its parts take the drawings that are already here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pymupdf import table as finder

from core.reading.page_boxes import THIN
from core.reading.visibility import is_white

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.reading.line import Box
    from core.reading.page_content import PageContent, Vector

LONG = 8.0
"""Points; shorter rulings are marks or parts of drawings."""

TOLERANCE = 3
"""Points by which rulings may miss each other; the default of the table finder."""

MOST_EDGES = 600
"""Pages with more rulings are maps or plots."""

BACKGROUND = 0.8
"""Share of the page height from which a filled box is a background."""


def cells(content: PageContent) -> list[list[Box]]:
    """The cells of each ruled table on a page, from left to right and from the top down."""
    seen = _visible(content.vectors)
    edges = [edge for vector in seen for edge in _edges(vector, content.height)]
    directions = [edge["orientation"] for edge in edges]
    if directions.count("h") < 2 or directions.count("v") < 3 or len(edges) > 8 * MOST_EDGES:
        return []
    merged = finder.merge_edges(edges, TOLERANCE, TOLERANCE, TOLERANCE, TOLERANCE)
    merged = [edge for edge in merged if _length(edge) >= LONG]
    if len(merged) > MOST_EDGES:
        return []
    found = finder.intersections_to_cells(
        finder.edges_to_intersections(merged, TOLERANCE, TOLERANCE)
    )
    return _together([(c[0], c[1], c[2], c[3]) for c in found])


def _visible(vectors: Sequence[Vector]) -> list[Vector]:
    """Drawings without the grounds that lie on a larger one of their own colour."""
    grounds: dict[int, list[Box]] = {}
    for vector in vectors:
        if not vector.stroked and _is_thick(vector.box):
            grounds.setdefault(vector.colour, []).append(vector.box)
    kept: list[Vector] = []
    for vector in vectors:
        others = grounds.get(vector.colour, ())
        ground = not vector.stroked and _is_thick(vector.box) and len(others) <= MOST_EDGES
        if not (ground and any(_is_within(vector.box, other) for other in others)):
            kept.append(vector)
    return kept


def _is_thick(box: Box) -> bool:
    return box[2] - box[0] > THIN and box[3] - box[1] > THIN


def _is_within(box: Box, other: Box) -> bool:
    after = other[0] - 1 <= box[0] and other[1] - 1 <= box[1]
    if not (after and box[2] <= other[2] + 1 and box[3] <= other[3] + 1):
        return False
    return any(abs(a - b) > 1.0 for a, b in zip(box, other, strict=True))


def _edges(vector: Vector, height: float) -> Iterable[dict[str, Any]]:
    """The rulings that a drawing gives: itself if it is thin, else its four sides."""
    left, top, right, bottom = vector.box
    if bottom - top <= THIN:
        return [_edge(left, (top + bottom) / 2, right, (top + bottom) / 2)]
    if right - left <= THIN:
        return [_edge((left + right) / 2, top, (left + right) / 2, bottom)]
    filled_white = not vector.stroked and is_white(vector.colour)
    if filled_white or bottom - top > BACKGROUND * height:
        return []
    return [
        _edge(left, top, right, top),
        _edge(left, bottom, right, bottom),
        _edge(left, top, left, bottom),
        _edge(right, top, right, bottom),
    ]


def _edge(left: float, top: float, right: float, bottom: float) -> dict[str, Any]:
    """A ruling in the form that the table finder takes."""
    across = top == bottom
    return {
        "x0": left,
        "top": top,
        "x1": right,
        "bottom": bottom,
        "width": right - left,
        "height": bottom - top,
        "orientation": "h" if across else "v",
        "object_type": "line",
    }


def _length(edge: dict[str, Any]) -> float:
    return max(edge["x1"] - edge["x0"], edge["bottom"] - edge["top"])


def _together(found: Sequence[Box]) -> list[list[Box]]:
    """Cells by table: those that share a corner belong together."""
    owner = list(range(len(found)))

    def root(index: int) -> int:
        while owner[index] != index:
            owner[index] = owner[owner[index]]
            index = owner[index]
        return index

    corners: dict[tuple[float, float], int] = {}
    for index, (left, top, right, bottom) in enumerate(found):
        for corner in ((left, top), (right, top), (left, bottom), (right, bottom)):
            owner[root(index)] = root(corners.setdefault(corner, index))
    tables: dict[int, list[Box]] = {}
    for index, cell in enumerate(found):
        tables.setdefault(root(index), []).append(cell)
    return list(tables.values())
