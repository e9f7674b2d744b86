"""Breaks where neighbouring sentences differ most. Source: thesis, section 3.4.3."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from core.chunking.base import START, Boundary, BoundaryKind, ChunkSource, Cut, Cutting, Sentences
from core.chunking.options import SizedOptions, number
from core.chunking.splitting import split

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray


class SemanticOptions(SizedOptions):
    """Options of breakpoint-based semantic chunking."""

    percentile: float = number(
        0.9, 0.5, 0.99, "Q: breakpoint percentile",
        "A break stands where the distance of two sentences is above this share of "
        "all distances: higher means fewer, larger chunks. The thesis compares 0.7, 0.9, 0.95.",
    )  # fmt: skip
    minimum: float = number(
        0.5, 0.0, 1.0, "M: minimum, share of N",
        "A shorter chunk is joined with the next ones, or with the one before, while they fit "
        "into N together.",
    )  # fmt: skip

    @property
    def minimum_tokens(self) -> int:
        """M in tokens."""
        return int(self.minimum * self.max_tokens)


def threshold(sentences: Sentences, percentile: float) -> float:
    """The distance above which a break is set; 2 (never) for a single sentence."""
    if not len(sentences.distances):
        return 2.0
    return float(np.quantile(sentences.distances, percentile))


def breakpoints(sentences: Sentences, percentile: float) -> NDArray[np.int64]:
    """Numbers of the sentences that a break stands before, ascending."""
    return np.flatnonzero(sentences.distances > threshold(sentences, percentile)) + 1


class SemanticChunker:
    """Passages of one topic, found by shifts between the embeddings of sentences."""

    name = "semantic"
    title = "Semantic"
    options = SemanticOptions

    def cut(self, source: ChunkSource, options: SemanticOptions) -> Cutting:
        """Cuts at breakpoints, short ones merged, long ones split recursively.

        What splitting leaves too short is merged as well, which goes beyond the source.
        """
        sentences, total = source.sentences(), len(source.stream)
        limit = threshold(sentences, options.percentile)
        cuts: list[Cut] = []
        at, boundary = 0, START
        for place in [*breakpoints(sentences, options.percentile).tolist(), None]:
            stop = total if place is None else int(sentences.starts[place])
            if stop - at < options.minimum_tokens and stop < total:
                continue
            parts = split(source.stream, at, stop, options.max_tokens)
            cuts += [replace(c, boundary=boundary) if c.start == at else c for c in parts]
            if place is not None:
                distance = float(sentences.distances[place - 1])
                boundary = _breakpoint(distance, limit, options.percentile)
            at = stop
        return Cutting(_joined(cuts, options.minimum_tokens, options.max_tokens))


def _joined(cuts: Sequence[Cut], minimum: int, size: int) -> list[Cut]:
    """Cuts of which none below `minimum` has a neighbour with which it is at most `size`."""
    with_next = _merged(cuts, lambda a, b: a.end - a.start < minimum and b.end - a.start <= size)
    return _merged(with_next, lambda a, b: b.end - b.start < minimum and b.end - a.start <= size)


def _merged(cuts: Sequence[Cut], is_one: Callable[[Cut, Cut], bool]) -> list[Cut]:
    whole: list[Cut] = []
    for cut in cuts:
        if whole and is_one(whole[-1], cut):
            whole[-1] = replace(whole[-1], end=cut.end)
        else:
            whole.append(cut)
    return whole


def _breakpoint(distance: float, limit: float, percentile: float) -> Boundary:
    return Boundary(
        BoundaryKind.BREAKPOINT,
        f"The topic changes: distance {distance:.3f} is above {limit:.3f}, "
        f"the {percentile:.0%} percentile.",
        distance,
        limit,
        percentile,
    )
