"""Which rows of a table name its columns."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

from core.geometry import THIN
from core.parsing.read_pages import TableGrid
from core.parsing.tables.lattice import edges, grid_of_spans
from core.parsing.tables.phrases import SIGN, is_figure
from core.parsing.tables.table_evidence import rulings_across
from core.reading.line import text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.reading.line import Line
    from core.reading.page_content import Vector

    Row = dict[int, Sequence[Line]]
    """The lines of the filled cells of a row, by column."""

SAMPLE = 40
"""Rows that are looked at."""

MOST = 4
"""Header rows at most."""

MOST_HEADINGS = 5
"""Lines of headings above a ruling at most."""

ALIKE = 0.75
"""Share of the rows below that are set as the first where it is one of them, at least."""

PAIRS = 0.34
"""Share of values in the second of two columns, which may as well hold words."""

DIGITS = re.compile(r"\d+")

YEAR = re.compile(r"^(?:19|20)\d\d$")

COUNTED_UP = re.compile(r"^(\d+)(?: ?[-\u2013] ?(\d+)|\+)?$")
"""A number, or a range of numbers, as years, grades and ages that name columns are."""

BAND = re.compile(r"^[<>\u2264\u2265]|^\d[\d.,]* ?[-\u2013] ?\d")
"""The beginning of a range, open or not, as of weights and ages that name columns."""

RANGE = re.compile(r"\d ?[-\u2013]")

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
    if count and _begins_with_data(_rows(grid, contents), 0, ys, xs, vectors):
        count = 0
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


def with_checked_header(
    grid: TableGrid, contents: Sequence[Sequence[Line]], vectors: Sequence[Vector]
) -> TableGrid:
    """The grid whose header rows, found by their words, fit how the rows are set and ruled.

    A row that is one of those below is none. Rows between it and the first ruling belong to
    the header where they give no values and hold the label of the first column, if any.
    """
    marked = max((cell.row + 1 for cell in grid.cells if cell.header), default=0)
    if not marked:
        return grid
    (ys, xs), rows = edges(grid), _rows(grid, contents)
    data = [at for at in range(marked) if _begins_with_data(rows, at, ys, xs, vectors)]
    if data and (marked == 1 or data[0]):
        headers = [cell.row < data[0] for cell in grid.cells]
        cells = zip(grid.cells, headers, strict=True)
        return TableGrid(grid.box, tuple(replace(cell, header=head) for cell, head in cells))
    lines = [vector for vector in vectors if vector.box[3] - vector.box[1] <= THIN]
    above = rows_above_ruling(marked, ys, rulings_across(lines, grid.box, _size(contents)))
    texts = [text_of(lines) for row in rows[marked:above] for lines in row.values()]
    labels = sum(0 in row for row in rows[marked - 1 : above])
    if above == marked or above > len(rows) - 2 or labels > 1 or any(map(_is_value, texts)):
        return grid
    return grid_of_spans(ys, xs, [cell.span for cell in grid.cells], above)


def _size(contents: Sequence[Sequence[Line]]) -> float:
    """The usual size of the type in cells, in points."""
    return median([line.type_size for lines in contents for line in lines] or [1.0])


def _rows(grid: TableGrid, contents: Sequence[Sequence[Line]]) -> list[Row]:
    """The filled cells of each row."""
    rows: list[Row] = [{} for _ in edges(grid)[0][1:]]
    for cell, lines in zip(grid.cells, contents, strict=True):
        if lines:
            rows[cell.row][cell.column] = lines
    return rows


def _begins_with_data(
    rows: Sequence[Row],
    at: int,
    ys: Sequence[float],
    xs: Sequence[float],
    vectors: Sequence[Vector],
) -> bool:
    """Whether a row is one of those below.

    Where all labels are bold and what stands beside them is not, so are the words of the first. So
    is one with a label where rows above it have a name for each of its cells.
    """
    first, rest = rows[at], [row for row in rows[at + 1 : SAMPLE] if len(row) > 1]
    if 0 not in first or len(first) < 2 or len(rest) < 2 or _is_marked_off(ys[at:], xs, vectors):
        return False
    weights = _weights(first)
    alike = sum(all(weights.get(c, w) == w for c, w in _weights(row).items()) for row in rest)
    if alike < ALIKE * len(rest):
        return False
    paired = weights[0] and not any(bold for column, bold in weights.items() if column)
    named = at > 0 and first.keys() <= {column for row in rows[:at] for column in row}
    values = _is_worded_alike(first, rest) or _gives_values(first, rest, units=len(xs) == 3)
    return paired or named or values


def _weights(row: Row) -> dict[int, bool]:
    """Whether the text in each column is bold."""
    return {column: all(line.bold for line in lines) for column, lines in row.items()}


def _is_marked_off(ys: Sequence[float], xs: Sequence[float], vectors: Sequence[Vector]) -> bool:
    """Whether a ground, or a ruling that most rows lack, tells the first row from those below."""
    over = [v for v in vectors if v.box[0] < xs[-1] and v.box[2] > xs[0]]
    shaded = _shades(ys[: SAMPLE + 1], over)
    if shaded[0] not in shaded[1:]:
        return True
    near = 0.4 * min(b - a for a, b in pairwise(ys))
    flat = [(v.box[1] + v.box[3]) / 2 for v in over if v.box[3] - v.box[1] <= THIN]
    ruled = [any(abs(height - y) <= near for height in flat) for y in ys[1:-1]]
    return ruled[0] and sum(ruled) * 2 < len(ruled)


def _gives_values(first: Row, rest: Sequence[Row], *, units: bool) -> bool:
    """Whether the first row holds values in each column where the others do, and some.

    Beside the labels of two columns a value may have its `units`; else these name a column, as
    figures do, unless one is written as one below it: "10-49" or "90 %" above "1.20" is none.
    """
    usual = PAIRS if units else 0.5
    texts = {column: text_of(lines) for column, lines in first.items() if column}
    below = {column: [text_of(row[column]) for row in rest if column in row] for column in texts}
    columns = [
        column
        for column, others in below.items()
        if sum(_is_value(text, units=units) for text in others) > usual * len(others)
    ]
    alike = units or any(
        _shape(text) in map(_shape, below[column]) for column, text in texts.items()
    )
    return bool(columns) and alike and all(_is_value(texts[c], units=units) for c in columns)


def _is_worded_alike(first: Row, rest: Sequence[Row]) -> bool:
    """Whether words beside a label stand below it again, or begin small as those there do.

    "Veradine | as needed | at night" above "Orcitaxel | 5 mg | at noon" names no columns; names
    that all come again do, and so does a single small word: "unit" above "mg".
    """
    texts, *others = (
        {column: text_of(lines) for column, lines in row.items()} for row in (first, *rest)
    )
    label, names = texts[0], {column: text for column, text in texts.items() if column}
    below = [
        row
        for row in others
        if row.get(0, "") != label and {c: text for c, text in row.items() if c} != names
    ]
    for column, text in names.items():
        beside = [row[column] for row in below if column in row]
        mostly_small = sum(other[:1].islower() for other in beside) * 2 > len(beside)
        begins_small = label[:1].isupper() and text[:1].islower() and " " in text
        if (begins_small and mostly_small) or (text in beside and not is_figure(text)):
            return True
    return False


def _shape(text: str) -> str:
    """The text, all its numbers the same."""
    return DIGITS.sub("0", text)


def gives_values(texts: Iterable[str]) -> bool:
    """Whether most texts of a row, signs of currency aside, are figures that name no columns."""
    values = [_is_value(text) for text in texts if not SIGN.match(text)]
    return 2 * sum(values) > len(values)


def _is_value(text: str, *, units: bool = False) -> bool:
    """Whether a cell gives a figure that is no year, date or number of a column, in no letters."""
    plain = units or not any(map(str.isalpha, text))
    return plain and is_figure(text) and COUNTED.match(text) is None


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
    texts = [[text_of(lines) for lines in row] for row in rows]
    cells = [sum(lines[0].left >= edge for lines in row) for row in rows]
    named = [_names_columns(texts[at : at + 2], cells[:at]) for at in range(len(rows))]
    begun = [list(map(_beginning, row)) for row in rows]
    first = 0 if all(is_figure(row[0]) for row in begun[1:] if row) else 1
    figures = [_figures(row[first:], names=n) for row, n in zip(begun, named, strict=True)]
    words = next((n for n, share in enumerate(figures) if share > 0), len(rows))
    rest = [share for row, share in zip(rows[words:], figures[words:], strict=True) if row[1:]]
    labelled = [at for at, row in enumerate(rows[:words]) if row and row[0][0].left < edge]
    titles = sum(len(rows[at]) == 1 for at in labelled[1:])
    most = MOST if len(labelled) < 2 else labelled[0] + 2 + titles
    names = max(map(len, rows[:words]), default=0) > 1
    if names and words <= most and sum(share > 0 for share in rest) * 2 > len(rest):
        if len(labelled) < 2:
            return words
        above, label = cells[: labelled[0]], cells[labelled[0]]
        return labelled[0] + (label > max(above, default=-1))
    return 0


def _beginning(lines: Sequence[Line]) -> str:
    """The text of a cell, or its first line where this gives a figure and more text follows."""
    text = text_of(lines)
    return text if is_figure(text) else lines[0].text


def _closed(count: int, reach: Sequence[int]) -> int:
    """The rows that cells of the header rows reach into belong to the header."""
    row = 0
    while row < count:
        count = max(count, reach[row])
        row += 1
    return count


def _are_bold(row: Sequence[Sequence[Line]]) -> bool:
    return bool(row) and all(line.bold for lines in row for line in lines)


def _figures(texts: Sequence[str], *, names: bool) -> float:
    """Share of cells that give a figure; those that count up, or bands, may be `names`."""
    if names:
        texts = [text for text in texts if not (COUNTED_UP.match(text) or BAND.match(text))]
    return sum(map(is_figure, texts)) / max(len(texts), 1)


def _names_columns(rows: Sequence[Sequence[str]], above: Sequence[int]) -> bool:
    """Whether figures of the first of two rows count up, or are bands, to name nameless columns.

    `above` says how many columns each row above it names. A row whose label or figures are like
    those of the next one gives values as this does: "Day 1 | 1 | 2 | 3" above "Day 2 | 2 | 4 | 6".
    """
    texts, below = rows[0], rows[1] if rows[1:] else ()
    bands = _are_bands(texts) and not any(map(BAND.match, below))
    if not (bands or _follow_each_other(texts)) or max(above, default=0) >= len(texts) - 1:
        return False
    labels = [row[0].partition(" ")[0] for row in (texts, below) if row]
    like = len(labels) > 1 and (labels[0] == labels[1] or all(map(COUNTED_UP.match, labels)))
    ranges = {_shape(text) for text in texts if RANGE.search(text)}
    return not (like or ranges & {*map(_shape, below)} or _follow_each_other(below))


def _are_bands(texts: Sequence[str]) -> bool:
    """Whether all cells behind the label are ranges, some of them open: "< 50 kg", "50-70 kg"."""
    bands = texts if texts and BAND.match(texts[0]) else texts[1:]
    return len(bands) > 1 and all(map(BAND.match, bands)) and any(b[0] in "<>≤≥" for b in bands)


def _follow_each_other(texts: Sequence[str]) -> bool:
    """Whether the figures of a row are years or ranges one after the other, or count from one."""
    figures = [match for match in map(COUNTED_UP.match, texts) if match]
    reach = [(int(figure[1]), int(figure[2] or figure[1])) for figure in figures]
    steps = [following[0] - before[1] for before, following in pairwise(reach)]
    if not steps:
        return False
    if all(YEAR.match(figure[0]) for figure in figures):
        return all(abs(step) <= 1 for step in steps)
    ranges = sum(figure[2] is not None for figure in figures)
    counted = len(steps) > 1 and reach[0][0] <= 1 and set(steps) == {1}
    return counted or (ranges > 1 and all(0 <= step <= 1 for step in steps))


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
