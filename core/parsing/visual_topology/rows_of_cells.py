"""Rows of a table that the layout model takes for text: read cell by cell, not across the cells."""

from __future__ import annotations

from itertools import accumulate, pairwise
from operator import attrgetter
from typing import TYPE_CHECKING

from core.parsing.structuring.line_rows import merge_pieces
from core.text.sentences import breaks_off

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.reading.line import Line

APART = 0.3
"""Distance of two lines down the page, in times of the font size, from which a row ends."""

ALIGNED = 0.5
"""Difference of height, in times of the font size, up to which cells begin at the same."""

BESIDE = 1.0
"""Distance of two cells across the page, in times of the font size, at least."""


def rows_of_cells(pieces: Sequence[Line]) -> list[list[Line]]:
    """The lines of each row, cell by cell; empty where the pieces are no rows of several cells.

    They are where rows stand apart and a cell of several lines begins beside another: read across,
    "5 mg for | not with milk / seven days" would be one line.
    """
    if any(piece.angle or piece.rtl for piece in pieces):
        return []
    rows = _parted(pieces, attrgetter("top"), attrgetter("bottom"), APART)
    cells = [_cells(row) for row in rows]
    if not any(_goes_on(row) for row in cells):
        return []
    return [
        [line for cell in row for line in cell] if _goes_on(row) else merge_pieces(across)
        for row, across in zip(cells, rows, strict=True)
    ]


def _cells(row: Sequence[Line]) -> list[list[Line]]:
    """Lines that stand below each other, from the left to the right."""
    columns = _parted(row, attrgetter("left"), attrgetter("right"), BESIDE)
    return [merge_pieces(column) for column in columns]


def _parted(
    pieces: Sequence[Line],
    begin: Callable[[Line], float],
    end: Callable[[Line], float],
    apart: float,
) -> list[list[Line]]:
    """Pieces in order, parted at gaps that none of them reaches over, in times of their size."""
    ordered = sorted(pieces, key=begin)
    reached = [*accumulate(map(end, ordered), max)]
    steps = enumerate(zip(reached, ordered[1:], strict=False), start=1)
    cuts = [at for at, (before, piece) in steps if begin(piece) - before > apart * piece.size]
    return [ordered[start:stop] for start, stop in pairwise([0, *cuts, len(ordered)])]


def _goes_on(row: Sequence[Sequence[Line]]) -> bool:
    """Whether cells begin side by side and have further lines that go on with the one above.

    Further lines of a single cell do; those of several may be rows of their own, as "5 mg | in
    the morning / 10 mg | in the evening".
    """
    first = row[0][0]
    if any(abs(cell[0].middle - first.middle) > ALIGNED * first.size for cell in row):
        return False
    several = [cell for cell in row if len(cell) > 1]
    if len(row) == 1 or len(several) < 2:
        return len(row) > 1 and bool(several)
    return all(
        line.text[:1].islower() or breaks_off(before.text)
        for cell in several
        for before, line in pairwise(cell)
    )
