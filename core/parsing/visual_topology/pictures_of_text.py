"""Pictures of text on a page that has text of its own: scanned tables, screenshots, charts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.geometry import area, contains_centre, intersection
from core.parsing.visual_topology.ocr_lines import as_lines
from core.parsing.visual_topology.page_picture import render
from core.reading.ocr import get_engine
from core.reading.ocr.rapid import find_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import pymupdf

    from core.geometry import Box
    from core.reading.line import Line
    from core.reading.ocr.rapid import Quad
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
    picture, found = render(page), []
    for box in chosen:
        part = picture.part(box)
        if min(part.grey.shape) < 32 or not _is_text(
            find_lines(part.grey, round(part.dpi)), part.grey.shape
        ):
            continue
        lines = as_lines(get_engine(engine).read(part.grey, round(part.dpi)), content.number, part)
        found += [line for line in lines if line.confidence >= CERTAIN]
    return _new(found, [place for box in chosen for place in _places(content.lines, box)])


def _candidates(content: PageContent) -> list[Box]:
    page = (0.0, 0.0, content.width, content.height)
    boxes = sorted({_common(box, page) for box in content.images}, key=area, reverse=True)
    visible = [line for line in content.lines if not line.hidden]
    return [
        box
        for box in boxes[:MOST]
        if area(box) > LARGE * area(page) and _letters(visible, box) < DENSE * area(box)
    ]


def _letters(lines: Iterable[Line], box: Box) -> int:
    return sum(
        len(word)
        for line in lines
        for word, place in zip(line.words, line.boxes, strict=True)
        if contains_centre(box, place)
    )


def _places(lines: Iterable[Line], box: Box) -> list[Box]:
    """The words that a reader sees in a box."""
    seen = [line for line in lines if not line.hidden]
    return [place for line in seen for place in line.boxes if intersection(place, box) > 0]


def _is_text(lines: Sequence[Quad], shape: tuple[int, ...]) -> bool:
    if len(lines) < FEWEST:
        return False
    sides = [np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1) for quad in lines]
    covered = sum(float(side[0] * side[1]) for side in sides)
    return covered > TEXT * shape[0] * shape[1]


def _new(found: Sequence[Line], known: Iterable[Box]) -> list[Line]:
    """The lines without words that stand where a word is known already."""
    places = list(known)
    fresh: list[Line] = []
    for line in found:
        kept = [
            index
            for index, box in enumerate(line.boxes)
            if not any(
                contains_centre(box, other) or contains_centre(other, box) for other in places
            )
        ]
        if kept:
            fresh.append(line.part(kept))
        places += [line.boxes[index] for index in kept]
    return fresh


def _common(box: Box, other: Box) -> Box:
    left, top = max(box[0], other[0]), max(box[1], other[1])
    return left, top, max(min(box[2], other[2]), left), max(min(box[3], other[3]), top)
