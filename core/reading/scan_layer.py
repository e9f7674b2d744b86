"""Whether invisible text over a scan says what the picture shows, on a sample of its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.reading.ocr.agreement import ALIKE, agreement, is_readable, spread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from core.reading.display_list import Display
    from core.reading.painted_words import DrawnLine

    Grey = NDArray[np.uint8]

ZOOM = 200 / 72
"""Pixels a point, as many as recognition needs."""

CONTRAST = 30
"""Grey levels between the lightest and the darkest pixels of a line below which it is blank."""

SAMPLE = 8
"""Lines that are compared with the picture."""

PAPER = 35
"""Grey levels around that of the paper which still are paper."""

STROKES = 0.8
"""Strokes that rows of a line cross for each of its letters, from which on it may be print."""

CALM = 0.5
"""Strokes between lines, in times of those in them, at most where print stands."""


def agrees(layer: Sequence[DrawnLine], display: Display) -> tuple[list[DrawnLine], bool]:
    """The lines below which the picture shows something, and whether they say what it shows.

    The look of print below most lines of the sample is enough; where that is in doubt, the
    lines are read.
    """
    picture = display.pixels(display.box, ZOOM, text=False)
    grey = picture.mean(axis=2).astype(np.uint8)
    inked = [row for row in layer if np.ptp(_part(grey, row, 0.0)) >= CONTRAST]
    sample = spread(inked, SAMPLE)
    if sum(_is_print(grey, row) for row in sample) * 2 > len(sample):
        return inked, True
    return inked, _is_read(grey, sample)


def _part(grey: Grey, row: DrawnLine, edge: float) -> Grey:
    """The picture of a line, upright, with an edge in times of its height."""
    boxes = np.array([word.box for word in row.words])
    left, top = boxes[:, :2].min(axis=0)
    right, bottom = boxes[:, 2:].max(axis=0)
    edge *= min(right - left, bottom - top)
    rows = slice(max(int((top - edge) * ZOOM), 0), max(int((bottom + edge) * ZOOM), 0) + 1)
    part = grey[rows, max(int((left - edge) * ZOOM), 0) : max(int((right + edge) * ZOOM), 0) + 1]
    return part if part.size else np.zeros((1, 1), np.uint8)


def _is_print(grey: Grey, row: DrawnLine) -> bool:
    """Whether strokes on paper stand below a line, as many as its letters have, and calm around."""
    part = _part(grey, row, 0.3)
    if part.shape[0] > part.shape[1]:
        part = part.T
    paper = np.median(part)
    ink = abs(part.astype(int) - paper) > PAPER
    strokes = (np.diff(ink.astype(np.int8), axis=1) > 0).sum(axis=1)
    height = len(strokes)
    edges = np.concatenate([strokes[: height // 12 + 1], strokes[-(height // 12 + 1) :]])
    busiest = np.sort(strokes)[-max(height // 4, 1) :].mean()
    letters = sum(len(word.text) for word in row.words)
    return bool(STROKES * letters <= busiest <= 4 * letters and edges.min() <= CALM * busiest)


def _is_read(grey: Grey, sample: Sequence[DrawnLine]) -> bool:
    """Whether the recogniser reads the sample as it says, as far as it knows the script."""
    readable = [row for row in sample if is_readable(row.line.text)]
    if not readable:
        return bool(sample)
    shares = [share for row in readable if (share := _likeness(grey, row)) is not None]
    right = sum(share >= ALIKE for share in shares)
    return right > 0 and right * 2 >= len(shares)


def _likeness(grey: Grey, row: DrawnLine) -> float | None:
    part = _part(grey, row, 0.15)
    turns = {90: 1, 180: 2, 270: 3}.get(row.line.angle, 0)
    return agreement(row.line.text, np.ascontiguousarray(np.rot90(part, turns)))
