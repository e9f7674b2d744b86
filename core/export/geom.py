"""Where each node of a tree stands, as plain values.

Source: thesis, sections 3.2.2 (ParsingBoundingBox) and 3.2.3 (ParsingResult).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.geometry import union_by_page

if TYPE_CHECKING:
    from core.geometry import BoundingBox
    from core.sir import Location, Sir

_DIGITS = 6
"""Decimals of an edge: a millionth of a page is far below what can be seen."""


def node_boxes(sir: Sir) -> list[tuple[BoundingBox, ...]]:
    """The boxes of every node, one a page, in the order of the nodes.

    Their spans are the lines of its own text and its regions, or the boxes of its children where
    it has neither, as a table. The root has none.
    """
    boxes: list[tuple[BoundingBox, ...]] = [()] * len(sir.nodes)
    for index in range(len(sir.nodes) - 1, 0, -1):
        below = [box for child in sir.nodes[index].children for box in boxes[child]]
        boxes[index] = sir.boxes(index) or union_by_page(below)
    return boxes


def geom(sir: Sir, index: int, boxes: tuple[BoundingBox, ...]) -> list[dict[str, Any]]:
    """Boxes of a node with the fields of ParsingBoundingBox: fractions of the displayed page.

    Each line, and each region, says how well its place is known; of the boxes of children, theirs
    do.
    """
    node = sir.nodes[index]
    known = dict(sir.placed_lines(sir.words_between(index, 0, len(node.text))))
    known |= dict.fromkeys(node.regions, node.location)
    return [
        {**_edges(box), "spans": [_span(span, known.get(span)) for span in box.spans]}
        for box in boxes
    ]


def _span(box: BoundingBox, location: Location | None) -> dict[str, Any]:
    return {**_edges(box), "spans": []} | ({"location": location.value} if location else {})


def _edges(box: BoundingBox) -> dict[str, Any]:
    sides = {name: getattr(box, name) for name in ("left", "top", "right", "bottom")}
    return {"page": box.page, **{name: round(float(at), _DIGITS) for name, at in sides.items()}}
