"""Reading order: pieces of text to columns, columns to lines.

A recursive cut in the manner of the XY-cut: a vertical gutter that only few pieces cross splits
a region into bands between those spanning pieces, each band into its columns.
"""

from __future__ import annotations

import re
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.parsing.structural_rule.side_by_side import are_apart, follows
from core.parsing.structuring.key_values.by_gap import with_pairs_by_gap
from core.parsing.structuring.line_rows import join_row, merge_pieces, same_row, with_code_joined
from core.parsing.structuring.sentence_ends import ENDINGS
from core.reading.runs import runs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from core.reading.line import Line

LEADER = re.compile(r"(?:\.\s?){4,}|\u2026{2,}")
"""A row of dots that leads from a title to its page number."""

SPANNING = 0.35
"""Largest share of the text that may cross a gutter where both of its sides have lines (headings
and wide tables do)."""

NARROWEST = 7.0
"""Width of the narrowest column, in times of its font size, where it may be cells of rows."""

NARROWER = 3.0
"""The same where it cannot."""

MOST_RUNS = 12
"""Gutters that are tried, those that the least text crosses first."""

FEWEST = 3
"""Lines that a column needs."""

AIR = 0.8
"""Times the font size between a row above the columns and these, at least."""

INDENT = 2.0
"""Times the font size by which its right end begins behind the edge of the column, at least."""


def reading_order(pieces: Sequence[Line]) -> list[list[Line]]:
    """Groups of lines in reading order; each group is (a part of) one column."""
    return _columns(with_pairs_by_gap(with_code_joined(_with_leaders_joined(pieces))))


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
        groups += [*_columns(left), *_columns(right)]
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
    before, after = right[:, None] <= xs, left[:, None] >= xs
    crossing = ~before & ~after
    crossed = weight @ crossing / weight.sum()
    beside = _beside(pieces, before, after)
    shares = weight @ (crossing & beside) / np.maximum(weight @ beside, 1e-9)
    many = np.minimum(before.sum(axis=0), after.sum(axis=0)) >= FEWEST
    usable = (np.minimum(shares, crossed) <= SPANNING) & many
    stretches = _stretches(usable, crossed, xs)
    stretches.sort(key=lambda run: (run.crossed, run.low - run.high))
    scores: list[tuple[float, float, float]] = []
    for run in stretches[:MOST_RUNS]:
        if scores and run.crossed > scores[0][0]:
            break
        middle = (run.low + run.high) / 2
        mass = _lighter_side(pieces, middle)
        if mass is not None:
            scores.append((run.crossed, -mass, middle))
    return min(scores)[2] if scores else None


def _beside(
    pieces: Sequence[Line], before: NDArray[np.bool_], after: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Which pieces stand at the height of lines on both sides, for each x that may be a gutter.

    What crosses it above and below of these, as an abstract over two columns, is no sign of one
    column. `before` and `after` say which pieces stand left and right of each x.
    """
    top = np.array([[line.top] for line in pieces])
    bottom = np.array([[line.bottom] for line in pieces])
    highest = [np.where(side, top, np.inf).min(axis=0) for side in (before, after)]
    lowest = [np.where(side, bottom, -np.inf).max(axis=0) for side in (before, after)]
    middle = (top + bottom) / 2
    return (middle >= np.maximum(*highest)) & (middle <= np.minimum(*lowest))


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
    sides = [sorted(_row_widths(side)) for side in (left, right)]
    if min(map(len, sides)) < FEWEST:
        return None
    narrower = min(widths[int(len(widths) * 0.6)] for widths in sides)
    if narrower < NARROWER or (narrower < NARROWEST and not are_apart(left, right)):
        return None
    top = max(min(line.top for line in side) for side in (left, right))
    bottom = min(max(line.bottom for line in side) for side in (left, right))
    shared = min(sum(top <= line.middle <= bottom for line in side) for side in (left, right))
    return min(map(sum, sides)) if shared >= FEWEST - 1 else None


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
    masthead = _masthead(pieces, gutter)
    bands: list[tuple[list[Line], list[Line], list[Line]]] = [(masthead, [], []), ([], [], [])]
    rest = [line for line in pieces if line not in masthead]
    for line in sorted(rest, key=lambda line: line.middle):
        spanning, left, right = bands[-1]
        if line.left < gutter < line.right:
            if left and _goes_on(left[-1], line):
                left.append(line)  # text goes on below what stood beside it
            elif left or right:
                bands.append(([*_taken_titles(left, right, line), line], [], []))
            else:
                spanning.append(line)
        elif not left and not right and spanning and _ends(spanning[-1], line, pieces):
            spanning.append(line)
        else:
            (left if line.right <= gutter else right).append(line)
    return bands


def _masthead(pieces: Sequence[Line], gutter: float) -> list[Line]:
    """The uppermost row, where it stands apart from the columns below and belongs to none.

    What is right of the gutter ends with the column there, but begins further right.
    """
    top = min(pieces, key=lambda line: line.middle)
    row = [line for line in pieces if line is top or same_row([top], line)]
    right = [line for line in row if line.left >= gutter]
    below = [line for line in pieces if line not in row]
    column = [line for line in below if line.left >= gutter]
    if len(right) != 1 or not column or any(line.left < gutter < line.right for line in row):
        return []
    end, size = right[0], max(right[0].size, 1.0)
    apart = min(line.top for line in below) - max(line.bottom for line in row) >= AIR * size
    aligned = abs(end.right - max(line.right for line in column)) < size
    return (
        row
        if apart and aligned and end.left - min(line.left for line in column) > INDENT * size
        else []
    )


def _goes_on(above: Line, line: Line) -> bool:
    """Whether a line goes on with the sentence of the one right above it."""
    return follows(above, line) and line.words[0][0].islower() and above.text[-1] not in ENDINGS


def _ends(above: Line, line: Line, pieces: Sequence[Line]) -> bool:
    """Whether a line is the last and short one of a paragraph, and not the first of a column."""
    level = sum(piece.top < line.middle < piece.bottom for piece in pieces)
    return level == 1 and follows(above, line)


def _taken_titles(left: list[Line], right: Sequence[Line], below: Line) -> list[Line]:
    """The titles of the text below, taken out of the left side: nearer to it than to both sides."""
    end = max((line.bottom for line in right), default=below.top)
    titles = [line for line in left if line.top >= end]
    if not titles or len(titles) >= FEWEST:
        return []
    end = max([end, *(line.bottom for line in left[: -len(titles)])])
    if titles[0].top - end <= below.top - titles[-1].bottom:
        return []
    del left[-len(titles) :]
    return titles
