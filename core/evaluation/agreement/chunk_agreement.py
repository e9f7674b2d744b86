"""Two chunkings of one token stream: where both cut, and how like their chunks are.

A chunking is taken as the number of the chunk that owns each token (`ChunkingResult.owners`):
overlap and headings put in front move no boundary. A boundary is the place of a token that
another chunk owns than the one before it; a chunk of pieces that are no neighbours has one for
each of them.

Neither chunking is gold. Pk and WindowDiff were made to compare with one, and take their window
from it; here it is taken from both alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    _Flags = NDArray[np.bool_]
    Owners = NDArray[np.int64]


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


def boundaries(first: Owners, second: Owners) -> Boundaries:
    """Where two chunkings of a stream cut; each is the owners of its tokens, (tokens,)."""
    first_starts, second_starts = (
        set((np.flatnonzero(_edges(owners)) + 1).tolist()) for owners in (first, second)
    )
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
    first: Owners, second: Owners, among: NDArray[np.bool_] | None = None
) -> ChunkAgreement:
    """How far two chunkings of a stream agree; each is the owners of its tokens, (tokens,).

    `among` (tokens,) are the tokens in question, such as those of a page; all without it. Those
    that are left out are taken away as if the rest followed each other.

    Raises:
        ValueError: the chunkings are not of streams of one length.
    """
    if len(first) != len(second):
        raise ValueError(f"chunkings of {len(first)} and of {len(second)} tokens")
    counted = np.ones(len(first), bool) if among is None else among
    window = window_size(len(first), _chunks(first), _chunks(second))
    edges = _edges(first[counted]), _edges(second[counted])
    best = _best_shares(first, second)
    touched = [best[0][np.unique(first[counted])], best[1][np.unique(second[counted])]]
    return ChunkAgreement(
        _among(boundaries(first, second), counted),
        pk(*edges, window),
        window_diff(*edges, window),
        fmean(np.concatenate(touched).tolist()) if counted.any() else None,
        float((best[0][first[counted]] == 1.0).mean()) if counted.any() else None,
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


def _chunks(owners: Owners) -> int:
    return int(owners.max(initial=-1)) + 1


def _edges(owners: Owners) -> _Flags:
    return np.diff(owners) != 0


def _cuts_in_windows(edges: _Flags, window: int) -> NDArray[np.int64]:
    """Boundaries between each token and the one `window` further."""
    sums = np.concatenate([[0], np.cumsum(edges)])
    return sums[window:] - sums[:-window]


def _among(cuts: Boundaries, counted: _Flags) -> Boundaries:
    places = cuts.both, cuts.one, cuts.other
    return Boundaries(*(tuple(at for at in positions if counted[at]) for positions in places))


def _best_shares(first: Owners, second: Owners) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For each chunk the greatest Jaccard share with a chunk of the other chunking."""
    others = max(_chunks(second), 1)
    met, shared = np.unique(first * others + second, return_counts=True)
    mine, theirs = met // others, met % others
    sizes = np.bincount(first, minlength=1), np.bincount(second, minlength=1)
    jaccard = shared / (sizes[0][mine] + sizes[1][theirs] - shared)
    best = np.zeros(len(sizes[0])), np.zeros(len(sizes[1]))
    np.maximum.at(best[0], mine, jaccard)
    np.maximum.at(best[1], theirs, jaccard)
    return best
