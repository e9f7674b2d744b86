"""Pages read by sight, written down: lines of words and the regions of a layout model."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.parsing.read_pages import Region, TableGrid
from core.parsing.structuring.classify import Classifier
from core.parsing.structuring.outline import Outline
from core.parsing.structuring.text_style import Style
from core.parsing.visual_topology.page_by_sight import columns_by_sight
from core.parsing.visual_topology.pictures import with_pictures
from core.reading.line import Line
from core.reading.page_content import PageContent, Vector

if TYPE_CHECKING:
    from core.geometry import Box
    from core.parsing.elements import Element

LETTER, SPACE, SIZE, STEP = 5.0, 4.0, 10.0, 12.0


def written(text: str, x: float, y: float, size: float = SIZE, *, bold: bool = False) -> Line:
    """A line whose words begin at `x` and end at the base line `y`."""
    boxes: list[Box] = []
    for word in text.split():
        boxes.append((x, y - size, x + len(word) * LETTER, y))
        x = boxes[-1][2] + SPACE
    return Line(1, text.split(), boxes, size, bold)


@dataclass
class Shown:
    """A page under construction, 600 by 800 points."""

    lines: list[Line] = field(default_factory=list)
    regions: list[Region] = field(default_factory=list)
    images: list[Box] = field(default_factory=list)
    drawings: list[Box] = field(default_factory=list)
    classifier: Classifier = field(
        default_factory=lambda: Classifier(Style(SIZE, bold=False), Outline([]))
    )

    def region(
        self,
        kind: str,
        x: float,
        y: float,
        *texts: str,
        size: float = SIZE,
        grid: TableGrid | None = None,
    ) -> Region:
        """A region around lines below each other, the first of them on the base line `y`."""
        lines = [written(text, x, y + index * STEP, size) for index, text in enumerate(texts)]
        self.lines += lines
        left, top = min(line.left for line in lines), min(line.top for line in lines)
        right, bottom = max(line.right for line in lines), max(line.bottom for line in lines)
        self.regions.append(Region(kind, (left, top, right, bottom), grid))
        return self.regions[-1]

    def content(self) -> PageContent:
        """What stands on the page."""
        vectors = [Vector(box, stroked=True, colour=0) for box in self.drawings]
        return PageContent(1, 600.0, 800.0, self.lines, vectors, self.images)

    def elements(self) -> list[Element]:
        """The elements of the page in reading order."""
        return [element for column in self.columns() for element in column]

    def columns(self) -> list[list[Element]]:
        """The elements of each column."""
        content = self.content()
        regions = with_pictures(self.regions, [], content)
        found = columns_by_sight(content, regions, self.classifier)
        return [column for column in found if column]


def texts(elements: list[Element]) -> list[str]:
    """The text of each element, that of all below it included."""
    return [" ".join(line.text for line in element.all_lines()) for element in elements]
