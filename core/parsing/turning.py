"""Pages whose text runs sideways: turned upright for the rules, and back for the boxes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from core.geometry import BoundingBox

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from core.parsing.elements import Element
    from core.reading.content import PageContent
    from core.reading.line import Box, Line


def main_angle(lines: Iterable[Line]) -> int:
    """The direction in which most of the visible text runs; 0 where it is slanted."""
    mass: Counter[int] = Counter({0: 1})
    for line in lines:
        if not line.hidden and line.angle >= 0:
            mass[line.angle] += sum(map(len, line.words))
    return mass.most_common(1)[0][0]


def turn_upright(content: PageContent) -> int:
    """Turns a page so that most of its text is upright, and says by how much, in degrees."""
    angle = main_angle(content.lines)
    if not angle:
        return 0
    width, height = content.width, content.height
    for line in content.lines:
        _turn_line(line, angle, width, height)
    content.vectors = [
        replace(vector, box=turned(vector.box, angle, width, height)) for vector in content.vectors
    ]
    content.images = [turned(box, angle, width, height) for box in content.images]
    if angle != 180:
        content.width, content.height = height, width
    return angle


def turn_back(elements: Iterable[Element], contents: Mapping[int, tuple[PageContent, int]]) -> None:
    """Puts the lines and regions of elements back to where they are on the displayed page.

    `contents` holds, by page number, the pages that were turned, and by how much.
    """
    for element in elements:
        for line in element.lines:
            if line.page in contents:
                content, angle = contents[line.page]
                _turn_line(line, 360 - angle, content.width, content.height)
        element.regions = tuple(
            _region_back(box, contents[box.page][1]) if box.page in contents else box
            for box in element.regions
        )
        turn_back(element.children, contents)


def turned(box: Box, angle: int, width: float, height: float) -> Box:
    """A box of a page of that size, after the page was turned against the clock by `angle`."""
    left, top, right, bottom = box
    if angle == 90:
        return top, width - right, bottom, width - left
    if angle == 180:
        return width - right, height - bottom, width - left, height - top
    if angle == 270:
        return height - bottom, left, height - top, right
    return box


def _turn_line(line: Line, angle: int, width: float, height: float) -> None:
    line.boxes = [turned(box, angle, width, height) for box in line.boxes]
    if line.angle >= 0:
        line.angle = (line.angle - angle) % 360
    line.measure()


def _region_back(box: BoundingBox, angle: int) -> BoundingBox:
    edges = turned((box.left, box.top, box.right, box.bottom), 360 - angle, 1.0, 1.0)
    return BoundingBox(box.page, *edges)
