"""Flow charts: small boxes with labels, joined by lines, as one figure that holds its labels."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from core.geometry import area, bounds, clusters, contains_centre, is_near, is_within
from core.parsing.elements import Element
from core.parsing.structuring.line_rows import merge_pieces
from core.parsing.structuring.slots import FRAME, Slot
from core.reading.line import count_words
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.geometry import Box
    from core.reading.line import Line
    from core.reading.page_content import PageContent, Vector

FEWEST = 3
"""Boxes with a label, and FEWEST - 1 connecting lines, that make a chart."""

MOST = 80
"""Small boxes on a page from which on they are a plot or a map."""

APART = 50.0
"""Points between two boxes of one chart at most."""

LONGEST = 25
"""Words in a box, from which on it is a text box."""


def charts(content: PageContent) -> list[Slot]:
    """A slot for each flow chart; its labels are taken out of `content.lines`."""
    small = [vector for vector in content.vectors if _is_small(vector.box, content)]
    drawn = list(dict.fromkeys(v.box for v in sorted(small, key=_by_certainty)))
    if not FEWEST <= len(drawn) <= MOST:
        return []
    frames = _disjoint(_labelled(drawn, content.straight))
    near = clusters(frames, APART)
    slots = [_slot(content, [frames[number] for number in cluster]) for cluster in near]
    return [slot for slot in slots if slot is not None]


def _by_certainty(vector: Vector) -> tuple[bool, float]:
    """Filled boxes first, then small ones: a stroked one may be an arrow between two boxes."""
    return vector.stroked, area(vector.box)


def _is_small(box: Box, content: PageContent) -> bool:
    width, height = box[2] - box[0], box[3] - box[1]
    return 20 < width < FRAME[0] * content.width and 10 < height < FRAME[1] * content.height


def _labelled(drawn: Sequence[Box], lines: Sequence[Line]) -> list[Box]:
    """Boxes in which words stand, and none across the edges, as over an arrow."""
    words = np.array([box for line in lines for box in line.boxes])
    if not len(words):
        return []
    start, end = words[:, :2], words[:, 2:]
    labelled: list[Box] = []
    for box in drawn:
        low, high = np.array(box[:2]), np.array(box[2:])
        touched = ((start < high - 1) & (end > low + 1)).all(axis=1)
        within = (start >= low - 2).all(axis=1) & (end <= high + 2).all(axis=1)
        if touched.any() and not (touched & ~within).any():
            labelled.append(box)
    return labelled


def _slot(content: PageContent, frames: list[Box]) -> Slot | None:
    """The chart of boxes that stand near each other, or None where they are something else."""
    region = bounds(frames)
    if len(frames) < FEWEST or _connections(content, frames, region) < FEWEST - 1:
        return None
    inside = [line for line in content.straight if contains_centre(region, line.box)]
    by_frame: dict[int, list[Line]] = {number: [] for number in range(-1, len(frames))}
    for line in inside:
        for number, piece in line.parts([_frame(box, frames) for box in line.boxes]).items():
            by_frame[number].append(piece)
    others = [[piece] for piece in by_frame.pop(-1)]
    labels = [merge_pieces(pieces) for pieces in by_frame.values() if pieces]
    if _is_grid(frames) or not _are_words(labels):
        return None
    longest = max(map(count_words, labels), default=0)
    if len(labels) < FEWEST or longest > LONGEST or len(others) > 2 * len(labels):
        return None
    taken = {id(line) for line in inside}
    content.lines = [line for line in content.lines if id(line) not in taken]
    ordered = sorted([*labels, *others], key=lambda lines: (round(lines[0].top / 8), lines[0].left))
    children = [Element(ElementType.PARAGRAPH, lines) for lines in ordered]
    figure = Element(ElementType.FIGURE, children=children, regions=(content.fraction(region),))
    return Slot.of(content.number, region, figure)


def _is_grid(frames: Sequence[Box]) -> bool:
    """Whether two boxes touch, as the cells of a table do."""
    return any(is_near(frame, other, 3.0) for frame, other in combinations(frames, 2))


def _are_words(labels: Sequence[Sequence[Line]]) -> bool:
    """Whether labels are words rather than numbers."""
    text = "".join(word for lines in labels for line in lines for word in line.words)
    return sum(map(str.isalpha, text)) * 2 > len(text)


def _frame(word: Box, frames: Sequence[Box]) -> int:
    """The number of the first box that a word stands in, -1 for none."""
    return next((n for n, frame in enumerate(frames) if contains_centre(frame, word)), -1)


def _connections(content: PageContent, frames: Sequence[Box], region: Box) -> int:
    """Drawings between the boxes, as arrows are."""
    near = {v.box for v in content.vectors if is_near(v.box, region, 0.0)}
    inside = [box for box in near - {region} if is_within(box, region, 2.0)]
    return sum(not any(is_within(box, frame, 2.0) for frame in frames) for box in inside)


def _disjoint(frames: Sequence[Box]) -> list[Box]:
    """Boxes without those that reach into one before them, as second outlines and arrows do."""
    disjoint: list[Box] = []
    for frame in frames:
        if not any(is_near(frame, other, -1.0) for other in disjoint):
            disjoint.append(frame)
    return sorted(disjoint)
