"""Which rows of a table name its columns."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from core.parsing.tables.lattice import edges, grid_of_spans
from core.parsing.tables.phrases import is_figure
from core.reading.line import text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.read_pages import TableGrid
    from core.reading.line import Line
    from core.reading.page_content import Vector

SAMPLE = 40
"""Rows that are looked at."""

MOST = 4
"""Header rows at most."""


def with_headers(
    grid: TableGrid, contents: Sequence[Sequence[Line]], vectors: Sequence[Vector]
) -> TableGrid:
    """The grid with its header cells marked; `contents` are the lines in each cell."""
    ys, xs = edges(grid)
    rows: list[list[Sequence[Line]]] = [[] for _ in ys[1:]]
    reach = [row + 1 for row in range(len(rows))]
    for cell, lines in zip(grid.cells, contents, strict=True):
        reach[cell.row] = max(reach[cell.row], cell.row + cell.rows)
        if lines:
            rows[cell.row].append(lines)
    count = _closed(_count(rows[:SAMPLE], ys[: SAMPLE + 1], vectors), reach)
    spans = [cell.span for cell in grid.cells]
    return grid_of_spans(ys, xs, spans, count if count < len(rows) else 0)


def _count(
    rows: Sequence[Sequence[Sequence[Line]]], ys: Sequence[float], vectors: Sequence[Vector]
) -> int:
    """How many rows differ from those below as headers do: bold, on a ground, or no figures."""
    bold = [_are_bold(row) for row in rows]
    shaded = _shades(ys, vectors) if vectors else [0] * len(rows)
    for signs in (bold, shaded):
        same = next((n for n, sign in enumerate(signs) if not sign or sign != signs[0]), len(rows))
        rest = signs[same:]
        if 0 < same <= MOST and rest and sum(sign == signs[0] for sign in rest) * 4 <= len(rest):
            return same
    figures = [_figures(row) for row in rows]
    words = next((n for n, share in enumerate(figures) if share > 0), len(rows))
    if 0 < words <= 2 and sum(share > 0 for share in figures[words:]) * 4 > 3 * len(rows[words:]):
        return words
    return 0


def _closed(count: int, reach: Sequence[int]) -> int:
    """The rows that cells of the header rows reach into belong to the header."""
    row = 0
    while row < count:
        count = max(count, reach[row])
        row += 1
    return count


def _are_bold(row: Sequence[Sequence[Line]]) -> bool:
    return bool(row) and all(line.bold for lines in row for line in lines)


def _figures(row: Sequence[Sequence[Line]]) -> float:
    """Share of the cells behind the first that give a figure."""
    texts = [text_of(lines) for lines in row[1:]]
    return sum(map(is_figure, texts)) / max(len(texts), 1)


def _shades(ys: Sequence[float], vectors: Sequence[Vector]) -> list[int]:
    """The colour below each row: that of the last filled box around its middle, 0 for none."""
    filled = [(v.box[1], v.box[3], v.colour + 1) for v in vectors if not v.stroked]
    shades: list[int] = []
    for top, bottom in pairwise(ys):
        middle, height = (top + bottom) / 2, bottom - top
        around = [
            colour
            for high, low, colour in filled
            if high <= middle <= low and 0.5 * height < low - high < 3 * height
        ]
        shades.append(around[-1] if around and around[-1] != 0x1000000 else 0)
    return shades
