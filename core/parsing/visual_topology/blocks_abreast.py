"""Blocks side by side in one region of text: signatures, or an address and the date of its letter.

Rows of labels and values stand so as well, and are read across. So blocks need proof: a line to
sign on in each, or labels of their own in all but the first.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.geometry import THIN
from core.parsing.structuring.line_rows import merge_pieces
from core.parsing.tables.phrases import text_rows
from core.reading.line import around
from core.reading.runs import runs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.geometry import Box
    from core.reading.line import Line
    from core.reading.page_content import Vector

APART = 1.5
"""Times the font size between two blocks, at least."""

FEWEST = 2
"""Lines of a block, and labels that prove it, at least."""

NEAR = 2.0
"""Times the font size between a drawn line to sign on and the name below it, at most."""

TO_SIGN = re.compile(r"^_{5,}$")
LABELLED = re.compile(r"^[^\W\d][^:]{0,30}:(?:\s|$)")
"""How a line begins that is a label, with its value or without."""


def abreast(pieces: Sequence[Line], vectors: Sequence[Vector]) -> list[list[Line]]:
    """The lines of a region by block, those above the blocks first; one list where it has none."""
    rows = [] if any(piece.rtl for piece in pieces) else text_rows(pieces)
    for start in range(len(rows) - 1):
        columns = _columns([phrase for row in rows[start:] for phrase in row])
        if len(columns) > 1 and min(map(len, columns)) >= FEWEST:
            if not (_are_labelled(columns) or _are_signed(columns, vectors)):
                break
            above = [phrase for row in rows[:start] for phrase in row]
            return [merge_pieces(part) for part in (above, *columns) if part]
    return [merge_pieces(pieces)]


def _columns(phrases: Sequence[Line]) -> list[list[Line]]:
    """Phrases parted where gaps run through all of them, from left to right."""
    ordered = sorted(phrases, key=lambda phrase: phrase.left)
    return runs(
        ordered,
        lambda column, phrase: (
            phrase.left - max(line.right for line in column) < APART * phrase.type_size
        ),
    )


def _are_labelled(columns: Sequence[Sequence[Line]]) -> bool:
    """Whether all columns but the first hold labels with values, and the first holds none."""
    labels = [sum(bool(LABELLED.match(line.text)) for line in column) for column in columns]
    enough = (
        count >= FEWEST and count * 2 > len(column)
        for count, column in zip(labels[1:], columns[1:], strict=True)
    )
    return not labels[0] and all(enough)


def _are_signed(columns: Sequence[Sequence[Line]], vectors: Sequence[Vector]) -> bool:
    """Whether each column has a line to sign on, written or drawn, of its own."""
    boxes = [around(column) for column in columns]
    flat = [vector.box for vector in vectors if vector.box[3] - vector.box[1] <= THIN]
    drawn = [box for box in flat if sum(box[0] < b[2] and b[0] < box[2] for b in boxes) == 1]
    return all(
        any(TO_SIGN.match(line.text) or _is_below(line, drawn) for line in column)
        for column in columns
    )


def _is_below(line: Line, drawn: Sequence[Box]) -> bool:
    """Whether a line stands right below one of the drawn rulings."""
    return any(
        0 <= line.top - low < NEAR * line.type_size and left < line.right and line.left < right
        for left, _, right, low in drawn
    )
