"""Rows of cells on a page, found by how pieces of text stand; and which of them rulings part.

This tells whether there is a table at all, not what its cells are.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.geometry import THIN, rotated
from core.reading.runs import runs

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from core.geometry import Box
    from core.reading.line import Line
    from core.reading.page_content import Vector

GAP = 0.8
"""Width between two pieces of a row, in times of their height, from which they are cells."""

CELL = 0.3
"""Share of the width of the page up to which a piece of text is a cell rather than prose."""

FEW_WORDS = 4
"""Words of a cell; the lines of a narrow column of prose hold more."""

FEWEST = 3
"""Rows that follow each other from which on they are a table."""

FAR = 4.0
"""Distance from row to row, in times of the height of a line, at which a table ends."""

ALIGNED = 3.0
"""Points by which edges, or middles, of cells of one column may differ."""

CONTENTS = 0.6
"""Share of the width of the page that the rows of a table of contents reach over."""

MARK = re.compile(r"^(?:\(?[0-9a-zA-Z]{1,3}[.)]|[^\w\s(+\-$\u20ac\u00a3])$")
"""The bullet or the number of a list item."""

ROMAN = re.compile(r"^[ivxl]{1,7}$")

MOST_DRAWINGS = 2000
"""Drawings that are looked at; pages with more of them are plots or maps."""


class Piece(NamedTuple):
    """A piece of text in a row: its edges in points, its height, its words, and what it is.

    `page` is the number that it may be in a table of contents, 0 for any other text.
    """

    middle: float
    left: float
    right: float
    height: float
    words: int
    mark: bool = False
    page: int = 0


class Rulings(NamedTuple):
    """Edges of drawings, an array of n each: `x`, `top` and `bottom` of those across the text.

    `thin` counts the drawings that are nothing but a ruling.
    """

    x: NDArray[np.float64]
    top: NDArray[np.float64]
    bottom: NDArray[np.float64]
    thin: int


def pieces(lines: Iterable[Line], angle: int = 0) -> list[Piece]:
    """Lines whose text runs at `angle` as pieces of a page that is turned upright."""
    return [_piece(line, angle) for line in lines]


def table_rows(texts: Iterable[Piece], width: float) -> list[list[Piece]]:
    """Rows of the tables of a page `width` points wide, from the top down.

    At least three rows, one close below the other, whose cells stand below each other.
    """
    rows = (row for row in _rows(texts) if _is_cells(row, width))
    tables = runs(rows, lambda table, row: _follows(table[-1], row))
    tables = (t for t in tables if len(t) >= FEWEST and not _is_contents(t, width))
    return [row for table in tables for row in table]


def rulings(vectors: Sequence[Vector], angle: int = 0) -> Rulings:
    """The edges of drawings across text that runs at `angle`, on the page turned upright."""
    none = np.zeros(0)
    if not vectors:
        return Rulings(none, none, none, 0)
    boxes = np.array([_turned(vector.box, angle) for vector in vectors[:MOST_DRAWINGS]])
    left, top, right, bottom = boxes.T
    tall, broad = bottom - top > THIN, right - left > THIN
    return Rulings(
        np.r_[left[tall], right[tall]],
        np.r_[top[tall], top[tall]],
        np.r_[bottom[tall], bottom[tall]],
        int((tall != broad).sum()),
    )


def is_ruled(row: Sequence[Piece], drawn: Rulings) -> bool:
    """Whether a ruling stands on each side of each cell of a row."""
    middle = row[0].middle
    level = (drawn.top <= middle) & (drawn.bottom >= middle)
    x = drawn.x[level]
    if not len(x):
        return False
    between = all(
        ((x > piece.right - 2) & (x < following.left + 2)).any()
        for piece, following in pairwise(row)
    )
    return between and bool((x < row[0].left + 2).any() and (x > row[-1].right - 2).any())


def _rows(texts: Iterable[Piece]) -> list[list[Piece]]:
    """Pieces by the row they stand in, from the top down, and from left to right within it."""
    rows = runs(sorted(texts), lambda row, piece: _is_level(row[0], piece))
    return [sorted(row, key=lambda piece: piece.left) for row in rows]


def _is_level(first: Piece, piece: Piece) -> bool:
    return piece.middle - first.middle < 0.4 * min(piece.height, first.height)


def _turned(box: Box, angle: int) -> Box:
    """A box on the page turned upright; only distances mean something, not places."""
    return rotated(box, angle, 0.0, 0.0)


def _piece(line: Line, angle: int) -> Piece:
    left, top, right, bottom = _turned(line.box, angle)
    first = line.words[0]
    alone = len(line.words) == 1
    page = _page_number(first) if alone else 0
    mark = alone and MARK.match(first) is not None
    middle, height = (top + bottom) / 2, bottom - top
    return Piece(middle, left, right, height, len(line.words), mark, page)


def _page_number(word: str) -> int:
    """The page that a word names, 1 for a Roman number, 0 for none."""
    if word.isdecimal() and len(word) <= 4:
        return int(word)
    return 1 if ROMAN.match(word) else 0


def _is_cells(row: Sequence[Piece], width: float) -> bool:
    """Whether a row is two cells or more, apart from each other and most of them short."""
    if row[0].mark:
        row = row[1:]
    if len(row) < 2 or any(
        following.left - piece.right < GAP * piece.height for piece, following in pairwise(row)
    ):
        return False
    short = sum(p.words <= FEW_WORDS and p.right - p.left < CELL * width for p in row)
    return short >= 2 and short * 2 > len(row)


def _is_contents(run: Sequence[Sequence[Piece]], width: float) -> bool:
    """Whether the rows are titles with their page numbers, which never go down."""
    numbers = [row[-1].page for row in run if row[-1].page]
    broad = all(row[-1].right - row[0].left > CONTENTS * width for row in run)
    most = len(numbers) * 2 > len(run)
    return broad and most and all(number <= following for number, following in pairwise(numbers))


def _follows(above: Sequence[Piece], row: Sequence[Piece]) -> bool:
    """Whether a row belongs to the table of the one above: close to it, two columns in common."""
    if row[0].middle - above[0].middle > FAR * row[0].height:
        return False
    return sum(any(_in_column(piece, upper) for upper in above) for piece in row) >= 2


def _in_column(piece: Piece, other: Piece) -> bool:
    left, right = piece.left - other.left, piece.right - other.right
    return min(abs(left), abs(right), abs(left + right) / 2) <= ALIGNED
