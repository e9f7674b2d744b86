"""Reading order: pieces of text to columns, columns to lines.

A recursive cut in the manner of the XY-cut: a vertical gutter that only few pieces cross splits
a region into bands between those spanning pieces, each band into its columns.
"""

from __future__ import annotations

import re
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.parsing.structuring.line_rows import join_row, merge_pieces, same_row
from core.reading.runs import runs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from core.reading.line import Line

LEADER = re.compile(r"(?:\.\s?){4,}|\u2026{2,}")
"""A row of dots that leads from a title to its page number."""

SPANNING = 0.35
"""Largest share of the text that may cross a gutter (headings and wide tables do)."""

NARROWEST = 7.0
"""Width of the narrowest column, in times of its font size."""

MOST_RUNS = 12
"""Gutters that are tried, those that the least text crosses first."""

FEWEST = 3
"""Lines that a column needs."""


def reading_order(pieces: Sequence[Line]) -> list[list[Line]]:
    """Groups of lines in reading order; each group is (a part of) one column."""
    return _columns(_with_leaders_joined(pieces))


def _columns(pieces: Sequence[Line]) -> list[list[Line]]:
    if not pieces:
        return []
    gutter = _gutter(pieces)
    if gutter is None:
        return [merge_pieces(pieces)]
    groups: list[list[Line]] = []
    for spanning, left, right in _bands(pieces, gutter):
        if spanning:
            groups.append(merge_pieces(spanning))
        groups += _columns(left) + _columns(right)
    return groups


def _with_leaders_joined(pieces: Sequence[Line]) -> list[Line]:
    """Pieces, with what stands left and right of a row of dots made one with it."""
    leaders = [piece for piece in pieces if LEADER.search(piece.text)]
    if not leaders:
        return list(pieces)
    joined: list[Line] = []
    rest = [piece for piece in pieces if not LEADER.search(piece.text)]
    for leader in leaders:
        level = [piece for piece in rest if same_row([leader], piece)]
        by_left = attrgetter("left")
        left = max((p for p in level if p.left < leader.left), key=by_left, default=None)
        right = min((p for p in level if p.left > leader.left), key=by_left, default=None)
        row = [piece for piece in (left, leader, right) if piece is not None]
        joined.append(join_row(row))
        taken = {id(piece) for piece in row}
        rest = [piece for piece in rest if id(piece) not in taken]
    return [*rest, *joined]


def _gutter(pieces: Sequence[Line]) -> float | None:
    """The x of the best gutter, or None where the region is one column."""
    if len(pieces) < 2 * FEWEST:
        return None
    left = np.array([line.left for line in pieces])
    right = np.array([line.right for line in pieces])
    weight = np.array([line.size * line.width for line in pieces])
    xs = np.arange(left.min() + 1, right.max(), 2.0)
    crossing = (left[:, None] < xs) & (right[:, None] > xs)
    crossed = weight @ crossing / weight.sum()
    before = (right[:, None] <= xs).sum(axis=0)
    after = (left[:, None] >= xs).sum(axis=0)
    usable = (crossed <= SPANNING) & (before >= FEWEST) & (after >= FEWEST)
    stretches = _stretches(usable, crossed, xs)
    stretches.sort(key=lambda run: (run.crossed, run.low - run.high))
    scores: list[tuple[float, float, float]] = []
    for run in stretches[:MOST_RUNS]:
        middle = (run.low + run.high) / 2
        mass = _lighter_side(pieces, middle)
        if mass is not None:
            scores.append((run.crossed, -mass, middle))
    return min(scores)[2] if scores else None


class _Run(NamedTuple):
    """A stretch of x where the same share of the text crosses."""

    low: float
    high: float
    crossed: float


def _stretches(
    usable: NDArray[np.bool_], crossed: NDArray[np.float64], xs: NDArray[np.float64]
) -> list[_Run]:
    """Stretches of x where equally few pieces cross."""
    level = runs(
        np.flatnonzero(usable).tolist(),
        lambda run, x: x == run[-1] + 1 and abs(crossed[x] - crossed[run[0]]) <= 1e-6,
    )
    return [_Run(float(xs[r[0]]), float(xs[r[-1]]), float(crossed[r[0]])) for r in level]


def _lighter_side(pieces: Sequence[Line], gutter: float) -> float | None:
    """Text mass of the lighter side of a gutter, or None where a side is no column of prose."""
    left = [line for line in pieces if line.right <= gutter]
    right = [line for line in pieces if line.left >= gutter]
    masses: list[float] = []
    for side in (left, right):
        widths = sorted(_row_widths(side))
        if len(widths) < FEWEST or widths[int(len(widths) * 0.6)] < NARROWEST:
            return None
        masses.append(sum(widths))
    top = max(min(line.top for line in side) for side in (left, right))
    bottom = min(max(line.bottom for line in side) for side in (left, right))
    shared = min(sum(top <= line.middle <= bottom for line in side) for side in (left, right))
    return min(masses) if shared >= FEWEST - 1 else None


def _row_widths(side: Sequence[Line]) -> list[float]:
    """Text in each row of one side, in times of its font size."""
    rows = runs(
        sorted(side, key=attrgetter("middle")),
        lambda row, line: line.middle - row[0].middle < 0.4 * max(line.size, 1.0),
    )
    return [sum(line.width / max(line.size, 1.0) for line in row) for row in rows]


def _bands(
    pieces: Sequence[Line], gutter: float
) -> list[tuple[list[Line], list[Line], list[Line]]]:
    """From the top down: spanning pieces, then what lies left and right until the next ones."""
    bands: list[tuple[list[Line], list[Line], list[Line]]] = [([], [], [])]
    for line in sorted(pieces, key=lambda line: line.middle):
        spanning, left, right = bands[-1]
        if line.left < gutter < line.right:
            if left or right:
                bands.append(([line], [], []))
            else:
                spanning.append(line)
        else:
            (left if line.right <= gutter else right).append(line)
    return bands
