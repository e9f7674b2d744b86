"""Ink of the picture of one line: where letters are, and where the paper shows between them.

A recogniser knows the place of a character to about a sixth of the height of its line. The ink
is exact, so words are bounded by it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from cv2.typing import MatLike
    from numpy.typing import NDArray

    from core.reading.ocr.base import Picture

CONTRAST = 24
"""Grey levels between ink and paper below which a picture counts as empty."""

RULE = 1.5
"""Length of a straight stroke, in heights of the picture, from which it is a rule, not a letter."""

EDGE = 0.2
"""Share of the height at the top and at the bottom that belongs to the neighbouring lines."""


@dataclass(frozen=True, slots=True)
class Ink:
    """`top` and `bottom` are the rows of the letters; `gaps` (n, 2) the columns without ink
    between letters, half-open, the first and last of them reaching from the edge."""

    top: int
    bottom: int
    gaps: NDArray[np.int64]


def find_ink(picture: Picture) -> Ink | None:
    """The ink of the picture of a line, whether dark on light or light on dark; None if empty."""
    if int(picture.max()) - int(picture.min()) < CONTRAST:
        return None
    marks = _letters(_without_rules(_dark(picture)))
    rows, columns = np.flatnonzero(marks.sum(axis=1)), np.asarray(marks.any(axis=0))
    if not len(rows):
        return None
    return Ink(int(rows[0]), int(rows[-1]) + 1, _gaps(columns))


def _dark(picture: Picture) -> Picture:
    """1 where there is ink; the paper is what most of the edge shows."""
    level, _ = cv2.threshold(picture, 0, 255, cv2.THRESH_OTSU)
    dark = picture <= level
    edge = np.concatenate([dark[0], dark[-1], dark[:, 0], dark[:, -1]])
    return (~dark if edge.mean() > 0.5 else dark).astype(np.uint8)


def _without_rules(marks: Picture) -> Picture:
    """Ink without long straight strokes: underlines and the borders of table cells."""
    height, width = marks.shape
    length = int(RULE * height)
    if width > length:
        flat = cv2.getStructuringElement(cv2.MORPH_RECT, (length, 1))
        marks = marks & ~_rules(marks, flat, axis=1)
    upright = cv2.getStructuringElement(cv2.MORPH_RECT, (1, max(int(0.95 * height), 2)))
    return marks & ~_rules(marks, upright, axis=0)


def _rules(marks: Picture, stroke: MatLike, axis: int) -> Picture:
    """Strokes of that form, unless they fill so much of the picture that they are none."""
    rules = np.asarray(cv2.morphologyEx(marks, cv2.MORPH_OPEN, stroke), np.uint8)
    return rules if rules.any(axis=axis).mean() < 0.25 else np.zeros_like(rules)


def _letters(marks: Picture) -> Picture:
    """Ink without specks and without what sticks in from the lines above and below."""
    height = marks.shape[0]
    count, labels, stats, centres = cv2.connectedComponentsWithStats(marks, connectivity=8)
    is_letter = np.zeros(count, np.uint8)
    for index in range(1, count):
        _, top, _, tall, area = stats[index]
        middle = centres[index][1] / height
        foreign = (top == 0 and middle < EDGE) or (top + tall == height and middle > 1 - EDGE)
        is_letter[index] = area >= 4 and not foreign
    return is_letter[np.asarray(labels, np.int64)]


def _gaps(columns: NDArray[np.bool_]) -> NDArray[np.int64]:
    padded = np.concatenate([[True], columns, [True]]).astype(np.int8)
    steps = np.diff(padded)
    gaps = np.stack([np.flatnonzero(steps == -1), np.flatnonzero(steps == 1)], axis=1)
    width = len(columns)
    first = [] if len(gaps) and gaps[0, 0] == 0 else [(0, 0)]
    last = [] if len(gaps) and gaps[-1, 1] == width else [(width, width)]
    return np.array([*first, *gaps.tolist(), *last], np.int64).reshape(-1, 2)
