"""Lines of a page from what OCR read in its picture, with a size of type and a confidence."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from core.reading.line import Line
from core.reading.ocr.page_orientation import weighted_median
from core.sir import Location

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.parsing.visual_topology.page_picture import PagePicture
    from core.reading.ocr.base import OcrLine

HIGH = re.compile(r"[A-Z0-9bdfhklißàáâäèéêëìíîïòóôöùúûü\u00c0-\u00de|/()\[\]!?&%$§{}]")
"""Characters that reach as high as capitals."""

LOW = re.compile(r"[gjpqy,;Q()\[\]|/{}$§ç]")
"""Characters that reach below the base line."""

FULL = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]")
"""Characters that fill a square."""

X_HEIGHT, ASCENT, DESCENT, SQUARE = 0.52, 0.2, 0.21, 0.92
"""Parts of the height of letters, in times of the font size, as in most fonts for print."""

LARGEST_LETTER = 0.15
"""Share of the height of the page above which a single letter is a drawing."""

SAME_SIZE = 0.12
"""Relative difference of sizes up to which they are the same, measured with an error."""

POOR = 0.6
"""Confidence below which the place of a line is given as approximate."""


def as_lines(read: Iterable[OcrLine], page: int, picture: PagePicture) -> list[Line]:
    """The lines in points of the upright page. Sizes near the usual one are set to it."""
    lines = [_line(line, page, picture) for line in read]
    lines = [line for line in lines if not _is_shape(line, picture)]
    _settle_sizes(lines)
    return lines


def _line(read: OcrLine, page: int, picture: PagePicture) -> Line:
    boxes = [picture.points(word.box) for word in read.words]
    line = Line(page, [word.text for word in read.words], boxes, angle=read.angle)
    across = line.width if read.angle in (90, 270) else line.height
    line.size = font_size(read.text, across)
    weights = [len(word.text) for word in read.words]
    confidences = [word.confidence for word in read.words]
    line.confidence = min(round(float(np.average(confidences, weights=weights)), 3), 0.999)
    good = read.certain and line.confidence >= POOR
    line.location = Location.ALIGNED if good else Location.APPROXIMATE
    return line


def _is_shape(line: Line, picture: PagePicture) -> bool:
    """Whether what was read as a letter or two is a drawing, such as a circle."""
    return len(line.text) <= 2 and line.height > LARGEST_LETTER * picture.height


def font_size(text: str, height: float) -> float:
    """The size of type of a line whose ink is so high, in the unit of `height`."""
    if FULL.search(text):
        return height / SQUARE
    share = X_HEIGHT
    share += ASCENT if HIGH.search(text) else 0.0
    share += DESCENT if LOW.search(text) else 0.0
    return height / share


def _settle_sizes(lines: Sequence[Line]) -> None:
    """Gives lines of about the same size exactly the same, the most frequent first."""
    rest = list(lines)
    while rest:
        weights = np.array([len(line.text) for line in rest])
        usual = weighted_median(np.array([line.size for line in rest]), weights)
        near = [line for line in rest if abs(line.size - usual) <= SAME_SIZE * usual]
        for line in near:
            line.size = round(usual, 1)
        rest = [line for line in rest if all(line is not other for other in near)]
