"""One page by sight: the regions that the layout model finds, their elements in reading order."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.parsing.structuring.angles import WATERMARK, text_at_an_angle
from core.parsing.structuring.classify import are_notes
from core.parsing.structuring.line_rows import merge_pieces
from core.parsing.structuring.markers import CAPTION
from core.parsing.structuring.xy_cut import columns_of
from core.parsing.visual_topology.layout_model import find_regions
from core.parsing.visual_topology.paragraphs import joined
from core.parsing.visual_topology.pictures import is_bar, with_pictures
from core.parsing.visual_topology.region_tables import with_tables
from core.parsing.visual_topology.regions import elements_of
from core.parsing.visual_topology.scans import upright_page
from core.parsing.visual_topology.word_assignment import placed
from core.reading.line import SLANTED, around, count_words, text_of
from core.sir import Location

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import pymupdf

    from core.geometry import Box
    from core.parsing.base import Plan
    from core.parsing.elements import Element
    from core.parsing.read_pages import ReadPage, Region
    from core.parsing.structuring.classify import Classifier
    from core.parsing.structuring.text_style import Style
    from core.parsing.visual_topology.word_assignment import Placed
    from core.reading.line import Line
    from core.reading.page_content import PageContent

MARGIN = 0.2
"""Share of the page height, at the top and at the bottom, where running text may stand."""

RUNNING = ("page-header", "page-footer")

SEVERAL = 3
"""Lines from which on what stands at the top of a page is no running text by its look alone."""

SMALL = 0.9
"""Size of type, in times of the running text, below which it is: the masthead of a journal."""

NOTES = ("page-footer", "list-item")
"""Classes that the model gives to footnotes as well."""

KEEPING = ("picture", "table")
"""Regions that reach further than their words, and keep those that are not upright."""


def read_by_sight(page: pymupdf.Page, read: ReadPage, plan: Plan) -> None:
    """Fills `read`, whose content is that of the text layer, with what `page` shows."""
    page = upright_page(page, read, plan)
    regions, pictures = find_regions(page)
    regions = with_pictures(regions, pictures, read.content)
    read.regions = tuple(with_tables(regions, read.content))


def columns_by_sight(
    content: PageContent, regions: Sequence[Region], classifier: Classifier
) -> list[list[Element]]:
    """The elements of each column of a page in reading order; no word of it is lost."""
    visible = content.visible
    for line in visible:
        if line.angle == SLANTED:
            line.location = Location.APPROXIMATE  # its boxes reach over their neighbours
    skewed = _most(visible, lambda line: line.angle == SLANTED)
    upright, angled = _upright(placed(visible, regions), classifier.body, skewed=skewed)
    checked = [_checked(part, content, classifier.body) for part in upright]
    margins = [part for part in checked if part[0].kind in RUNNING]
    body = [part for part in checked if part[0].kind not in RUNNING]
    boxes, width = [_box(part) for part in body], content.width
    if _most(visible, lambda line: line.rtl):  # columns run from right to left then
        boxes = [(width - right, top, width - left, bottom) for left, top, right, bottom in boxes]
    columns = [[body[index] for index in column] for column in columns_of(boxes)]
    elements = [
        [
            element
            for region, lines in joined(column)
            for element in elements_of(region, lines, content, classifier)
        ]
        for column in [margins, *columns]
    ]
    return [*elements, text_at_an_angle(angled, classifier.body)]


def _most(lines: Sequence[Line], chosen: Callable[[Line], bool]) -> bool:
    """Whether most words stand in lines that are chosen."""
    return count_words(filter(chosen, lines)) * 2 > count_words(lines)


def _upright(parts: list[Placed], body: Style, *, skewed: bool) -> tuple[list[Placed], list[Line]]:
    """Regions that hold something, and the lines taken out of them that are not upright."""
    flat = (0, SLANTED) if skewed else (0,)
    filled: list[Placed] = []
    angled: list[Line] = []
    for region, lines in parts:
        own: list[Line] = []
        for line in lines:
            its_own = line.angle in flat or _holds(region, line, body)
            (own if its_own else angled).append(line)
        if own or region.kind == "picture":
            filled.append((region, own))
    return filled, angled


def _holds(region: Region, line: Line, body: Style) -> bool:
    """Whether a line that is not upright is of a region; a watermark lies over a table."""
    over = line.angle == SLANTED and line.size >= WATERMARK * body.size
    return region.kind == "picture" or (region.kind == "table" and not over)


def _checked(part: Placed, content: PageContent, body: Style) -> Placed:
    """A region with the class that its words allow.

    Running text stands at the top or the bottom, and what is repeated there is set aside before:
    several lines at the top, as large as the text, are an address or what a letter is about. Bars
    of words are no pictures; notes are often taken for items or for running text, and captions
    for items.
    """
    region, lines = part
    kind = region.kind
    if kind in NOTES and are_notes(lines, body, content.height):
        kind = "footnote"
    elif kind == "list-item" and (label := CAPTION.match(text_of(lines))) and label["end"]:
        kind = "caption"
    elif (
        (kind in RUNNING and not _is_in_margin(lines, content))
        or is_bar(region, lines, content)
        or (kind == "page-header" and _is_letterhead(lines, body))
    ):
        kind = "text"
    return replace(region, kind=kind), lines


def _is_letterhead(lines: Sequence[Line], body: Style) -> bool:
    """Whether lines are several, and set as large as the text."""
    large = max(line.type_size for line in lines) >= SMALL * body.size
    return large and len(merge_pieces(lines)) >= SEVERAL


def _is_in_margin(lines: Sequence[Line], content: PageContent) -> bool:
    """Whether lines stand where running text may."""
    middle = sum(line.middle for line in lines) / max(len(lines), 1) / content.height
    return not MARGIN < middle < 1 - MARGIN


def _box(part: Placed) -> Box:
    """The box of the words of a region; a picture or table reaches further than its words."""
    region, lines = part
    return region.box if region.kind in KEEPING else around(lines)
