"""Where a node stands, in terms that outlive a parse, and the node of another parse that is there.

A node is known again by its words and its box, both of which come from the page; ids, classes
and levels are of one parse only.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
from pydantic import BaseModel, ConfigDict

from core.geometry import BoundingBox, iou, union
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from core.sir import Sir

KEPT = 400
"""Characters of a text that are kept; the rest counts by its length only."""

ALIKE = 0.8
"""Least share of words in common of a node that is taken for another."""

OVERLAP = 0.3
"""Least overlap of their boxes (intersection over union)."""

AHEAD = 0.1
"""How far the best node must be ahead of the next, in the mean of both measures."""

SAME_CLASS = 0.2
"""What the class adds, which tells a list from the segment that holds nothing but it."""


class Place(BaseModel):
    """A node as a reader would point at it.

    `box` is left, top, right and bottom on `page` (1-based) as fractions of the page, of what
    the node has there with all below it. `text` is the beginning of its words, `length` that of
    all. `holder` says that the words are those of nodes below it, as in a table. `type` is the
    class that the parser gave.
    """

    model_config = ConfigDict(frozen=True)

    page: int
    box: tuple[float, float, float, float]
    text: str
    length: int
    type: ElementType
    holder: bool = False


def place_of(sir: Sir, index: int) -> Place | None:
    """The place of a node; None for one without words and regions."""
    below = list(sir.walk(index)) if index < sir.flow and not sir.nodes[index].text else [index]
    boxes = [box for node in below for box in sir.boxes(node)]
    if not boxes:
        return None
    page = min(box.page for box in boxes)
    whole = union(box for box in boxes if box.page == page)
    text = " ".join(" ".join(sir.nodes[node].text for node in below).split())
    edges = (whole.left, whole.top, whole.right, whole.bottom)
    left, top, right, bottom = (round(float(edge), 4) for edge in edges)
    return Place(
        page=page,
        box=(left, top, right, bottom),
        text=text[:KEPT],
        length=len(text),
        type=sir.nodes[index].type,
        holder=bool(text) and not sir.nodes[index].text,
    )


def find(sir: Sir, places: Sequence[Place]) -> list[int | None]:
    """For each place the index of the node that is there; None where none is, or it is doubtful.

    No node is given to two places.
    """
    pages = first_pages(sir)
    nodes: dict[int, list[tuple[int, Place]]] = {}
    for page in {place.page for place in places}:
        on_page = (int(index) for index in np.flatnonzero(pages == page) if index)
        candidates = ((index, place_of(sir, index)) for index in on_page)
        nodes[page] = [(index, place) for index, place in candidates if place]
    indexes = [_best(place, nodes[place.page]) for place in places]
    times = Counter(indexes)
    return [index if times[index] == 1 else None for index in indexes]


def first_pages(sir: Sir) -> NDArray[np.int32]:
    """(nodes,) The page on which each node's own text, region or first child begins, or 0."""
    pages = np.zeros(len(sir.nodes), np.int32)
    first = sir.pieces.first
    with_words = np.flatnonzero(first[:-1] < first[1:])
    words = sir.pieces.word[first[with_words]]
    pages[with_words] = sir.lines.page[sir.words.line[words]]
    for index in range(len(sir.nodes) - 1, 0, -1):
        node = sir.nodes[index]
        if not pages[index] and node.regions:
            pages[index] = node.regions[0].page
        if not pages[index] and node.children:
            pages[index] = pages[node.children[0]]
    return pages


def _best(place: Place, candidates: Sequence[tuple[int, Place]]) -> int | None:
    """The node that is alike enough, and clearly more so than any other."""
    scores = sorted(((_score(place, other), -index) for index, other in candidates), reverse=True)
    best, second = (*scores, (0.0, 0), (0.0, 0))[:2]
    return -best[1] if best[0] and best[0] - second[0] >= AHEAD else None


def _score(place: Place, other: Place) -> float:
    """The mean of likeness and overlap, 0 where either is too small."""
    if place.holder != other.holder or place.page != other.page:
        return 0.0
    overlap = iou(BoundingBox(place.page, *place.box), BoundingBox(other.page, *other.box))
    alike = _likeness(place, other) if overlap >= OVERLAP else 0.0
    if alike < ALIKE:
        return 0.0
    return (overlap + alike) / 2 + SAME_CLASS * (place.type is other.type)


def _likeness(place: Place, other: Place) -> float:
    """Share of words in common (Dice), times the ratio of the lengths; 1 for no words at all."""
    if not place.length or not other.length:
        return float(place.length == other.length)
    mine, theirs = Counter(place.text.split()), Counter(other.text.split())
    shared = 2 * (mine & theirs).total() / (mine.total() + theirs.total())
    return shared * min(place.length, other.length) / max(place.length, other.length)
