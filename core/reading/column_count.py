"""Columns of running text on a page, counted by the lines that stand side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.reading.cell_rows import FEW_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from core.reading.cell_rows import Piece, Rulings

FEWEST = 3
"""Lines that columns need."""

MOST_COLUMNS = 8
"""Pieces side by side beyond which they are no columns of text."""

COMMON = 1 / 3
"""Share of the lines that must stand in as many columns; others are headings and last lines."""

LEVEL = 1.0
"""Difference of height, in times of that of a line, up to which two lines stand side by side."""

FEW_RULED = 0.5
"""Share of the gaps between columns up to which rulings may stand in them, as in newspapers."""

NARROWEST = 8.0
"""Width of a column of text, in times of the height of its lines."""

WIDEST = 0.6
"""Share of the width of the page from which a line has no other column beside it."""


def count_columns(texts: Iterable[Piece], width: float, drawn: Rulings) -> int:
    """Columns of running text side by side, that a third of its lines shows; 1 for cells."""
    prose = [p for p in texts if p.right - p.left > NARROWEST * p.height and p.words > FEW_WORDS]
    narrow = [piece for piece in prose if piece.right - piece.left < WIDEST * width]
    if len(narrow) < FEWEST or len(narrow) * 2 < len(prose):
        return 1
    middle, left, right, height, *_ = np.array(narrow, float).T
    level = np.abs(middle[:, None] - middle) < LEVEL * height[:, None]
    behind = level & (right[:, None] < left)
    count = int(np.percentile(_chain(behind) + _chain(behind.T) - 1, 100 - 100 * COMMON))
    if count > 1 and len(drawn.x):
        first = behind.any(axis=1)
        next_left = np.where(behind, left, np.inf).min(axis=1)
        if _ruled_gaps(middle[first], right[first], next_left[first], drawn) > FEW_RULED:
            return 1
    return count


def _chain(behind: NDArray[np.bool_]) -> NDArray[np.int64]:
    """(n,) For each piece, the length of the longest chain of pieces, each behind the one before.

    `behind[i, j]` says that j is behind i.
    """
    length = np.ones(len(behind), np.int64)
    while True:
        longer = 1 + (behind * length).max(axis=1)
        if (longer == length).all() or longer.max() > MOST_COLUMNS:
            return length
        length = longer


def _ruled_gaps(
    middle: NDArray[np.float64],
    right: NDArray[np.float64],
    left: NDArray[np.float64],
    drawn: Rulings,
) -> float:
    """The share of gaps, each behind the right edge of a piece, in which a ruling stands."""
    level = (drawn.top <= middle[:, None]) & (drawn.bottom >= middle[:, None])
    inside = (drawn.x > right[:, None] - 2) & (drawn.x < left[:, None] + 2)
    return float((level & inside).any(axis=1).mean())
