"""Which rows of a table name its columns."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from core.parsing.tables.lattice import edges, grid_of_spans
from core.parsing.tables.phrases import SIGN, is_figure
from core.reading.line import text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.parsing.read_pages import TableGrid
    from core.reading.line import Line
    from core.reading.page_content import Vector

SAMPLE = 40
"""Rows that are looked at."""

MOST = 4
"""Header rows at most."""

MOST_HEADINGS = 5
"""Lines of headings above a ruling at most."""

YEAR = re.compile(r"^(?:19|20)\d\d$")

COUNTED = re.compile(r"^(?:(?:19|20)\d\d(?:/\d\d)?|\d{1,2}(?:[./]\d{1,2}[./]\d{2,4})?)$")
"""Figures that name columns as often as they stand in them."""


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
    count = _closed(_count(rows[:SAMPLE], ys[: SAMPLE + 1], xs[1], vectors), reach)
    spans = [cell.span for cell in grid.cells]
    return grid_of_spans(ys, xs, spans, count if count < len(rows) else 0)


def rows_above_ruling(headings: int, ys: Sequence[float], rulings: Sequence[float]) -> int:
    """How many rows stand above the first ruling in a table, where few rulings part its rows."""
    inner = [height for height in rulings if ys[1] - 3 < height < ys[-1] - 1]
    rows = len(ys) - 1
    if not inner or len(inner) > max(min(2, rows - 2), rows // 3):
        return headings
    above = sum(y < inner[0] - 3 for y in ys[:-1])
    is_header = above <= MOST_HEADINGS and above < rows
    return max(headings, above) if is_header else headings


def gives_values(texts: Iterable[str]) -> bool:
    """Whether most texts of a row, signs of currency aside, are figures that name no columns."""
    values = [_is_value(text) for text in texts if not SIGN.match(text)]
    return 2 * sum(values) > len(values)


def _is_value(text: str) -> bool:
    """Whether a cell gives a figure that is no year, date or number of a column, in no letters."""
    return not any(map(str.isalpha, text)) and is_figure(text) and COUNTED.match(text) is None


def _count(
    rows: Sequence[Sequence[Sequence[Line]]],
    ys: Sequence[float],
    edge: float,
    vectors: Sequence[Vector],
) -> int:
    """How many rows differ from those below as headers do: bold, on a ground, or no figures.

    The first column ends at `edge`; a second row of words with a label of its own gives values, and
    one with nothing else is the title of rows.
    """
    bold = [_are_bold(row) for row in rows]
    shaded = _shades(ys, vectors) if vectors else [0] * len(rows)
    for signs in (bold, shaded):
        same = next((n for n, sign in enumerate(signs) if not sign or sign != signs[0]), len(rows))
        rest = signs[same:]
        if 0 < same <= MOST and rest and sum(sign == signs[0] for sign in rest) * 4 <= len(rest):
            return same
    cells = [sum(lines[0].left >= edge for lines in row) for row in rows]
    begun = [list(map(_beginning, row)) for row in rows]
    first = 0 if all(is_figure(row[0]) for row in begun[1:] if row) else 1
    figures = [any(map(_is_amount, row[first:])) for row in begun]
    words = figures.index(True) if any(figures) else len(rows)
    rest = [gives for row, gives in zip(rows[words:], figures[words:], strict=True) if row[1:]]
    labelled = [at for at, row in enumerate(rows[:words]) if row and row[0][0].left < edge]
    titles = sum(len(rows[at]) == 1 for at in labelled[1:])
    most = MOST if len(labelled) < 2 else labelled[0] + 2 + titles
    names = max(map(len, rows[:words]), default=0) > 1
    if names and words <= most and sum(rest) * 2 > len(rest):
        if len(labelled) < 2:
            return words
        above, label = cells[: labelled[0]], cells[labelled[0]]
        return labelled[0] + (label > max(above, default=-1))
    return 0


def _beginning(lines: Sequence[Line]) -> str:
    """The text of a cell, or its first line where this gives a figure and more text follows."""
    text = text_of(lines)
    return text if is_figure(text) else lines[0].text


def _is_amount(text: str) -> bool:
    """Whether a cell gives a figure that is no year, which names a column as often."""
    return is_figure(text) and YEAR.match(text) is None


def _closed(count: int, reach: Sequence[int]) -> int:
    """The rows that cells of the header rows reach into belong to the header."""
    row = 0
    while row < count:
        count = max(count, reach[row])
        row += 1
    return count


def _are_bold(row: Sequence[Sequence[Line]]) -> bool:
    return bool(row) and all(line.bold for lines in row for line in lines)


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
