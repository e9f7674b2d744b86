"""The pictures of a document: which nodes have one, what it is called, where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from core.geometry import union
from core.sir import ElementType

if TYPE_CHECKING:
    from core.geometry import BoundingBox
    from core.sir import Sir

FOLDER = "figures"
PICTURED = frozenset({ElementType.FIGURE, ElementType.FORMULA})

SMALLEST = 2.0
"""Points of each side; what is smaller shows nothing."""


class Picture(NamedTuple):
    """A part of a page that is kept as an image: `name` is its path beside the stream."""

    name: str
    box: BoundingBox


def pictures(sir: Sir) -> dict[int, Picture]:
    """The picture of each figure and formula of the flow whose place is known, by node."""
    drawn: dict[int, Picture] = {}
    for index, node in enumerate(sir.nodes[: sir.flow]):
        if node.type not in PICTURED or not node.regions:
            continue
        page = node.regions[0].page
        box = union([region for region in node.regions if region.page == page])
        if _is_drawn(sir, box):
            drawn[index] = Picture(f"{FOLDER}/{node.id}.png", box)
    return drawn


def _is_drawn(sir: Sir, box: BoundingBox) -> bool:
    page = sir.pages[box.page - 1]
    sides = (box.right - box.left) * page.width, (box.bottom - box.top) * page.height
    return min(sides) >= SMALLEST
