"""Pictures: images that the layout model did not find, and figures with their labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.geometry import area, bounds, contains_centre, intersection
from core.parsing.elements import Element
from core.parsing.read_pages import Region
from core.parsing.structuring.drawings import BAR, charts, figure
from core.parsing.structuring.line_groups import LABEL, grouped
from core.parsing.structuring.line_rows import merge_pieces
from core.parsing.structuring.markers import CAPTION
from core.parsing.structuring.slots import LARGEST, SMALLEST
from core.reading.line import around, text_of
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.geometry import BoundingBox, Box
    from core.reading.line import Line
    from core.reading.page_content import PageContent

COVERED = 0.5
"""Share of the smaller of two boxes from which they show the same picture."""


def with_pictures(
    regions: Sequence[Region], pictures: Sequence[Box], content: PageContent
) -> list[Region]:
    """Regions, with one for each of `pictures`, each larger image and each drawn chart.

    One with running text or a table in it is a background. Those of one picture are joined.
    """
    joined = list(regions)
    for image in dict.fromkeys([*pictures, *content.images, *charts(content)]):
        box = content.clipped(image)
        if not SMALLEST <= area(box) / content.area <= LARGEST:
            continue
        others = [region for region in joined if region.kind != "picture"]
        if any(_is_over(region, box, content) for region in others):
            continue
        same = [r for r in joined if r.kind == "picture" and _covered(box, r.box) >= COVERED]
        whole = Region("picture", bounds([box, *(r.box for r in same)]))
        joined = [region for region in joined if region not in same] + [whole]
    return joined


def _is_over(region: Region, picture: Box, content: PageContent) -> bool:
    """Whether a region shares its place with a picture and is no label of it."""
    if contains_centre(region.box, picture):
        return True
    if not contains_centre(picture, region.box):
        return False
    words = [box for line in content.visible for box in line.boxes]
    return (
        region.kind == "table" or sum(contains_centre(region.box, word) for word in words) > LABEL
    )


def is_bar(region: Region, lines: Sequence[Line], content: PageContent) -> bool:
    """Whether a region taken for a picture is a coloured bar of words, as above a framed text."""
    if region.kind != "picture" or not lines:
        return False
    written = all(line.confidence == 1.0 for line in lines)  # OCR only guesses sizes
    height = region.box[3] - region.box[1]
    flat = height <= BAR * max(line.size for line in lines)
    filled = area(around(lines)) >= COVERED * area(region.box)
    blank = not any(intersection(region.box, image) > 0 for image in content.images)
    return written and flat and filled and blank


def figure_of(region: Region, lines: Sequence[Line], content: PageContent) -> list[Element]:
    """The figure of a region, then its caption; a region with nothing but a caption is none."""
    blocks = [merge_pieces(group) for group in grouped(lines)]
    captions = [block for block in blocks if _is_caption(block)]
    labels = [block for block in blocks if not _is_caption(block)]
    below = [Element(ElementType.CAPTION, block) for block in captions]
    if captions and not labels and area(around(captions[0])) * 2 > area(region.box):
        return below
    return [figure(region.box, labels, content), *below]


def _is_caption(block: Sequence[Line]) -> bool:
    return CAPTION.match(text_of(block)) is not None


def place_of(box: Box, content: PageContent) -> BoundingBox:
    """A box as shares of the page, cut at its edges."""
    return content.fraction(content.clipped(box))


def _covered(box: Box, other: Box) -> float:
    """Share of the smaller box that both have in common."""
    return intersection(box, other) / max(min(area(box), area(other)), 1e-9)
