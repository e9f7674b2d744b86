"""Grids of tables without cells drawn: columns of short text, and proof that they are a table.

Rows of phrases below each other may also be prose in columns, a list or a plot. So a table needs
rulings as wide as itself, a caption, or columns of figures.
"""

from __future__ import annotations

from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

from core.geometry import contains_centre, is_near
from core.parsing.tables.candidate_rows import TIGHT, Chain, chains
from core.parsing.tables.cell_lines import repeats_amount
from core.parsing.tables.column_names import continues, names_above
from core.parsing.tables.filling import words_by_cell
from core.parsing.tables.grid_refinement import refined
from core.parsing.tables.headers import rows_above_ruling, with_headers
from core.parsing.tables.lattice import grid_of_spans
from core.parsing.tables.phrases import extent, is_figure, over, row_edges, value_rows
from core.parsing.tables.table_evidence import font_size, is_plot, is_table, rulings_along
from core.parsing.tables.tall_rows import tall_chains

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.geometry import Box
    from core.parsing.read_pages import TableGrid
    from core.reading.line import Line
    from core.reading.page_content import PageContent

APART = 0.3
"""Space by which groups of rows stand further apart than their rows, at least, in font sizes."""


def aligned_grids(content: PageContent, lines: Sequence[Line]) -> list[TableGrid]:
    """The tables of a page that stand in `lines` without drawn cells, from the top down."""
    rows = value_rows(lines)
    grids = _tall_grids(content, lines, rows)
    for chain in sorted(chains(rows, content.width), key=lambda chain: chain.top):
        free = [[p for p in row if not _is_taken(p, grids)] for row in rows]
        rows = [row for row in free if row]
        if any(_is_taken(p, grids) for row in chain.rows for p in row):
            continue
        rulings = rulings_along(content.vectors, chain)
        if is_table(chain, rows, rulings) and not is_plot(chain, content.vectors):
            _merge_further(chain)
            grids.append(_table(chain, rows, content, lines))
    return sorted(grids, key=lambda grid: grid.box[1])


def tall_grids(content: PageContent, lines: Sequence[Line]) -> list[TableGrid]:
    """Those of them that have cells of several lines."""
    return _tall_grids(content, lines, value_rows(lines))


def _tall_grids(
    content: PageContent, lines: Sequence[Line], rows: Sequence[list[Line]]
) -> list[TableGrid]:
    proven = tall_chains(rows, content.vectors, content.width)
    return [_table(chain, rows, content, lines) for chain in proven]


def _table(
    chain: Chain, rows: Sequence[Sequence[Line]], content: PageContent, lines: Sequence[Line]
) -> TableGrid:
    """The grid of a chain that is a table, made to fit the words in it."""
    grid = _grid(chain, rows, rulings_along(content.vectors, chain))
    inside = words_inside(lines, grid.box)[0]
    if not grid.cells[0].header:
        grid = with_headers(grid, words_by_cell(grid, inside), content.vectors)
    return refined(grid, inside, content.vectors)


def _is_taken(phrase: Line, grids: Sequence[TableGrid]) -> bool:
    return any(contains_centre(grid.box, phrase.box) for grid in grids)


def words_inside(lines: Sequence[Line], box: Box) -> tuple[list[Line], list[Line]]:
    """The upright visible words of lines whose middle is in a box, and the others, as parts."""
    inside: list[Line] = []
    others: list[Line] = []
    for line in lines:
        plain = not line.hidden and line.angle == 0 and is_near(line.box, box, 0.0)
        parts = line.parts([plain and contains_centre(box, word) for word in line.boxes])
        inside += [part for within, part in parts.items() if within]
        others += [part for within, part in parts.items() if not within]
    return inside, others


def _grid(chain: Chain, rows: Sequence[Sequence[Line]], rulings: Sequence[float]) -> TableGrid:
    """The grid of a chain and of the rows of headings above it."""
    headings = names_above(chain, rows, rulings)
    for phrase in (phrase for row in headings for phrase in row):
        _widen(chain, phrase)
    every = [*headings, *chain.rows]
    ys = row_edges(every)
    top, bottom = extent(every[0])[0], extent(every[-1])[1]
    words = [
        box
        for row in rows
        for phrase in row
        if top <= phrase.middle <= bottom
        for box in phrase.boxes
    ]
    xs = [_gutter(column[1], following[0], words) for column, following in pairwise(chain.columns)]
    left = min(chain.left, *(p.left for row in every for p in row))
    right = max(chain.right, *(p.right for row in every for p in row))
    headers = rows_above_ruling(len(headings), ys, rulings)
    spans = [(a + len(headings), 0, b + len(headings), 1) for a, b in _labelled_groups(chain)]
    return grid_of_spans(ys, [left - 1, *xs, right + 1], spans, headers)


def _labelled_groups(chain: Chain) -> list[tuple[int, int]]:
    """First row, and the one behind the last, of each group of rows with one label for all.

    Such labels stand in the middle: else what is above one would be of the label before. More
    white parts the groups.
    """
    bottoms = [max(phrase.bottom for phrase in row) for row in chain.rows]
    steps = [b - a for a, b in pairwise(bottoms)]
    if max(steps) - min(steps) < APART * font_size(chain):
        return []
    least = (max(steps) + min(steps)) / 2
    cuts = [0, *(at for at, step in enumerate(steps, 1) if step > least), len(chain.rows)]
    groups = [(a, b) for a, b in pairwise(cuts) if b - a > 1]
    labels = [
        [at - a for at in range(a, b) if over(chain.rows[at], *chain.columns[0])] for a, b in groups
    ]
    middle = sum(label != [0] for label in labels)
    one = all(
        len(label) == 1 and _is_whole(chain.rows[a:b], *label)
        for (a, b), label in zip(groups, labels, strict=True)
    )
    return groups if one and middle > 1 and 2 * middle > len(groups) else []


def _is_whole(rows: Sequence[Sequence[Line]], at: int) -> bool:
    """Whether a row gives a label alone, or what others give, too; a total lacks some of it."""
    return len(rows[at]) == 1 or len(rows[at]) > max(map(len, [*rows[:at], *rows[at + 1 :]]))


def _gutter(low: float, high: float, words: Sequence[Box]) -> float:
    """Where between two columns the fewest words are cut, as near to the middle as can be."""
    middle = (low + high) / 2
    cut = [(left, right) for left, _, right, _ in words if right > low and left < high]
    places = [middle, *(edge for word in cut for edge in word if low <= edge <= high)]
    return min(places, key=lambda x: (sum(a < x < b for a, b in cut), abs(x - middle)))


def _widen(chain: Chain, phrase: Line) -> None:
    """Lets the column that a heading stands over reach as far as it, short of its neighbours."""
    place = chain.fits([phrase])
    if place is None or place == [-1]:
        return
    at = place[0]
    before = chain.columns[at - 1][1] if at else phrase.left
    after = chain.columns[at + 1][0] if at + 1 < len(chain.columns) else phrase.right
    if before <= phrase.left and phrase.right <= after:
        left, right = chain.columns[at]
        chain.columns[at] = min(left, phrase.left), max(right, phrase.right)


def _merge_further(chain: Chain) -> None:
    """Makes rows one that are lines of one row: near each other, one of them without first cell.

    The first lines of a row stand above its first cell in a header only, which is the first.
    """
    extents = map(extent, chain.rows)
    spaces = [top - bottom for (_, bottom), (top, _) in pairwise(extents)]
    usual = median(spaces)
    merged = [chain.rows[0]]
    for space, row in zip(spaces, chain.rows[1:], strict=True):
        further = min(p.left for p in row) >= chain.columns[0][1]
        if row is chain.rows[1] and not further:
            upper = min(p.left for p in merged[0]) >= chain.columns[0][1]
            further = upper and continues(row, merged[0])
        figures = sum(is_figure(p.text) for p in row)
        further = further and not repeats_amount(row, merged[-1])
        most = 1 if usual > 0 else 0  # where all rows are as near, an amount begins one
        if further and figures <= most and space < TIGHT * font_size(chain) and space < 0.6 * usual:
            merged[-1] += row
        else:
            merged.append(row)
    chain.rows = merged
