"""Flow charts: small boxes with labels, joined by lines, as one figure that holds its labels."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from core.geometry import BoundingBox
from core.parsing.elements import Element
from core.parsing.structuring.line_rows import merge_pieces
from core.parsing.structuring.slots import FRAME, Slot
from core.reading.line import SLANTED
from core.reading.page_boxes import bounds
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.reading.line import Box, Line
    from core.reading.page_content import PageContent, Vector

FEWEST = 3
"""Boxes with a label, and FEWEST - 1 connecting lines, that make a chart."""

MOST = 80
"""Small boxes on a page from which on they are a plot or a map."""

APART = 50.0
"""Points between two boxes of one chart at most."""

LONGEST = 25
"""Words in a box, from which on it is a text box."""

Label = tuple[int, "Line"]
"""The number of the box that a piece of text stands in, -1 for none, and the piece."""


def charts(content: PageContent) -> list[Slot]:
    """A slot for each flow chart; its labels are taken out of `content.lines`."""
    small = [vector for vector in content.vectors if _is_small(vector.box, content)]
    drawn = list(dict.fromkeys(v.box for v in sorted(small, key=_by_certainty)))
    if not FEWEST <= len(drawn) <= MOST:
        return []
    frames = _disjoint(_labelled(drawn, content.lines))
    slots = [_slot(content, cluster) for cluster in _clusters(frames)]
    return [slot for slot in slots if slot is not None]


def _by_certainty(vector: Vector) -> tuple[bool, float]:
    """Filled boxes first, then small ones: a stroked one may be an arrow between two boxes."""
    left, top, right, bottom = vector.box
    return vector.stroked, (right - left) * (bottom - top)


def _is_small(box: Box, content: PageContent) -> bool:
    width, height = box[2] - box[0], box[3] - box[1]
    return 20 < width < FRAME[0] * content.width and 10 < height < FRAME[1] * content.height


def _labelled(drawn: Sequence[Box], lines: Sequence[Line]) -> list[Box]:
    """Boxes in which words stand, and none across the edges, as over an arrow."""
    words = np.array([box for line in lines if _is_label(line) for box in line.boxes])
    if not len(words):
        return []
    start, end = words[:, :2], words[:, 2:]
    found: list[Box] = []
    for box in drawn:
        low, high = np.array(box[:2]), np.array(box[2:])
        touched = ((start < high - 1) & (end > low + 1)).all(axis=1)
        within = (start >= low - 2).all(axis=1) & (end <= high + 2).all(axis=1)
        if touched.any() and not (touched & ~within).any():
            found.append(box)
    return found


def _slot(content: PageContent, frames: list[Box]) -> Slot | None:
    """The chart of boxes that stand near each other, or None where they are something else."""
    region = bounds(frames)
    if len(frames) < FEWEST or _connections(content, frames, region) < FEWEST - 1:
        return None
    inside = [line for line in content.lines if _is_label(line) and _holds(region, line.boxes)]
    pieces = [piece for line in inside for piece in _pieces(line, frames)]
    labels = [
        merge_pieces([piece for frame, piece in pieces if frame == number])
        for number in range(len(frames))
    ]
    labels = [label for label in labels if label]
    others = [[piece] for frame, piece in pieces if frame < 0]
    if _is_grid(frames) or not _are_words(labels):
        return None
    longest = max((sum(len(line.words) for line in lines) for lines in labels), default=0)
    if len(labels) < FEWEST or longest > LONGEST or len(others) > 2 * len(labels):
        return None
    taken = {id(line) for line in inside}
    content.lines = [line for line in content.lines if id(line) not in taken]
    ordered = sorted([*labels, *others], key=lambda lines: (round(lines[0].top / 8), lines[0].left))
    children = [Element(ElementType.PARAGRAPH, lines) for lines in ordered]
    left, top, right, bottom = region
    place = BoundingBox(
        content.number,
        left / content.width,
        top / content.height,
        right / content.width,
        bottom / content.height,
    )
    figure = Element(ElementType.FIGURE, children=children, regions=(place,))
    return Slot.of(content.number, region, figure)


def _is_grid(frames: Sequence[Box]) -> bool:
    """Whether two boxes touch, as the cells of a table do."""
    return any(_is_near(one, two, 3.0) for one, two in combinations(frames, 2))


def _are_words(labels: Sequence[Sequence[Line]]) -> bool:
    """Whether labels are words rather than numbers."""
    text = "".join(word for lines in labels for line in lines for word in line.words)
    return sum(map(str.isalpha, text)) * 2 > len(text)


def _is_label(line: Line) -> bool:
    return not line.hidden and line.angle != SLANTED


def _pieces(line: Line, frames: Sequence[Box]) -> list[Label]:
    """The words of a line by the box that they stand in; labels side by side may be one line."""
    by_frame: dict[int, list[int]] = {}
    for index, box in enumerate(line.boxes):
        number = next((n for n, frame in enumerate(frames) if _holds(frame, [box])), -1)
        by_frame.setdefault(number, []).append(index)
    return [(number, line.part(indexes)) for number, indexes in by_frame.items()]


def _holds(box: Box, words: Sequence[Box]) -> bool:
    """Whether the middle of words lies in a box."""
    x = (min(word[0] for word in words) + max(word[2] for word in words)) / 2
    y = (min(word[1] for word in words) + max(word[3] for word in words)) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _connections(content: PageContent, frames: Sequence[Box], region: Box) -> int:
    """Drawings between the boxes, as arrows are."""
    between = [v.box for v in content.vectors if _is_near(v.box, region, 0.0)]
    small = [b for b in between if _is_within(b, region) and b != region]
    return sum(not any(_is_within(box, frame) for frame in frames) for box in set(small))


def _disjoint(frames: Sequence[Box]) -> list[Box]:
    """Boxes without those that reach into one before them, as second outlines and arrows do."""
    kept: list[Box] = []
    for frame in frames:
        if not any(_is_near(frame, other, -1.0) for other in kept):
            kept.append(frame)
    return sorted(kept)


def _is_within(inner: Box, outer: Box) -> bool:
    near = inner[0] >= outer[0] - 2 and inner[1] >= outer[1] - 2
    return near and inner[2] <= outer[2] + 2 and inner[3] <= outer[3] + 2


def _is_near(one: Box, other: Box, apart: float) -> bool:
    across = max(one[0], other[0]) - min(one[2], other[2])
    down = max(one[1], other[1]) - min(one[3], other[3])
    return across <= apart and down <= apart


def _clusters(frames: Sequence[Box]) -> list[list[Box]]:
    """Boxes that stand near each other, together."""
    clusters: list[list[Box]] = []
    for frame in frames:
        near = [c for c in clusters if any(_is_near(frame, other, APART) for other in c)]
        clusters = [c for c in clusters if c not in near]
        clusters.append([frame, *(other for cluster in near for other in cluster)])
    return clusters
