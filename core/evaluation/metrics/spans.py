"""Tokens or characters retrieved, beside those that answer a question.

A place is a number: the position of a token or of a character in its document. The functions do
not care which of the two, as long as gold and retrieved agree. Documents are kept apart by name.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

import numpy as np

from core.evaluation.metrics.overlap import Overlap

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import ArrayLike

Range = tuple[int, int]
"""Half-open range of places; one that ends where it begins, or before, is empty."""


def span_overlap(
    gold: Mapping[str, Sequence[Range]], retrieved: Mapping[str, Sequence[Range]]
) -> Overlap:
    """How many places are gold, and how many of those retrieved, over all documents.

    What is retrieved twice counts twice against precision and IoU, and once for recall. Gold
    ranges that overlap count once: the gold is a set of places. Ranges of documents without
    gold are wrong in full.

    Source: thesis, section 3.5.3, equations 3.10 to 3.12; Smith and Troynikov, Evaluating
    Chunking Strategies for Retrieval (2024).
    """
    expected = {name: merged(ranges) for name, ranges in gold.items()}
    both = sum(
        _shared(ranges, merged(retrieved.get(name, ()))) for name, ranges in expected.items()
    )
    return Overlap(both, sum(map(_size, expected.values())), sum(map(_size, retrieved.values())))


def precision_omega(
    gold: Mapping[str, Sequence[Range]], chunks: Mapping[str, Sequence[Sequence[Range]]]
) -> float | None:
    """Precision of a perfect search: every chunk that holds a place of the gold, and no other.

    Each chunk is its ranges, for it may hold several. Chunks that overlap are counted in full,
    as in equation 3.10. Smith and Troynikov's own code takes their union and adds the gold that
    no chunk holds, and takes a chunk that only touches the gold, so that its figures differ
    where chunks overlap or end where the gold begins. None without gold; 0 if no chunk holds any.

    Source: thesis, section 3.5.3.
    """
    expected = {name: merged(ranges) for name, ranges in gold.items()}
    perfect = {
        name: [part for chunk in chunks.get(name, ()) if _touches(chunk, ranges) for part in chunk]
        for name, ranges in expected.items()
    }
    return span_overlap(expected, perfect).precision


def merged(ranges: Iterable[Range]) -> list[Range]:
    """The same places as ranges in order that neither overlap nor touch; empty ones go."""
    joined: list[Range] = []
    for start, end in sorted(ranges):
        if start >= end:
            continue
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(joined[-1][1], end)
        else:
            joined.append((start, end))
    return joined


def ranges_of(flags: ArrayLike) -> list[Range]:
    """The places at which flags (n,) are set, as ranges."""
    padded = np.concatenate(([False], np.asarray(flags, bool), [False]))
    edges = np.flatnonzero(padded[1:] != padded[:-1]).tolist()
    return list(zip(edges[::2], edges[1::2], strict=True))


def _size(ranges: Iterable[Range]) -> int:
    return sum(max(end - start, 0) for start, end in ranges)


def _shared(ones: Sequence[Range], others: Sequence[Range]) -> int:
    return _size(ones) + _size(others) - _size(merged([*ones, *others]))


def _touches(chunk: Sequence[Range], expected: Sequence[Range]) -> bool:
    for start, end in chunk:
        # The last wanted range that begins at `start` or before, then the one after it.
        after = bisect_right(expected, start, key=lambda span: span[0])
        near = expected[max(after - 1, 0) : after + 1]
        if any(max(start, first) < min(end, last) for first, last in near):
            return True
    return False
