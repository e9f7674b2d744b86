"""Cells of ruled tables from the drawings of a page.

The geometry is that of PyMuPDF's table finder. Its entry point reads every character of the
page once more and costs 20 to 200 ms a page; its parts take the drawings that are already here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pymupdf import table as finder

from core.geometry import THIN, is_within
from core.reading.visibility import is_white

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.geometry import Box
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
    drawn = [v for v in content.vectors if v.straight or not v.stroked]
    edges = [edge for v in _visible(drawn) for edge in _edges(v, content.height)]
    directions = [edge["orientation"] for edge in edges]
    if directions.count("h") < 2 or directions.count("v") < 3 or len(edges) > 8 * MOST_EDGES:
        return []
    joined: list[Any] = finder.merge_edges(edges, *[TOLERANCE] * 4)
    merged = [edge for edge in joined if _length(edge) >= LONG]
    if len(merged) > MOST_EDGES:
        return []
    corners = finder.edges_to_intersections(merged, TOLERANCE, TOLERANCE)
    return _together([(c[0], c[1], c[2], c[3]) for c in finder.intersections_to_cells(corners)])


def _visible(vectors: Sequence[Vector]) -> list[Vector]:
    """Drawings without the grounds that lie on a larger one of their own colour."""
    grounds: dict[int, list[Box]] = {}
    for vector in filter(_is_ground, vectors):
        grounds.setdefault(vector.colour, []).append(vector.box)
    return [v for v in vectors if not _is_ground(v) or not _is_on(v.box, grounds[v.colour])]


def _is_ground(vector: Vector) -> bool:
    left, top, right, bottom = vector.box
    return not vector.stroked and right - left > THIN and bottom - top > THIN


def _is_on(box: Box, grounds: Sequence[Box]) -> bool:
    """Whether a box lies on another one that is larger; not asked where there are too many."""
    return len(grounds) <= MOST_EDGES and any(
        is_within(box, ground, 1.0)
        and any(abs(a - b) > 1.0 for a, b in zip(box, ground, strict=True))
        for ground in grounds
    )


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
    across = [_edge(left, y, right, y) for y in (top, bottom)]
    return across + [_edge(x, top, x, bottom) for x in (left, right)]


def _edge(left: float, top: float, right: float, bottom: float) -> dict[str, Any]:
    """A ruling in the form that the table finder takes."""
    return {
        "x0": left,
        "top": top,
        "x1": right,
        "bottom": bottom,
        "width": right - left,
        "height": bottom - top,
        "orientation": "h" if top == bottom else "v",
        "object_type": "line",
    }


def _length(edge: dict[str, Any]) -> float:
    return max(edge["x1"] - edge["x0"], edge["bottom"] - edge["top"])


def _together(cells: Sequence[Box]) -> list[list[Box]]:
    """Cells by table: those that share a corner belong together."""
    owner = list(range(len(cells)))

    def root(index: int) -> int:
        while owner[index] != index:
            owner[index] = owner[owner[index]]
            index = owner[index]
        return index

    corners: dict[tuple[float, float], int] = {}
    for index, (left, top, right, bottom) in enumerate(cells):
        for corner in ((left, top), (right, top), (left, bottom), (right, bottom)):
            owner[root(index)] = root(corners.setdefault(corner, index))
    tables: dict[int, list[Box]] = {}
    for index, cell in enumerate(cells):
        tables.setdefault(root(index), []).append(cell)
    return list(tables.values())
