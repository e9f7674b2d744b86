"""The pictures of a document: which nodes have one, what it is called, where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from core.geometry import union_by_page
from core.sir import ElementType, Sir

if TYPE_CHECKING:
    from collections.abc import Collection

    from core.geometry import BoundingBox

FOLDER = "figures"
PICTURED = frozenset({ElementType.FIGURE, ElementType.FORMULA})
"""What a stream of text shows as a picture."""
PICTURED_IN_TREE = PICTURED | {ElementType.TABLE}
"""What has a picture beside its text. Source: thesis, section 3.2.3 (`image`)."""

SMALLEST = 2.0
"""Points of each side; what is smaller shows nothing."""


class Picture(NamedTuple):
    """A part of a page that is kept as an image: `name` is its path beside the stream."""

    name: str
    box: BoundingBox


def pictures(sir: Sir, kinds: Collection[ElementType] = PICTURED) -> dict[int, Picture]:
    """The picture of each node of these kinds in the flow whose place is known, by node.

    Of one that stands on several pages, the picture shows its part on the first. A table stands
    where its cells do.
    """
    drawn: dict[int, Picture] = {}
    for index, node in enumerate(sir.nodes[: sir.flow]):
        regions = list(node.regions)
        if node.type is ElementType.TABLE and node.type in kinds:
            regions += [box for below in sir.walk(index) for box in sir.boxes(below)]
        if node.type not in kinds or not regions:
            continue
        box = union_by_page(regions)[0]
        if _is_drawn(sir, box):
            drawn[index] = Picture(f"{FOLDER}/{node.id}.png", box)
    return drawn


def _is_drawn(sir: Sir, box: BoundingBox) -> bool:
    page = sir.pages[box.page - 1]
    sides = (box.right - box.left) * page.width, (box.bottom - box.top) * page.height
    return min(sides) >= SMALLEST
