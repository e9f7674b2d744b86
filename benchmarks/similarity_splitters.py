"""The two splitters of the Chroma evaluation that read embeddings, written after its report.

Both begin with pieces of at most 50 tokens by recursive splitting.

Source: B. Smith and A. Troynikov, Evaluating Chunking Strategies for Retrieval, 2024.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from core.embedding.base import Encoder

PIECE = 50
"""Tokens of a piece at most."""
_AROUND = 3
"""Pieces before and after that are embedded together with each, by the Kamradt splitter."""


def cluster(pieces: Sequence[str], encoder: Encoder, most: int) -> list[str]:
    """Neighbouring pieces so joined that those of a chunk are as alike as can be.

    The sum over all pairs of a chunk of their cosine less the mean cosine of all pieces is
    greatest; no chunk has more than `most` tokens, taken as `most / 50` pieces.
    """
    vectors = encoder.encode(pieces).astype(np.float64)
    similar = vectors @ vectors.T
    similar -= similar[np.triu_indices(len(pieces), 1)].mean()
    best, begin = np.zeros(len(pieces) + 1), np.zeros(len(pieces) + 1, int)
    for end in range(1, len(pieces) + 1):
        best[end], begin[end] = best[end - 1], end - 1
        reward = 0.0
        for start in range(end - 2, max(end - most // PIECE, 0) - 1, -1):
            reward += 2 * float(similar[start, start + 1 : end].sum())
            if best[start] + reward > best[end]:
                best[end], begin[end] = best[start] + reward, start
    bounds = [len(pieces)]
    while bounds[-1]:
        bounds.append(int(begin[bounds[-1]]))
    return _joined(pieces, bounds[::-1])


def kamradt(
    pieces: Sequence[str], encoder: Encoder, count: Callable[[str], int], average: int
) -> list[str]:
    """Chunks that end where neighbouring pieces, each with three around it, differ most.

    As many ends as bring the mean length of a chunk to about `average` tokens.
    """
    places = range(len(pieces))
    around = [" ".join(pieces[max(at - _AROUND, 0) : at + _AROUND + 1]) for at in places]
    vectors = encoder.encode(around)
    distances: NDArray[np.float32] = 1 - np.einsum("ij,ij->i", vectors[1:], vectors[:-1])
    ends = min(sum(map(count, pieces)) // average, len(distances))
    widest = np.sort(np.argsort(-distances, kind="stable")[:ends]) + 1
    return _joined(pieces, [0, *widest.tolist(), len(pieces)])


def _joined(pieces: Sequence[str], bounds: Sequence[int]) -> list[str]:
    return [" ".join(pieces[start:end]) for start, end in pairwise(bounds)]
