"""The lines of a page that another parser read, too, and what else is drawn there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from core.geometry import area, coverage, is_within, rotated
from core.parsing.page_rotation import askew

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.geometry import BoundingBox, Box
    from core.parsing.read_pages import ReadPage
    from core.reading.line import Line
    from core.sir import Page

_COVERED, _DRAWN = 0.5, 12
"""Share of a box that a picture covers, or drawn paths in it, from which words may stand in it."""


class PageLines(NamedTuple):
    """A page, and its lines in the order in which they were read.

    `read` says that they were read from its picture, so that single characters may be wrong. `turn`
    and `skew` are by how much the lines were turned to be upright, as in `ReadPage`. `pictures` and
    `drawings` are the boxes of images and of drawn paths among the lines, in points.
    """

    page: Page
    lines: Sequence[Line]
    read: bool = False
    turn: int = 0
    skew: float = 0.0
    pictures: Sequence[Box] = ()
    drawings: Sequence[Box] = ()

    def may_show(self, box: Box) -> bool:
        """Whether words may stand in a box, in points, that nobody could read there.

        On a page of which nothing was read, and in a picture or a drawing, such as a chart whose
        letters are drawn; not in a scan, where OCR read whatever there is.
        """
        if not self.lines:
            return True
        whole = self.page.width * self.page.height
        pictures = [each for each in self.pictures if not self.read or area(each) < whole / 2]
        if any(coverage(box, picture) >= _COVERED for picture in pictures):
            return True
        return sum(is_within(each, box, 1.0) for each in self.drawings) >= _DRAWN

    def in_points(self, box: BoundingBox) -> Box:
        """A box of the page as it is displayed, in points among its lines."""
        width, height = self.page.width, self.page.height
        points = box.in_points(width, height)
        if self.turn:
            points = rotated(points, self.turn, width, height)
        if self.turn in (90, 270):
            width, height = height, width
        return askew(points, -self.skew, width, height) if self.skew else points


def page_lines(page: Page, read: ReadPage) -> PageLines:
    """A page, of the size at which it is displayed, with what was read of it."""
    drawings = [vector.box for vector in read.content.vectors]
    return PageLines(
        page, read.lines, bool(read.ocr), read.turn, read.skew, read.content.images, drawings
    )
