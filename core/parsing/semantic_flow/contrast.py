"""How much the text on both sides of each gap between paragraphs differs.

Source: Hearst, TextTiling (1997): blocks of text on both sides of a gap are compared, and a gap
counts by how far it stands out from those around it (its depth). Embeddings of paragraphs take
the place of word counts; the mean of the document is taken out of them, so that what all of it
is about makes no two paragraphs alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.embedding.base import unit_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

BESIDE = 150
"""Words of text on each side of a gap that are compared, at least those of two paragraphs."""

DIGITS = 3
"""Decimals of distances and depths, which are compared as they are written down."""


class Contrast(NamedTuple):
    """Of each gap of a run of n paragraphs (n - 1,): the distance of its sides, and its depth."""

    distance: NDArray[np.float64]
    depth: NDArray[np.float64]


def contrasts(
    vectors: NDArray[np.float32], words: NDArray[np.float64], lengths: Sequence[int]
) -> list[Contrast]:
    """The contrasts of runs of paragraphs that are `lengths` long, one after the other.

    `vectors` is (paragraphs, dimension), `words` (paragraphs,) counts their words.
    """
    centred = vectors - np.average(vectors, axis=0, weights=words)
    weighted = unit_rows(centred) * words[:, None]
    measured: list[Contrast] = []
    start = 0
    for length in lengths:
        chosen = slice(start, start + length)
        distance = _distances(weighted[chosen], words[chosen])
        measured.append(Contrast(distance, _depths(distance)))
        start += length
    return measured


def _distances(weighted: NDArray[np.float64], words: NDArray[np.float64]) -> NDArray[np.float64]:
    """The cosine distance, 0 to 2, of the mean of what stands before and behind each gap."""
    behind = _sides(weighted, words)[1:]
    before = _sides(weighted[::-1], words[::-1])[::-1][:-1]
    alike = np.einsum("ij,ij->i", unit_rows(before), unit_rows(behind))
    return np.round(1.0 - alike.astype(np.float64), DIGITS)


def _sides(weighted: NDArray[np.float64], words: NDArray[np.float64]) -> NDArray[np.float64]:
    """For each paragraph the sum of it and of those behind it that make up enough words."""
    sums = np.vstack([np.zeros_like(weighted[:1]), np.cumsum(weighted, axis=0)])
    counts = np.concatenate([[0.0], np.cumsum(words)])
    first = np.arange(len(words))
    last = np.searchsorted(counts, counts[first] + BESIDE)
    return sums[np.clip(last, first + 2, len(words)).clip(max=len(words))] - sums[first]


def _depths(distance: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far each distance rises above the lowest on either side before a higher one comes."""
    return np.round(_rise(distance) + _rise(distance[::-1])[::-1], DIGITS)


def _rise(distance: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far each distance lies above the last one before it from which it rose without a fall."""
    lowest = distance.copy()
    for index in range(1, len(distance)):
        if distance[index - 1] <= distance[index]:
            lowest[index] = lowest[index - 1]
    return distance - lowest
