"""Rows whose cells have several lines, told apart by more white than is in cells.

Line by line such a table reads "5 mg twice a day for | not with milk / seven days"; so it is looked
for before rows of single lines are.
"""

from __future__ import annotations

from itertools import accumulate, pairwise
from operator import attrgetter
from statistics import median
from typing import TYPE_CHECKING

from core.parsing.tables.candidate_rows import MIDDLE, Chain
from core.parsing.tables.phrases import extent, is_figure
from core.parsing.tables.prose_columns import prose_columns
from core.parsing.tables.table_evidence import (
    are_aligned,
    has_caption,
    has_marks,
    rulings_along,
)
from core.reading.line import count_words, text_of
from core.reading.runs import runs
from core.text.sentences import breaks_off

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

LEVEL = 0.3
"""Difference of height of what is level at most, in font sizes."""

MOSTLY = 0.7
"""Share of rows, or lines, that show what a table shows."""

FEWEST = 3
"""Rows of a table, and its columns where neither rulings nor a caption prove it."""

LABEL = 6
"""Words of the usual cell in the first column at most, where it is the proof of a table."""

GOING = 0.6
"""Share of the further lines of cells that go on with the line above, more than."""

AMOUNT = 3
"""Words of an amount with its unit at most; more are a text that begins with a number."""

TRIES = 3
"""First rows from which a table that ends at one place is looked for, as headings are none."""


def tall_chains(rows: Sequence[Cell], vectors: Sequence[Vector], width: float) -> Iterator[Chain]:
    """Proven tables with a cell of several lines; each row of the chain holds all its lines.

    `rows` are phrases by line of text on a page of this `width`, from the top down.
    """
    taken: set[int] = set()
    for area in _areas(rows, width):
        ends: list[int] = []
        start = 0
        while start < len(area):
            end = _end(area, start)
            ends.append(end)
            tried = ends.count(end) > TRIES or end - start <= FEWEST
            chain = None if tried else _chain(area, start, end, vectors)
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


def _end(rows: Sequence[Cell], start: int) -> int:
    """The index behind the last row that leaves the gutters free which a first row shows."""
    columns = [(p.left, p.right) for p in rows[start]]
    bottom = extent(rows[start])[1]
    if len(columns) < 2:
        return start
    for at, row in enumerate(rows[start + 1 :], start + 1):
        top, low = extent(row)
        reach = sorted([*columns, *((p.left, p.right) for p in row)])
        joined = runs(reach, lambda run, place: place[0] < max(right for _, right in run))
        if top - bottom > LARGEST * row[0].type_size or len(joined) < len(columns):
            return at
        columns = [(run[0][0], max(right for _, right in run)) for run in joined]
        bottom = max(bottom, low)
    return len(rows)


def _chain(area: Sequence[Cell], start: int, end: int, vectors: Sequence[Vector]) -> Chain | None:
    """The table that lines from a first to before a last one are, if they are a whole one."""
    rows = area[start:end]
    lines = Chain([list(row) for row in rows])
    lines.remeasure()
    if start and len(area[start - 1]) > 1 and lines.fits(area[start - 1]):
        return None
    rulings = rulings_along(vectors, lines)
    for cuts in _cuts(rows):
        parts = [rows[a:b] for a, b in pairwise([0, *cuts, len(rows)])]
        chain = Chain([[phrase for row in part for phrase in row] for part in parts])
        while chain.rows and len({p.left for p in chain.rows[-1]}) == 1:
            chain.rows.pop()
        chain.remeasure()
        shown = len(rulings) > 1 or has_caption(chain, area)
        if len(chain.rows) >= FEWEST and _is_table(chain, shown=shown):
            chain.rows = [part for row in chain.rows for part in _sub_rows(chain, row)]
            return chain
    return None


def _cuts(rows: Sequence[Cell]) -> Iterator[list[int]]:
    """Indexes of the lines that begin a row, below more white than lines of a cell leave.

    White is measured from base line to base line: raised figures reach into it.
    """
    bottoms = [*accumulate((extent(row)[1] for row in rows), max)]
    spaces = [
        (low - bottom) / row[0].type_size - 1
        for row, (bottom, low) in zip(rows[1:], pairwise(bottoms), strict=True)
    ]
    steps = [(b - a, b) for a, b in pairwise(sorted(spaces)) if b - a >= MORE and a <= LINES]
    for _, least in sorted(steps, reverse=True)[:3]:
        yield [at for at, space in enumerate(spaces, 1) if space >= least]


def _is_table(chain: Chain, *, shown: bool) -> bool:
    """Whether rows are those of a table: level, aligned, their cells text that goes on."""
    count = len(chain.columns)
    rows = [_cells(chain, row) for row in chain.rows]
    columns = [[cell for row in rows if (cell := row.get(at))] for at in range(count)]
    if len(columns[0]) < MOSTLY * len(rows) or has_marks(
        [[cell[0] for cell in column] for column in columns]
    ):
        return False
    proven = shown or (count >= FEWEST and _has_labels(columns))
    tall = any(len(cell) > 1 for row in rows[1:] for cell in row.values())
    level = [_is_level(list(row.values())) for row in rows if len(row) > 1]
    return (
        proven
        and tall
        and len(level) >= max(FEWEST - 1, MOSTLY * len(rows))
        and sum(level) >= MOSTLY * len(level)
        and are_aligned([[line for cell in column for line in cell] for column in columns])
        and not any(map(_holds_columns, rows))
        and all(map(_are_apart, columns))
        and _go_on(columns)
    )


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


def _sub_rows(chain: Chain, row: Cell) -> list[Cell]:
    """A row, parted where figures stand below each other and what is beside them begins anew.

    "5 mg | in the morning / 10 mg | in the evening" are two rows of one label.
    """
    steps = [
        (above, line, _is_small(cell[0], line))
        for cell in _cells(chain, row).values()
        for above, line in pairwise(cell)
    ]
    cuts: list[float] = []
    for above, line, _ in steps:
        reach = LEVEL * line.type_size
        level = [step for step in steps if abs(step[1].bottom - line.bottom) <= reach]
        sure = any(small or breaks_off(a.text) for a, _, small in level)
        if len(level) > 1 and _is_amount(above) and _is_amount(line) and not sure:
            cuts.append((above.bottom + line.bottom) / 2)
    parts: dict[int, Cell] = {}
    for phrase in row:
        parts.setdefault(sum(phrase.bottom > cut for cut in set(cuts)), []).append(phrase)
    return [part for _, part in sorted(parts.items())]


def _is_amount(line: Line) -> bool:
    return is_figure(line.text) and len(line.words) <= AMOUNT


def _are_apart(column: Sequence[Cell]) -> bool:
    """Whether cells stand further apart than lines of one cell; running text has one step only."""
    within = [b.bottom - a.bottom for cell in column for a, b in pairwise(cell)]
    between = [b[0].bottom - a[-1].bottom for a, b in pairwise(column)]
    more = MORE / 2 * column[0][0].type_size
    return not within or not between or max(within) + more < min(between)


def _go_on(columns: Sequence[Sequence[Cell]]) -> bool:
    """Whether most further lines of cells go on with the line above, and there are some."""
    going = [
        _goes_on(cell[0], above, line, wide)
        for wide, column in ((_widest(column), column) for column in columns)
        for cell in column
        for above, line in pairwise(cell)
    ]
    return sum(going) > GOING * len(going)


def _goes_on(first: Line, above: Line, line: Line, widest: float) -> bool:
    """Whether a line goes on with the one above it; amounts below each other do not."""
    if breaks_off(above.text) or _is_small(first, line):
        return True
    return _is_full(above, line, widest) and not (_is_amount(above) and _is_amount(line))


def _is_small(first: Line, line: Line) -> bool:
    """Whether a line begins with a small letter, and its cell with none."""
    return line.text[:1].islower() and not first.text[:1].islower()


def _widest(column: Sequence[Cell]) -> float:
    return max((line.width for cell in column for line in cell), default=0.0)


def _is_full(above: Line, line: Line, widest: float) -> bool:
    """Whether the first word of a line would not have fitted behind the line above it."""
    left, _, right, _ = line.boxes[0]
    return above.width + right - left + 0.25 * line.type_size > widest
