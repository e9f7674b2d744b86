"""How a scanned page lies: by how many quarters it is turned, and how far it is from level."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.reading.ocr.rapid import facing, find_lines, line_picture, recognise, side_lengths

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.reading.ocr.base import Picture
    from core.reading.ocr.rapid import Quad

COARSE_DPI = 80
"""Resolution that is enough to find most lines, in half the time."""

LONG = 3.0
"""Length over height from which a line shows in which direction its text runs."""

SAMPLE = 5
"""Lines read to tell which way up they are."""

SURE = 0.92
"""Mean confidence from which the first direction tried is right; upside down gives 0.7 or less."""

READABLE = 0.6
"""Mean confidence below which no direction is right, as for a picture without text."""

BEGINNING = 12.0
"""Length, in heights of a line, of the part of it that is read."""

MOST_SKEW = 20.0
"""Degrees; a page further from level was not scanned askew, but printed so."""

LEAST_SKEW = 0.3
"""Degrees; lines that rise or fall by less are levelled one by one as they are read."""


class Pose(NamedTuple):
    """The direction in which text runs is `turn` (0, 90, 180, 270) + `skew` degrees clockwise."""

    turn: int
    skew: float


class _Found(NamedTuple):
    quad: Quad
    length: float
    height: float
    angle: float


def find_pose(image: Picture, dpi: int) -> Pose:
    """How the page of a picture lies; a page without long lines counts as upright and level."""
    lines = [_measured(quad) for quad in find_lines(image, dpi, COARSE_DPI)]
    long = sorted(
        (line for line in lines if line.length > LONG * line.height), key=lambda line: -line.length
    )
    if not long:
        return Pose(0, 0.0)
    turn = _turn(image, long)
    return Pose(turn, _skew([line for line in long if _is_across(line) == (turn in (0, 180))]))


def _measured(quad: Quad) -> _Found:
    """A line with the angle of its longer side to the horizontal, over -90 up to 90 degrees."""
    across = (quad[1] + quad[2] - quad[0] - quad[3]) / 2
    down = (quad[2] + quad[3] - quad[0] - quad[1]) / 2
    sides = float(np.linalg.norm(across)), float(np.linalg.norm(down))
    x, y = across if sides[0] >= sides[1] else down
    angle = float(np.degrees(np.arctan2(y, x)))
    return _Found(quad, max(sides), min(sides), (angle + 90) % 180 - 90)


def _is_across(line: _Found) -> bool:
    return abs(line.angle) <= 45


def _turn(image: Picture, lines: Sequence[_Found]) -> int:
    across = sum(line.length for line in lines if _is_across(line))
    runs_across = across * 2 >= sum(line.length for line in lines)
    chosen = [line for line in lines if _is_across(line) == runs_across][: 4 * SAMPLE : 4]
    chosen = chosen or list(lines[:SAMPLE])
    scores: dict[int, float] = {}
    for turn in (0, 180) if runs_across else (90, 270):
        scores[turn] = _confidence(image, chosen, turn)
        if scores[turn] >= SURE:
            break
    best = max(scores, key=lambda turn: scores[turn])
    return best if scores[best] >= READABLE else 0


def _confidence(image: Picture, lines: Sequence[_Found], turn: int) -> float:
    """How well lines can be read if text runs in that direction."""
    pictures = [line_picture(image, _beginning(facing(line.quad, turn))) for line in lines]
    scores = [recognise(picture) for picture in pictures]
    letters = [max(len(read.text), 1) for read, _ in scores]
    return float(np.average([score for _, score in scores], weights=letters))


def _beginning(quad: Quad) -> Quad:
    """The first part of a line."""
    sides = side_lengths(quad)
    share = min(BEGINNING * float(sides[1]) / max(float(sides[0]), 1.0), 1.0)
    start, end = quad[[0, 3]], quad[[1, 2]]
    cut = start + (end - start) * np.float32(share)
    return np.array([start[0], cut[0], cut[1], start[1]], np.float32)


def _skew(lines: Sequence[_Found]) -> float:
    """Median angle to the nearest quarter, by length; 0 if lines disagree or are level."""
    if not lines:
        return 0.0
    angles = np.array([(line.angle + 45) % 90 - 45 for line in lines])
    weights = np.array([line.length for line in lines]) ** 2
    middle = weighted_median(angles, weights)
    spread = weighted_median(np.abs(angles - middle), weights)
    level = abs(middle) < LEAST_SKEW or abs(middle) > MOST_SKEW or spread > 1.0
    return 0.0 if level else round(middle, 3)


def weighted_median(values: np.ndarray, weights: np.ndarray) -> float:
    """The value at which half of the weight is reached."""
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(reached, reached[-1] / 2)])
