"""Pages whose text runs sideways or askew: turned for the rules, and back for the boxes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from core.geometry import BoundingBox, from_points, rotated
from core.reading.line import count_letters
from core.sir import Location

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from core.geometry import Box
    from core.parsing.elements import Element
    from core.parsing.read_pages import ReadPage
    from core.reading.line import Line
    from core.reading.page_content import PageContent


def turn_upright(content: PageContent) -> int:
    """Turns a page so that most of its text is upright, and says by how much, in degrees."""
    letters: Counter[int] = Counter({0: 1})
    for line in content.straight:
        letters[line.angle] += count_letters([line])
    angle = letters.most_common(1)[0][0]
    turn_content(content, angle)
    return angle


def turn_content(content: PageContent, angle: int) -> None:
    """Turns what stands on a page against the clock by a multiple of 90 degrees."""
    angle %= 360
    if not angle:
        return
    width, height = content.width, content.height
    for line in content.all_lines():
        _turn_line(line, angle, width, height)
    content.vectors = [
        replace(vector, box=rotated(vector.box, angle, width, height)) for vector in content.vectors
    ]
    content.images = [rotated(box, angle, width, height) for box in content.images]
    content.raised = [(text, rotated(box, angle, width, height)) for text, box in content.raised]
    if angle != 180:
        content.width, content.height = height, width


def level(content: PageContent, skew: float) -> None:
    """Turns the lines of a page against the clock around its middle, by so many degrees."""
    if not skew:
        return
    for line in content.all_lines():
        line.boxes = [askew(box, -skew, content.width, content.height) for box in line.boxes]
        line.location = Location.APPROXIMATE
        line.measure()


def askew(box: Box, angle: float, width: float, height: float) -> Box:
    """The upright box around a box turned clockwise around the middle of a page of that size."""
    cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    x = np.array([box[0], box[2], box[2], box[0]]) - width / 2
    y = np.array([box[1], box[1], box[3], box[3]]) - height / 2
    across, down = x * cos - y * sin + width / 2, x * sin + y * cos + height / 2
    return float(across.min()), float(down.min()), float(across.max()), float(down.max())


def turn_back(elements: Iterable[Element], pages: Mapping[int, ReadPage]) -> None:
    """Puts the lines and regions of elements back to where they are on the displayed page.

    `pages` holds, by their number, those that were turned or made level.
    """
    for element in elements:
        for line in element.lines:
            if line.page in pages:
                _line_back(line, pages[line.page])
        element.regions = tuple(
            _region_back(box, pages[box.page]) if box.page in pages else box
            for box in element.regions
        )
        turn_back(element.children, pages)


def turn_words_back(elements: Sequence[Element], read: Iterable[ReadPage]) -> None:
    """As `turn_back` where regions are given on the page as displayed, as other parsers do."""
    regions = [(each, each.regions) for element in elements for each in element.walk()]
    turn_back(elements, {page.content.number: page for page in read if page.turn or page.skew})
    for element, boxes in regions:
        element.regions = boxes


def _turn_line(line: Line, angle: int, width: float, height: float) -> None:
    line.boxes = [rotated(box, angle, width, height) for box in line.boxes]
    if line.angle >= 0:
        line.angle = (line.angle - angle) % 360
    line.measure()


def _line_back(line: Line, page: ReadPage) -> None:
    width, height = page.content.width, page.content.height
    if page.skew:
        line.boxes = [askew(box, page.skew, width, height) for box in line.boxes]
    _turn_line(line, 360 - page.turn, width, height)


def _region_back(region: BoundingBox, page: ReadPage) -> BoundingBox:
    width, height = page.content.width, page.content.height
    box = region.in_points(width, height)
    if page.skew:
        box = askew(box, page.skew, width, height)
    box = rotated(box, (360 - page.turn) % 360, width, height)
    if page.turn in (90, 270):
        width, height = height, width
    edges = from_points(region.page, box, width, height).edges
    left, top, right, bottom = (min(max(edge, 0.0), 1.0) for edge in edges)
    return BoundingBox(region.page, left, top, right, bottom)
