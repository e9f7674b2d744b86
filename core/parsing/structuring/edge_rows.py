"""The rows of text near the upper and lower edge of a page, where running text may stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from core.geometry import contains_centre, rotated
from core.reading.line import text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.geometry import Box
    from core.reading.line import Line
    from core.reading.page_content import PageContent

ZONE = 0.14
"""Share of the page height, at the top and at the bottom, where running text may stand."""

DEPTH = 4
"""Rows from the edge that are looked at."""


class Row(NamedTuple):
    """A row of text near an edge; `pieces` are its lines, `depth` counts from the edge, from 1."""

    page: int
    top: bool
    depth: int
    y: float
    text: str
    size: float
    gap: float
    pieces: list[Line]

    @property
    def ends_early(self) -> bool:
        """Whether it is the last row of a short page, far from the edge."""
        return not self.top and 1 - self.y > ZONE


class _Placed(NamedTuple):
    """A line with its box on the page as it is when that line is upright."""

    box: Box
    line: Line

    @property
    def middle(self) -> float:
        return (self.box[1] + self.box[3]) / 2


def edge_rows(content: PageContent, angle: int = 0, tables: Sequence[Box] = ()) -> list[Row]:
    """The rows near both edges of a page, the outermost first, of the visible lines at an angle.

    The last row is among them wherever it stands below the upper edge: a page printed from the web
    may be short.
    Edges and places are those of the page when it is turned so that these lines are upright.
    Rows of `tables`, in points of the page, are left out where these reach further into it.
    """
    height = content.width if angle in (90, 270) else content.height
    large = [box for box in tables if _reaches_further(box, content.height)]
    lines = (
        placed
        for placed in _upright(content, angle)
        if not any(contains_centre(box, placed.line.box) for box in large)
    )
    rows: list[list[_Placed]] = []
    for placed in sorted(lines, key=lambda placed: placed.middle):
        if rows and placed.middle < rows[-1][0].box[3]:
            rows[-1].append(placed)
        else:
            rows.append([placed])
    edges: list[Row] = []
    for top in (True, False):
        ordered = rows if top else rows[::-1]
        for index, row in enumerate(ordered[:DEPTH]):
            y = row[0].middle / height
            is_last = not top and index == 0 and y > ZONE
            if (y if top else 1 - y) > ZONE and not is_last:
                break
            ahead = ordered[index + 1][0].middle if index + 1 < len(ordered) else None
            gap = abs(ahead - row[0].middle) if ahead is not None else height
            pieces = [line for _, line in row]
            text = text_of(line for _, line in sorted(row, key=lambda placed: placed.box[0]))
            size = max(line.size for line in pieces)
            edges.append(Row(content.number, top, index + 1, y, text, size, gap, pieces))
    return edges


def _reaches_further(box: Box, height: float) -> bool:
    """Whether a table is more than a heading or a foot of its page, which may be drawn as one."""
    return box[3] > ZONE * height and box[1] < (1 - ZONE) * height


def _upright(content: PageContent, angle: int) -> list[_Placed]:
    return [
        _Placed(rotated(line.box, angle, content.width, content.height), line)
        for line in content.lines
        if line.angle == angle and not line.hidden
    ]
