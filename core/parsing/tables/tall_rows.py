"""Rows whose cells have several lines, told apart by more white than is in cells.

Line by line such a table reads "5 mg twice a day for | not with milk / seven days"; so it is looked
for before rows of single lines are.
"""

from __future__ import annotations

from itertools import accumulate, pairwise
from operator import attrgetter
from statistics import median
from typing import TYPE_CHECKING

from core.parsing.tables.candidate_rows import MIDDLE, TIGHT, Chain, joined_reaches
from core.parsing.tables.cell_lines import LEVEL, further_lines, go_on, sub_rows
from core.parsing.tables.phrases import extent, is_figure
from core.parsing.tables.prose_columns import prose_columns
from core.parsing.tables.table_evidence import (
    are_aligned,
    has_caption,
    has_marks,
    rulings_along,
)
from core.reading.line import count_words, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.reading.line import Line
    from core.reading.page_content import Vector

    Rows = list[list[Line]]
    Cell = list[Line]

LARGEST = 3.0
"""Space between two rows of one table at most, in font sizes."""

MORE = 0.15
"""Space by which rows stand further apart than lines of a cell, at least, in font sizes."""

LINES = 0.9
"""Space between two lines of one cell at most, in font sizes."""

MOSTLY = 0.7
"""Share of rows, or lines, that show what a table shows."""

FEWEST = 3
"""Rows of a table, and its columns where neither rulings nor a caption prove it."""

LABEL = 6
"""Words of the usual cell in the first column at most, where it is the proof of a table."""

TRIES = 3
"""First rows from which a table that ends at one place is looked for, as headings are none."""


def tall_chains(rows: Sequence[Cell], vectors: Sequence[Vector], width: float) -> Iterator[Chain]:
    """Proven tables with a cell of several lines; each row of the chain holds all its lines.

    `rows` are phrases by line of text on a page of this `width`, from the top down.
    """
    taken: set[int] = set()
    for area in _areas(rows, width):
        extents = list(map(extent, area))
        ends: list[int] = []
        start = 0
        while start < len(area):
            end = _end(area, extents, start)
            ends.append(end)
            tried = ends.count(end) > TRIES or end - start <= FEWEST
            within = ends[-2:-1] == [end]
            chain = None if tried else _chain(area, start, end, vectors, within=within)
            phrases = {id(phrase) for row in chain.rows for phrase in row} if chain else set()
            if chain and not phrases & taken:
                taken |= phrases
                yield chain
            start = end if chain else start + 1


def _areas(rows: Sequence[Cell], width: float) -> Iterator[Sequence[Cell]]:
    """The page, then each of its columns of running text, with what crosses these."""
    yield rows
    lefts = sorted(left - 1 for left, *_ in prose_columns(rows, width))
    cuts = [x for x in lefts if MIDDLE[0] * width < x < MIDDLE[1] * width][:1]
    for low, high in pairwise([0.0, *cuts, width]) if cuts else ():
        beside = [[p for p in row if p.right > low and p.left < high] for row in rows]
        yield [row for row in beside if row]


def _end(rows: Sequence[Cell], extents: Sequence[tuple[float, float]], start: int) -> int:
    """The index behind the last row that leaves the gutters free which a first row shows."""
    columns = [(p.left, p.right) for p in rows[start]]
    bottom = extents[start][1]
    if len(columns) < 2:
        return start
    for at, row in enumerate(rows[start + 1 :], start + 1):
        top, low = extents[at]
        if top - bottom > LARGEST * row[0].type_size:
            return at
        joined = joined_reaches([*columns, *((p.left, p.right) for p in row)])
        if len(joined) < len(columns):
            return at
        columns = joined
        bottom = max(bottom, low)
    return len(rows)


def _chain(
    area: Sequence[Cell], start: int, end: int, vectors: Sequence[Vector], *, within: bool
) -> Chain | None:
    """The table that lines from a first to before a last one are, if they are a whole one.

    `within` says whether the line above the first one leaves the gutters free to the same end.
    """
    lines = Chain([list(row) for row in area[start:end]])
    lines.remeasure()
    if within and len(area[start - 1]) > 1 and lines.fits(area[start - 1]):
        return None
    while start and _is_line_above(lines, *area[start - 1 : start + 1]):
        start -= 1
    rows = area[start:end]
    rulings = rulings_along(vectors, lines)
    for cuts in _cuts(rows, rulings):
        parts = [rows[a:b] for a, b in pairwise([0, *cuts, len(rows)])]
        chain = Chain([[phrase for row in part for phrase in row] for part in parts])
        while chain.rows and len({p.left for p in chain.rows[-1]}) == 1:
            chain.rows.pop()
        chain.remeasure()
        shown = len(rulings) > 1 or has_caption(chain, area)
        if len(chain.rows) >= FEWEST and _is_table(chain, rulings, shown=shown):
            chain.rows = _sub_rows(chain)
            if _has_tall_cells(chain):
                return chain
    return None


def _is_line_above(chain: Chain, row: Cell, first: Cell) -> bool:
    """Whether a line is that of a cell of the first row, as above a label in its middle."""
    step = extent(first)[1] - extent(row)[1]
    places = chain.fits(row)
    alone = len(row) == 1 and places is not None and places[0] > 0
    return alone and step < (1 + TIGHT) * row[0].type_size


def _cuts(rows: Sequence[Cell], rulings: Sequence[float]) -> Iterator[list[int]]:
    """Indexes of the lines that begin a row: below a ruling, or more white than is in cells.

    White is measured from base line to base line: raised figures reach into it.
    """
    bottoms = [*accumulate((extent(row)[1] for row in rows), max)]
    spaces = [
        (low - bottom) / row[0].type_size - 1
        for row, (bottom, low) in zip(rows[1:], pairwise(bottoms), strict=True)
    ]
    jumps = [(b - a, b) for a, b in pairwise(sorted(spaces)) if b - a >= MORE and a <= LINES]
    ruled = [_is_parted(above, row, rulings) for above, row in pairwise(rows)]
    for _, least in sorted(jumps, reverse=True)[:3]:
        white = [space >= least for space in spaces]
        yield [at for at in range(1, len(rows)) if white[at - 1] or ruled[at - 1]]


def _is_parted(above: Cell, row: Cell, rulings: Sequence[float]) -> bool:
    """Whether a ruling runs between the middles of two lines."""
    if not rulings:
        return False
    top, bottom = (sum(extent(line)) / 2 for line in (above, row))
    return any(top < height < bottom for height in rulings)


def _is_table(chain: Chain, rulings: Sequence[float], *, shown: bool) -> bool:
    """Whether rows are those of a table: level, aligned, and further apart than lines of cells."""
    count = len(chain.columns)
    rows, columns = _rows_and_columns(chain)
    firsts = [[cell[0] for cell in column] for column in columns]
    if len(columns[0]) < MOSTLY * len(rows) or has_marks(firsts):
        return False
    proven = shown or (count >= FEWEST and _has_labels(columns)) or _has_middle_labels(rows)
    level = [_is_level(list(row.values())) for row in rows if len(row) > 1]
    return (
        proven
        and len(level) >= max(FEWEST - 1, MOSTLY * len(rows))
        and sum(level) >= MOSTLY * len(level)
        and are_aligned([[line for cell in column for line in cell] for column in columns])
        and not any(map(_holds_columns, rows))
        and all(_are_apart(column, rulings) for column in columns)
    )


def _sub_rows(chain: Chain) -> list[Cell]:
    """The rows of a chain, parted where lines that stand close are rows after all."""
    rows, columns = _rows_and_columns(chain)
    widths = list(map(_widest, columns))
    first, *rest = zip(chain.rows, rows, strict=True)
    parted = [sub_rows(row, cells, widths) for row, cells in rest]
    head = sub_rows(*first, widths, heads=True)
    return [*head, *(part for parts in parted for part in parts)]


def _has_tall_cells(chain: Chain) -> bool:
    """Whether cells below the first row have several lines, most of which go on with others.

    Where labels stand in the middle, those of one cell belong to its label anyway.
    """
    rows, columns = _rows_and_columns(chain)
    widths = list(map(_widest, columns))
    tall = [sum(len(cell) > 1 for at, cell in row.items() if at) for row in rows[1:]]
    if max(tall) < 2 and _has_middle_labels(rows):
        return True
    further = [further_lines(cells, widths) for cells in rows]
    counted = [
        s
        for steps, row in zip(further, rows, strict=True)
        if go_on(steps) or not _is_centred(row)
        for s in steps
    ]
    return any(len(cell) > 1 for row in rows[1:] for cell in row.values()) and go_on(counted)


def _has_middle_labels(rows: Sequence[dict[int, Cell]]) -> bool:
    """Whether most labels of taller rows stand in the middle, as beside nothing but their cells."""
    middle = [
        _is_centred(row) for row in rows if len(max(row.values(), key=len)) > len(row.get(0, ()))
    ]
    return sum(middle) > 1 and 2 * sum(middle) > len(middle)


def _is_centred(row: dict[int, Cell]) -> bool:
    """Whether a label stands in the middle of the highest cell, of more lines."""
    label, cell = row.get(0), max(row.values(), key=len)
    if not label:
        return False
    reach = LEVEL * label[0].type_size
    above, below = label[0].bottom - cell[0].bottom, cell[-1].bottom - label[-1].bottom
    return above > reach and abs(above - below) <= 2 * reach


def _rows_and_columns(chain: Chain) -> tuple[list[dict[int, Cell]], list[list[Cell]]]:
    """The filled cells of each row by column, and those of each column."""
    rows = [_cells(chain, row) for row in chain.rows]
    return rows, [[row[at] for row in rows if at in row] for at in range(len(chain.columns))]


def _cells(chain: Chain, row: Cell) -> dict[int, Cell]:
    """The lines of each filled cell of a row, by column."""
    cells: dict[int, Cell] = {}
    for phrase in sorted(row, key=attrgetter("middle")):
        for at, (left, right) in enumerate(chain.columns):
            if left - 1 <= phrase.left and phrase.right <= right + 1:
                cells.setdefault(at, []).append(phrase)
    return cells


def _has_labels(columns: Sequence[Sequence[Cell]]) -> bool:
    """Whether the first column names what the others say: these are figures, or it is short."""
    texts = [text_of(cell) for column in columns[1:] for cell in column]
    if sum(map(is_figure, texts)) * 2 > len(texts):
        return True
    sizes = [median(map(count_words, column)) for column in columns]
    return sizes[0] <= LABEL and sizes[0] < max(sizes)


def _is_level(cells: Sequence[Cell]) -> bool:
    """Whether cells begin, end or have their middle at one height."""
    reach = LEVEL * cells[0][0].type_size
    heights = [(cell[0].bottom, cell[-1].bottom) for cell in cells]
    places = zip(*((top, (top + bottom) / 2, bottom) for top, bottom in heights), strict=True)
    return any(max(place) - min(place) <= reach for place in places)


def _holds_columns(row: dict[int, Cell]) -> bool:
    """Whether phrases stand side by side in a cell, as below a title over several columns."""
    steps = (step for cell in row.values() for step in pairwise(cell))
    return any(line.bottom - above.bottom < LEVEL * line.type_size for above, line in steps)


def _are_apart(column: Sequence[Cell], rulings: Sequence[float]) -> bool:
    """Whether cells stand further apart than lines of one cell; running text has one step only."""
    within = [b.bottom - a.bottom for cell in column for a, b in pairwise(cell)]
    between = [
        b[0].bottom - a[-1].bottom
        for a, b in pairwise(column)
        if not _is_parted(a[-1:], b[:1], rulings)
    ]
    more = MORE / 2 * column[0][0].type_size
    return not within or not between or max(within) + more < min(between)


def _widest(cells: Sequence[Cell]) -> float:
    return max((line.width for cell in cells for line in cell), default=0.0)
