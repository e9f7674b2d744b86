"""Words of a recognised line: its text cut at spaces, its picture at the gaps of the ink."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from core.reading.ocr.ink import Ink

WIDE = 0.3
"""Gap between two letters, in heights of the letters, that ends a word without a space."""

UNLIKE = 2.0
"""How many times wider than the gaps inside of words such a gap must be."""

LEADER = re.compile(r"(\.{3,})")
"""A row of dots; a recogniser gives fewer of them than there are."""

NUMBER = re.compile(r"[\d.,:]{2}")
"""Two letters of one number. Digits are all as wide as a 0, so that a 1 has wide gaps around it."""

APART = 0.7
"""Gap between two such letters, in heights of the letters, that ends a number without a space."""

UNSPACED = re.compile(r"[\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")
"""Letters that fill a square and need no space between words."""


@dataclass(frozen=True, slots=True)
class Letters:
    """What a recogniser read in one line, without spaces.

    `centres` (n,) are the places of the letters in pixels, never decreasing; `ends` the indexes
    after which a word ends, the last letter left out.
    """

    text: str
    centres: NDArray[np.float64]
    confidences: NDArray[np.float64]
    ends: frozenset[int]


@dataclass(frozen=True, slots=True)
class Piece:
    """A word of a line: the range of its letters and its columns of the picture, half-open."""

    first: int
    last: int
    left: float
    right: float
    certain: bool


def cut(letters: Letters, ink: Ink | None, width: int) -> list[Piece]:
    """The words of a line from left to right; `width` is that of its picture."""
    if not letters.text:
        return []
    if ink is None:
        return _pieces(letters, dict.fromkeys(letters.ends), (0.0, float(width)))
    gaps = ink.gaps
    breaks = {end: _gap_at(letters, end, gaps[1:-1]) for end in sorted(letters.ends)}
    breaks |= _missed(letters, breaks, ink)
    return _pieces(letters, breaks, (float(gaps[0, 1]), float(gaps[-1, 0])))


Gap = tuple[float, float]


def _gap_at(letters: Letters, end: int, gaps: NDArray[np.int64]) -> Gap | None:
    """The widest gap between the letter `end` and the next; None if there is none."""
    slack = _pitch(letters) / 2
    low, high = letters.centres[end] - slack, letters.centres[end + 1] + slack
    middles = gaps.mean(axis=1) if len(gaps) else np.zeros(0)
    near = gaps[(middles > low) & (middles < high)]
    if not len(near):
        return None
    left, right = near[np.argmax(near[:, 1] - near[:, 0])]
    return float(left), float(right)


def _pitch(letters: Letters) -> float:
    """The usual distance of two letters, in pixels."""
    steps = np.diff(letters.centres)
    return float(np.median(steps)) if len(steps) else 0.0


def _missed(letters: Letters, breaks: Mapping[int, Gap | None], ink: Ink) -> dict[int, Gap]:
    """Breaks where the recogniser gave no space although the letters lie far apart."""
    used = {gap for gap in breaks.values() if gap}
    inner = ink.gaps[1:-1]
    free = [(float(a), float(b)) for a, b in inner if (float(a), float(b)) not in used]
    widths = [b - a for a, b in free]
    height = ink.bottom - ink.top
    limit = UNLIKE * float(np.median(widths or [0.0]))
    spaces = [gap[1] - gap[0] for gap in used]
    limit = max(limit, 0.75 * float(np.median(spaces))) if spaces else limit
    missed: dict[int, Gap] = {}
    for left, right in free:
        end = int(np.searchsorted(letters.centres, (left + right) / 2)) - 1
        if not 0 <= end < len(letters.text) - 1 or end in breaks:
            continue
        if right - left >= max(limit, _least(letters.text[end : end + 2]) * height):
            missed[end] = (left, right)
    return missed


def _least(pair: str) -> float:
    """The narrowest gap between two letters, in their heights, that may end a word."""
    if UNSPACED.search(pair):
        return 1.0
    return APART if NUMBER.fullmatch(pair) else WIDE


def _pieces(letters: Letters, breaks: Mapping[int, Gap | None], outer: Gap) -> list[Piece]:
    pieces: list[Piece] = []
    first, left, certain = 0, outer[0], True
    for end in sorted(breaks):
        gap = breaks[end]
        middle = float(letters.centres[end] + letters.centres[end + 1]) / 2
        stop, start = gap or (middle, middle)
        pieces.append(Piece(first, end + 1, left, stop, certain and gap is not None))
        first, left, certain = end + 1, start, gap is not None
    pieces.append(Piece(first, len(letters.text), left, outer[1], certain))
    return pieces


def by_spaces(text: str) -> tuple[str, frozenset[int]]:
    """A text without its spaces, and the indexes of the letters behind which one stood.

    A row of dots is a word of its own, as between an entry and its page.
    """
    words = [part for word in text.split() for part in LEADER.split(word) if part]
    ends = np.cumsum([len(word) for word in words])[:-1] - 1
    return "".join(words), frozenset(int(end) for end in ends)
