"""Pieces of text that stand beside each other, made lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.parsing.structuring.slots import Slot
from core.reading.line import count_letters
from core.sir import Location

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.reading.line import Line

SAME_LINE = 0.5
"""Vertical overlap, as a share of the lower piece, from which two pieces are one line."""


def merge_pieces(pieces: Sequence[Line]) -> list[Line]:
    """Lines from the top down, each of the pieces that stand beside each other.

    Source: thesis, section 3.3, step 3 (merging by vertical overlap).
    """
    rows: list[list[Line]] = []
    for piece in sorted(pieces, key=lambda line: (line.middle, line.left)):
        row = next((row for row in rows[-4:] if same_row(row, piece)), None)
        if row is None:
            rows.append([piece])
        else:
            row.append(piece)
    return [join_row(row) for row in rows]


def join_row(row: Sequence[Line]) -> Line:
    """One line of pieces that stand beside each other."""
    if len(row) == 1:
        return row[0]
    main = max(row, key=lambda line: count_letters([line]))
    ordered = sorted(row, key=lambda line: -line.right if main.rtl else line.left)
    line = main.part(range(len(main.words)))
    line.words = [word for piece in ordered for word in piece.words]
    line.boxes = [box for piece in ordered for box in piece.boxes]
    line.bold = all(piece.bold for piece in ordered)
    line.confidence = min(piece.confidence for piece in ordered)
    line.location = max((piece.location for piece in ordered), key=list(Location).index)
    line.measure()
    return line


def same_row(row: Sequence[Line], piece: Line) -> bool:
    """Whether a piece stands beside the others of a row and at their height."""
    if isinstance(piece, Slot) or isinstance(row[0], Slot):
        return False
    left, top, right, bottom = piece.left, piece.top, piece.right, piece.bottom
    level = False
    for line in row:
        across = min(line.right, right) - max(line.left, left)
        if across > 0 and across > 0.3 * min(line.right - line.left, right - left):
            return False
        down = min(line.bottom, bottom) - max(line.top, top)
        level = level or down > SAME_LINE * min(line.bottom - line.top, bottom - top)
    return level
