"""Which words leave no trace in the picture of a page: drawn with its text and without it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.reading.painted_words import shared

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from core.geometry import Box
    from core.reading.display_list import Display
    from core.reading.painted_words import Mask, Words

ZOOM = 2.0
"""Pixels a point."""

COARSE = 1.0
"""Pixels a point of the picture in which most words show at once."""

CLEAR = 0.1
"""Share of the pixels of both halves of a word that text changes where it shows at once."""

BESIDE = 0.1
"""Share of a word's box that another word takes, from which on its pixels may not be its own."""

LARGEST = 6_000_000
"""Pixels of the picture; of a larger part of a page fewer are drawn for each point."""

FAINTEST = 12
"""Levels, of 255, by which text must change the picture in a channel to be seen."""

ACROSS, DOWN = 0.25, 0.15
"""Shares of a word's width and height that must show text for it to be read."""

SHORT = 3
"""Letters from which on a word must show in so much of its box; a dash is thin."""

FREE = 0.25
"""Share of a word's box that other words must leave free for its pixels to be its own."""


def unseen(
    words: Words, chosen: NDArray[np.int64], certain: Mask, display: Display
) -> NDArray[np.int64]:
    """Which of the chosen words nobody sees.

    `certain` (n,) are words that are hidden unless their own pixels show them: where other words
    stand in their place, whose text it is that shows cannot be told.

    Raises:
        RuntimeError: MuPDF cannot draw the page.
    """
    others = np.setdiff1d(np.arange(len(words.texts)), chosen)
    others = others[words.painted[others]]
    coarse = _inked(words, chosen, display, COARSE)
    if coarse is None or not coarse.mask.any():
        return chosen
    chosen = chosen[~_clear(words, chosen, coarse)]
    picture = _inked(words, chosen, display, ZOOM)
    if picture is None:
        return chosen
    free = np.array([picture.free(index, words, others).mean() for index in chosen])
    seen = np.array([picture.shows(index, words, others) for index in chosen])
    return chosen[~seen | (certain[chosen] & (free < FREE))]


def _clear(words: Words, chosen: NDArray[np.int64], picture: _Inked) -> Mask:
    """Which of the chosen words stand alone and show in both halves even of a coarse picture."""
    boxes = words.boxes[chosen]
    near = shared(boxes, words.boxes[words.painted]) > BESIDE * words.areas[chosen][:, None]
    return (near.sum(axis=1) <= 1) & picture.both_halves(boxes)


def _inked(words: Words, chosen: NDArray[np.int64], display: Display, zoom: float) -> _Inked | None:
    """The picture around the chosen words; None where none of them lies on the page."""
    if not len(chosen):
        return None
    box = _around(words.boxes[chosen], display.box)
    if box[0] >= box[2] or box[1] >= box[3]:
        return None
    zoom = min(zoom, (LARGEST / ((box[2] - box[0]) * (box[3] - box[1]))) ** 0.5)
    shown, bare = (display.pixels(box, zoom, text=text) for text in (True, False))
    changed = np.maximum(shown, bare) - np.minimum(shown, bare) >= FAINTEST
    mask = changed[..., 0] | changed[..., 1] | changed[..., 2]
    return _Inked(mask, np.floor([box[0] * zoom, box[1] * zoom]), zoom)


def _around(boxes: NDArray[np.float64], page: Box) -> Box:
    """The box around boxes, as far as it lies on the page."""
    left, top = np.maximum(boxes[:, :2].min(axis=0) - 1, page[:2])
    right, bottom = np.minimum(boxes[:, 2:].max(axis=0) + 1, page[2:])
    return float(left), float(top), float(right), float(bottom)


class _Inked(NamedTuple):
    """Pixels that the text of a page changes; `corner` is the first one, `zoom` pixels a point."""

    mask: Mask
    corner: NDArray[np.float64]
    zoom: float

    def shows(self, index: int, words: Words, others: NDArray[np.int64]) -> bool:
        """Whether the text of a word shows in enough of its box, where no other word stands."""
        left, top, right, bottom = self.pixels(words.boxes[index])
        part = self.mask[top:bottom, left:right]
        if not part.any():
            return False
        free = self.free(index, words, others)
        own = part & free if free.mean() >= FREE else part
        if sum(char.isalnum() for char in words.texts[index]) < SHORT:
            return bool(own.any())
        x0, y0, x1, y1 = words.boxes[index] * self.zoom
        shares = own.any(axis=0).sum() / max(x1 - x0, 1), own.any(axis=1).sum() / max(y1 - y0, 1)
        return max(shares) >= ACROSS and min(shares) >= DOWN

    def both_halves(self, boxes: NDArray[np.float64]) -> Mask:
        """(n,) boxes whose left and right halves, without their edges, show enough text."""
        height, width = self.mask.shape
        sums = np.zeros((height + 1, width + 1), int)
        sums[1:, 1:] = self.mask.cumsum(axis=0).cumsum(axis=1)
        low = np.floor(boxes[:, :2] * self.zoom - self.corner).astype(int) + 1
        high = np.ceil(boxes[:, 2:] * self.zoom - self.corner).astype(int) - 1
        (left, top), (right, bottom) = low.T, np.maximum(high, low + 1).T
        inside = (left >= 0) & (top >= 0) & (right <= width) & (bottom <= height)
        enough = inside
        for x0, x1 in ((left, (left + right + 1) // 2), ((left + right) // 2, right)):
            x0, x1 = x0.clip(0, width), x1.clip(0, width)
            y0, y1 = top.clip(0, height), bottom.clip(0, height)
            inked = sums[y1, x1] - sums[y0, x1] - sums[y1, x0] + sums[y0, x0]
            enough = enough & (inked > 0) & (inked >= CLEAR * (x1 - x0) * (y1 - y0))
        return enough

    def free(self, index: int, words: Words, others: NDArray[np.int64]) -> Mask:
        """The pixels of a word's box where no other word stands."""
        left, top, right, bottom = self.pixels(words.boxes[index])
        free = np.ones((bottom - top, right - left), bool)
        over = others[shared(words.boxes[others], words.boxes[index])[:, 0] > 0]
        for box in words.boxes[over]:
            x0, y0, x1, y1 = self.pixels(box)
            rows = slice(max(y0 - top, 0), max(y1 - top, 0))
            free[rows, max(x0 - left, 0) : max(x1 - left, 0)] = False
        return free

    def pixels(self, box: NDArray[np.float64]) -> tuple[int, int, int, int]:
        """A box in pixels of the picture, at least one across and down."""
        height, width = self.mask.shape
        left, top = np.floor(box[:2] * self.zoom - self.corner).astype(int).tolist()
        right, bottom = np.ceil(box[2:] * self.zoom - self.corner).astype(int).tolist()
        left, top = min(max(left, 0), width - 1), min(max(top, 0), height - 1)
        return left, top, min(max(right, left + 1), width), min(max(bottom, top + 1), height)
