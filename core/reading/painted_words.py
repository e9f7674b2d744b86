"""The words of a page with how each was painted, in columns, for rules that ask all of them."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.reading.characters import ALPHA, COLOUR, INK, SIZE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from core.geometry import Box
    from core.reading.characters import Word
    from core.reading.line import Line

    Mask = NDArray[np.bool_]


class DrawnLine(NamedTuple):
    """A line, and its words as they stand on the page before it is turned.

    `order` is when its text was drawn: the number of its block among texts and paths.
    `procedural` says that the glyphs of a font of it are drawn by commands.
    """

    line: Line
    words: list[Word]
    order: int
    procedural: bool


class Words(NamedTuple):
    """(n,) columns; `boxes` is (n, 4), `colours` (n, 3). `lines` are indexes of drawn lines.

    `procedural` are words in fonts whose glyphs are drawn by commands, in colours of their own.
    """

    texts: list[str]
    boxes: NDArray[np.float64]
    colours: NDArray[np.int64]
    alphas: NDArray[np.int64]
    sizes: NDArray[np.float64]
    painted: Mask
    procedural: Mask
    orders: NDArray[np.int64]
    lines: NDArray[np.int64]

    @property
    def areas(self) -> NDArray[np.float64]:
        """Square points, never 0."""
        left, top, right, bottom = self.boxes.T
        return np.maximum((right - left) * (bottom - top), 1e-6)


def columns(drawn: Sequence[DrawnLine]) -> Words:
    """The words of lines, in their order; there is at least one."""
    words = [word for row in drawn for word in row.words]
    counts = [len(row.words) for row in drawn]
    texts, boxes, styles, *_ = zip(*words, strict=True)
    style, count = list(zip(*styles, strict=True)), len(words)
    return Words(
        list(texts),
        np.fromiter(chain.from_iterable(boxes), float, 4 * count).reshape(-1, 4),
        channels(style[COLOUR]),
        np.fromiter(style[ALPHA], int, count),
        np.fromiter(style[SIZE], float, count),
        np.fromiter(style[INK], bool, count),
        np.repeat([row.procedural for row in drawn], counts).astype(bool),
        np.repeat([row.order for row in drawn], counts).astype(int),
        np.repeat(np.arange(len(drawn)), counts),
    )


def channels(colours: Sequence[int]) -> NDArray[np.int64]:
    """(n, 3) red, green and blue of colours 0xRRGGBB."""
    packed = np.fromiter(colours, int, len(colours))
    return np.stack([packed >> 16 & 255, packed >> 8 & 255, packed & 255], axis=-1)


def shared(
    boxes: NDArray[np.float64], others: Sequence[Box] | NDArray[np.float64]
) -> NDArray[np.float64]:
    """(n, m) square points that each of n boxes has in common with each of m others."""
    other = np.asarray(others, float).reshape(-1, 4)
    across = np.minimum(boxes[:, None, 2], other[:, 2]) - np.maximum(boxes[:, None, 0], other[:, 0])
    down = np.minimum(boxes[:, None, 3], other[:, 3]) - np.maximum(boxes[:, None, 1], other[:, 1])
    return np.maximum(across, 0.0) * np.maximum(down, 0.0)
