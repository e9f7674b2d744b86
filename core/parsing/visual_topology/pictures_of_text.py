"""Pictures of text on a page that has text of its own: scanned tables, screenshots, charts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.geometry import area, contains_centre, intersection
from core.parsing.visual_topology.ocr_lines import as_lines
from core.parsing.visual_topology.page_picture import render
from core.reading.ocr import get_engine
from core.reading.ocr.rapid import find_lines, side_lengths

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pymupdf

    from core.geometry import Box
    from core.parsing.visual_topology.page_picture import PagePicture
    from core.reading.line import Line
    from core.reading.page_content import PageContent

LARGE = 0.06
"""Share of the page that a picture must cover to be looked at."""

MOST = 4
"""Pictures looked at on one page, the largest ones."""

DENSE = 6e-4
"""Letters in a square point from which a picture has a text layer over it."""

TEXT = 0.03
"""Share of a picture that its lines must cover for it to hold text worth reading."""

FEWEST = 3
"""Lines that such a picture has at least."""

CERTAIN = 0.8
"""Confidence below which a line read in a picture is taken for a part of the drawing."""


def read_pictures(page: pymupdf.Page, content: PageContent, engine: str) -> list[Line]:
    """Lines read in the large pictures of an upright page, where no text stands over them."""
    chosen = _candidates(content)
    if not chosen:
        return []
    picture, read = render(page), []
    for box in chosen:
        part = picture.part(box)
        if min(part.grey.shape) < 32 or not _is_text(part):
            continue
        lines = as_lines(get_engine(engine).read(part.grey, round(part.dpi)), content.number, part)
        read += [line for line in lines if line.confidence >= CERTAIN]
    words = [word for line in content.visible for word in line.boxes]
    return _new(read, [word for box in chosen for word in words if intersection(word, box) > 0])


def _candidates(content: PageContent) -> list[Box]:
    boxes = sorted({content.clipped(box) for box in content.images}, key=area, reverse=True)
    large = [box for box in boxes[:MOST] if area(box) > LARGE * content.area]
    return [box for box in large if _letters(content, box) < DENSE * area(box)]


def _letters(content: PageContent, box: Box) -> int:
    return sum(
        len(word)
        for line in content.visible
        for word, place in zip(line.words, line.boxes, strict=True)
        if contains_centre(box, place)
    )


def _is_text(picture: PagePicture) -> bool:
    quads, (height, width) = find_lines(picture.grey, round(picture.dpi)), picture.grey.shape
    covered = sum(float(sides[0] * sides[1]) for sides in map(side_lengths, quads))
    return len(quads) >= FEWEST and covered > TEXT * height * width


def _new(lines: Sequence[Line], words: list[Box]) -> list[Line]:
    """The lines without words that stand where one of `words` is."""
    fresh: list[Line] = []
    for line in lines:
        taken = [
            any(contains_centre(box, word) or contains_centre(word, box) for word in words)
            for box in line.boxes
        ]
        if not all(taken):
            fresh.append(line.parts(taken)[False])
            words += fresh[-1].boxes
    return fresh
