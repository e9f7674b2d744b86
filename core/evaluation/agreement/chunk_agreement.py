"""Two chunkings of one token stream: where both cut, and how like their chunks are.

A chunking is taken as the ranges of the tokens that its chunks own, which cover the stream
without gap: overlap and headings put in front move no boundary. A boundary is the place of the
token that a chunk begins with; the first chunk's is none, for every chunking has it.

Neither chunking is gold. Pk and WindowDiff were made to compare with one, and take their window
from it; here it is taken from both alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from core.chunking.base import ChunkingResult
    from core.evaluation.metrics.spans import Range

    _Flags = NDArray[np.bool_]
    _Owners = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Boundaries:
    """Places of tokens at which both cut, only the one, or only the other; ascending."""

    both: tuple[int, ...]
    one: tuple[int, ...]
    other: tuple[int, ...]

    @property
    def differing(self) -> tuple[int, ...]:
        """Where only one of the two cuts, ascending."""
        return tuple(sorted((*self.one, *self.other)))

    @property
    def f1(self) -> float | None:
        """F1 of the boundaries, 0 to 1, at exactly the same token; None if neither cuts."""
        cuts = 2 * len(self.both) + len(self.one) + len(self.other)
        return 2 * len(self.both) / cuts if cuts else None


@dataclass(frozen=True, slots=True)
class ChunkAgreement:
    """How far two chunkings agree over some tokens.

    `pk` and `window_diff` are shares of windows on which they disagree (0: none), None where the
    tokens are no more than a window. `overlap` is the mean, over the chunks of both, of the
    greatest share of tokens (Jaccard) with one chunk of the other. `same` is the share of tokens
    whose chunk is exactly the same in both. Both are of whole chunks, also of those that reach
    beyond the tokens in question; None without tokens. `window` is the window in tokens.
    """

    boundaries: Boundaries
    pk: float | None
    window_diff: float | None
    overlap: float | None
    same: float | None
    window: int


def own_ranges(result: ChunkingResult) -> list[Range]:
    """The tokens that each chunk owns, as half-open ranges in order."""
    return [(chunk.cut.start, chunk.cut.end) for chunk in result.chunks]


def boundaries(first: Sequence[Range], second: Sequence[Range]) -> Boundaries:
    """Where two chunkings of a stream cut."""
    first_starts, second_starts = ({start for start, _ in ranges[1:]} for ranges in (first, second))
    return Boundaries(
        *(
            tuple(sorted(s))
            for s in (
                first_starts & second_starts,
                first_starts - second_starts,
                second_starts - first_starts,
            )
        )
    )


def chunk_agreement(
    first: Sequence[Range], second: Sequence[Range], among: NDArray[np.bool_] | None = None
) -> ChunkAgreement:
    """How far two chunkings of a stream agree.

    `among` (tokens,) are the tokens in question, such as those of a page; all without it. Those
    that are left out are taken away as if the rest followed each other.

    Raises:
        ValueError: the chunkings are not of streams of one length.
    """
    first_owners, second_owners = _owners(first), _owners(second)
    if len(first_owners) != len(second_owners):
        raise ValueError(f"chunkings of {len(first_owners)} and of {len(second_owners)} tokens")
    counted = np.ones(len(first_owners), bool) if among is None else among
    window = window_size(len(first_owners), len(first), len(second))
    edges = _edges(first_owners[counted]), _edges(second_owners[counted])
    best = _best_shares(first, second, first_owners, second_owners)
    touched = [
        best[0][np.unique(first_owners[counted])],
        best[1][np.unique(second_owners[counted])],
    ]
    return ChunkAgreement(
        _among(boundaries(first, second), counted),
        pk(*edges, window),
        window_diff(*edges, window),
        fmean(np.concatenate(touched).tolist()) if counted.any() else None,
        float((best[0][first_owners[counted]] == 1.0).mean()) if counted.any() else None,
        window,
    )


def window_size(tokens: int, first: int, second: int) -> int:
    """Half the mean size of the chunks of both, in tokens, at least 1.

    Source: Beeferman, Berger and Lafferty, Statistical Models for Text Segmentation (1999), half
    the mean size in the gold segmentation; there is none here, so both count alike.
    """
    return max(round(tokens / max(first + second, 1)), 1)


def pk(first: _Flags, second: _Flags, window: int) -> float | None:
    """Pk: share of pairs of tokens so far apart that only one of two chunkings parts.

    `first` and `second` (tokens - 1,) say where a boundary stands between two neighbours. None
    where no two tokens are so far apart.

    Source: Beeferman, Berger and Lafferty, Statistical Models for Text Segmentation (1999).
    """
    first_cuts, second_cuts = _cuts_in_windows(first, window), _cuts_in_windows(second, window)
    return float(((first_cuts > 0) != (second_cuts > 0)).mean()) if len(first_cuts) else None


def window_diff(first: _Flags, second: _Flags, window: int) -> float | None:
    """WindowDiff: share of windows in which two chunkings have not the same number of boundaries.

    Arguments as for `pk`. Unlike Pk it sees a boundary too many beside another one.

    Source: Pevzner and Hearst, A Critique and Improvement of an Evaluation Metric for Text
    Segmentation (2002).
    """
    first_cuts, second_cuts = _cuts_in_windows(first, window), _cuts_in_windows(second, window)
    return float((first_cuts != second_cuts).mean()) if len(first_cuts) else None


def _owners(ranges: Sequence[Range]) -> _Owners:
    """(tokens,) Which range each token is in."""
    sizes = np.array([end - start for start, end in ranges], np.int64)
    return np.repeat(np.arange(len(ranges)), sizes)


def _edges(owners: _Owners) -> _Flags:
    return np.diff(owners) != 0


def _cuts_in_windows(edges: _Flags, window: int) -> NDArray[np.int64]:
    """Boundaries between each token and the one `window` further."""
    sums = np.concatenate([[0], np.cumsum(edges)])
    return sums[window:] - sums[:-window]


def _among(cuts: Boundaries, counted: _Flags) -> Boundaries:
    places = cuts.both, cuts.one, cuts.other
    return Boundaries(*(tuple(at for at in positions if counted[at]) for positions in places))


def _best_shares(
    first: Sequence[Range], second: Sequence[Range], first_owners: _Owners, second_owners: _Owners
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For each chunk the greatest Jaccard share with a chunk of the other chunking."""
    met, shared = np.unique(first_owners * len(second) + second_owners, return_counts=True)
    mine, theirs = met // max(len(second), 1), met % max(len(second), 1)
    sizes = np.bincount(first_owners, minlength=1), np.bincount(second_owners, minlength=1)
    jaccard = shared / (sizes[0][mine] + sizes[1][theirs] - shared)
    best = np.zeros(len(first)), np.zeros(len(second))
    np.maximum.at(best[0], mine, jaccard)
    np.maximum.at(best[1], theirs, jaccard)
    return best
