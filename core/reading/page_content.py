"""What a page holds before it is structured: lines of words, drawings and images."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.geometry import clipped, from_points
from core.reading.line import SLANTED

if TYPE_CHECKING:
    from core.geometry import BoundingBox, Box
    from core.reading.line import Line


@dataclass(frozen=True, slots=True)
class Vector:
    """One drawn path: its box, whether only its outline is drawn, and its colour (0xRRGGBB).

    One that is not `straight` has curves or slanted lines, as no ruling of a table has.
    """

    box: Box
    stroked: bool
    colour: int
    straight: bool = True


@dataclass(slots=True)
class PageContent:
    """What stands on one page. `vectors` are drawings, `images` the boxes of images.

    `sharp` are the boxes of images stored without loss, as charts and screenshots are.
    `ocr_layer` says that text which a reader cannot see stands over a picture of it. `raised`
    are small characters above the base line, such as marks of footnotes, with their boxes. `typed`
    is what was typed into the fields of a form, behind the name of each.
    """

    number: int
    width: float
    height: float
    lines: list[Line]
    vectors: list[Vector] = field(default_factory=list)
    images: list[Box] = field(default_factory=list)
    sharp: list[Box] = field(default_factory=list)
    ocr_layer: bool = False
    raised: list[tuple[str, Box]] = field(default_factory=list)
    typed: list[tuple[str, Line]] = field(default_factory=list)

    @property
    def area(self) -> float:
        """Square points."""
        return self.width * self.height

    @property
    def visible(self) -> list[Line]:
        """The lines that a reader can see."""
        return [line for line in self.lines if not line.hidden]

    @property
    def upright(self) -> list[Line]:
        """The visible lines that run from left to right, or back."""
        return [line for line in self.visible if line.angle == 0]

    @property
    def straight(self) -> list[Line]:
        """The visible lines that run along or across the page."""
        return [line for line in self.visible if line.angle != SLANTED]

    def all_lines(self) -> list[Line]:
        """All lines, those typed into the fields of a form as well."""
        return [*self.lines, *(line for _, line in self.typed)]

    def clipped(self, box: Box) -> Box:
        """What lies of a box on the page."""
        return clipped(box, self.width, self.height)

    def fraction(self, box: Box) -> BoundingBox:
        """A box in points as fractions of the page."""
        return from_points(self.number, box, self.width, self.height)
