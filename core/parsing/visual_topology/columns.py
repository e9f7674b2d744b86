"""Regions of a page to elements in reading order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.geometry import BoundingBox
from core.parsing.elements import Element
from core.parsing.structuring.blocks import blocks
from core.parsing.structuring.rows import merge_pieces
from core.parsing.visual_topology.table import table_element
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.pages import ReadPage, Region, Sight
    from core.parsing.structuring.classify import Classifier
    from core.reading.line import Box, Line

TYPES = {
    "list-item": ElementType.LIST_ITEM,
    "caption": ElementType.CAPTION,
    "footnote": ElementType.FOOTNOTE,
    "formula": ElementType.FORMULA,
    "page-header": ElementType.PAGE_HEADER,
    "page-footer": ElementType.PAGE_FOOTER,
}


def columns_by_sight(page: ReadPage, sight: Sight, classifier: Classifier) -> list[list[Element]]:
    """The elements of a page in reading order; no word of it is lost."""
    rest = [line for line in page.content.lines if not line.hidden]
    elements: list[Element] = []
    for region in sight.regions:
        inside, rest = _split(rest, region.box)
        elements += _elements(region, merge_pieces(inside), page, classifier)
    if rest:
        elements += classifier.column(blocks(merge_pieces(rest)), page.content.height)
    return [elements]


def _elements(
    region: Region, lines: Sequence[Line], page: ReadPage, classifier: Classifier
) -> list[Element]:
    if region.kind == "table" and region.grid and lines:
        return [table_element(region.grid, lines, page.content)]
    if region.kind == "picture":
        figure = Element(ElementType.FIGURE, list(lines), regions=(_fraction(region.box, page),))
        return [figure]
    if not lines:
        return []
    if region.kind in ("section-header", "title"):
        return [classifier.heading(list(lines))]
    if region.kind in TYPES:
        return [Element(TYPES[region.kind], list(lines))]
    return [Element(ElementType.PARAGRAPH, list(lines))]


def _split(lines: Sequence[Line], box: Box) -> tuple[list[Line], list[Line]]:
    inside: list[Line] = []
    rest: list[Line] = []
    for line in lines:
        held = [i for i, word in enumerate(line.boxes) if _holds(box, word)]
        if held:
            inside.append(line.part(held))
        if len(held) < len(line.words):
            kept = set(range(len(line.words))) - set(held)
            rest.append(line.part(sorted(kept)))
    return inside, rest


def _holds(box: Box, word: Box) -> bool:
    x, y = (word[0] + word[2]) / 2, (word[1] + word[3]) / 2
    return box[0] - 1 <= x <= box[2] + 1 and box[1] - 1 <= y <= box[3] + 1


def _fraction(box: Box, page: ReadPage) -> BoundingBox:
    width, height = page.content.width, page.content.height
    left, top = max(box[0] / width, 0.0), max(box[1] / height, 0.0)
    right, bottom = min(box[2] / width, 1.0), min(box[3] / height, 1.0)
    return BoundingBox(page.content.number, left, top, right, bottom)
