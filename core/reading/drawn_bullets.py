"""Bullets that are drawings, as Chrome and some word processors make them, written as "•".

Such a bullet is a small filled disc or square in the colour of the text, left of a line at the
height of its small letters, and another one stands above or below it.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from core.reading.strips import STRIP, by_strip

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.reading.line import Line
    from core.reading.page_content import PageContent, Vector

BULLET = "\u2022"

SMALLEST, LARGEST = 0.15, 0.5
"""Widths of a bullet, in times of the size of the type."""

SHORTEST, LONGEST = 1.0, 10.0
"""Points; what is smaller or larger is not looked at."""

TALLEST = 2 * LONGEST / SMALLEST
"""Points; a line in larger type has no such bullet."""

SQUARE = 0.15
"""Difference of height and width, as a share of the width, at most."""

NEAREST, FARTHEST = 0.25, 2.5
"""Times the size of the type between it and the line."""

OFF = 0.2
"""Times the size of the type between its middle and that of the line, at most."""

ALIGNED = 0.5
"""Points by which the left edges of two bullets of one list may differ."""


def write_bullets(content: PageContent) -> None:
    """Writes each such drawing of a page at the beginning of its line."""
    small = [vector for vector in content.vectors if _is_small(vector)]
    if len(small) < 2:
        return
    upright = (line for line in content.upright if not line.rtl and line.height < TALLEST)
    lines = by_strip((line.top, line.bottom, line) for line in upright)
    by_line: dict[int, tuple[Line, Vector]] = {}
    for vector in small:
        strip = lines[int((vector.box[1] + vector.box[3]) / 2 // STRIP)]
        if beside := [line for line in strip if _is_bullet(vector, line)]:
            line = min(beside, key=lambda line: line.left)
            by_line.setdefault(id(line), (line, vector))
    for line, vector in _aligned(by_line.values()):
        line.words.insert(0, BULLET)
        line.boxes.insert(0, vector.box)
        line.lead += line.lead > 0
        line.measure()


def _is_small(vector: Vector) -> bool:
    left, top, right, bottom = vector.box
    width = right - left
    square = abs(bottom - top - width) <= SQUARE * width
    return not vector.stroked and SHORTEST < width < LONGEST and square


def _is_bullet(vector: Vector, line: Line) -> bool:
    """Whether a drawing stands left of a line as its bullet does."""
    left, top, right, bottom = vector.box
    size = line.type_size
    sized = SMALLEST * size <= right - left <= LARGEST * size
    level = abs((top + bottom) / 2 - line.middle) <= OFF * size
    apart = NEAREST * size <= line.left - right <= FARTHEST * size
    return sized and level and apart and vector.colour == line.colour


def _aligned(bullets: Iterable[tuple[Line, Vector]]) -> list[tuple[Line, Vector]]:
    """Bullets with others at the same left edge."""
    edges: defaultdict[int, list[tuple[Line, Vector]]] = defaultdict(list)
    for line, vector in bullets:
        edges[round(vector.box[0] / ALIGNED)].append((line, vector))
    return [bullet for edge in edges.values() if len(edge) > 1 for bullet in edge]
