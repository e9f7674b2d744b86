"""A table, figure or frame that takes part in the reading order as if it were one line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.geometry import area, clipped, contains_centre, from_points
from core.parsing.elements import Element
from core.reading.line import Line
from core.sir import ElementType

if TYPE_CHECKING:
    from core.geometry import Box
    from core.reading.page_content import PageContent

SMALLEST = 0.02
"""Share of the page from which an image is a figure, not an ornament."""

LARGEST = 0.85
"""Share of the page from which an image is a background or a scan, not a figure."""


@dataclass(slots=True, eq=False)
class Slot(Line):
    """The place of an element that is already made, or of frames side by side around text."""

    element: Element | None = None
    frames: tuple[Box, ...] = ()
    """In reading order; their words are in the content of the page."""

    @staticmethod
    def of(page: int, box: Box, element: Element) -> Slot:
        """The slot of an element that covers `box`."""
        return Slot(page, [""], [box], 10.0, element=element)


def figures(content: PageContent) -> list[Slot]:
    """A slot for each larger image on the page."""
    size = content.width, content.height
    slots: list[Slot] = []
    for box in (clipped(image, *size) for image in dict.fromkeys(content.images)):
        share = area(box) / (content.width * content.height)
        if SMALLEST <= share <= LARGEST and not _holds_text(box, content):
            region = from_points(content.number, box, *size)
            figure = Element(ElementType.FIGURE, regions=(region,))
            slots.append(Slot.of(content.number, box, figure))
    return slots


def _holds_text(box: Box, content: PageContent) -> bool:
    """Whether lines of text lie over an image, which makes it a background."""
    return sum(contains_centre(box, line.box) for line in content.lines) > 2
