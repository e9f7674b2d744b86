"""Proof that rows of short text below each other are a table, not prose, a list or a plot."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from core.geometry import THIN, overlaps
from core.parsing.structuring.markers import CAPTION, LONE_MARK
from core.parsing.tables.candidate_rows import FEWEST
from core.parsing.tables.phrases import extent, is_figure
from core.reading.line import text_of
from core.reading.runs import runs

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.geometry import Box
    from core.parsing.tables.candidate_rows import Chain
    from core.reading.line import Line
    from core.reading.page_content import Vector

ALIGNED = 2.5
"""Points by which text of one column may miss its edge or middle."""


def rulings_along(vectors: Sequence[Vector], chain: Chain) -> list[float]:
    """Heights at which rulings, or edges of filled boxes, run along the whole of a chain."""
    size = font_size(chain)
    box = chain.left, chain.top - 8 * size, chain.right, chain.bottom + 3 * size
    return rulings_across(vectors, box, size)


def rulings_across(vectors: Sequence[Vector], box: Box, size: float) -> list[float]:
    """Heights in a box of rulings across most of it, and of the edges of boxes filled so.

    What is higher than six lines of type of this size, or reaches far out of the box, is none.
    """
    first, top, last, bottom = box
    wide = last - first
    length: dict[int, float] = {}
    for left, high, right, low in (vector.box for vector in vectors):
        outside = right > last + 0.6 * wide or left < first - 0.3 * wide
        if low - high > 6 * size or outside or right - left < 2 * size:
            continue
        shared = min(right, last) - max(left, first)
        for height in {round(high), round(low)} if low - high > THIN else {round(low)}:
            if top < height < bottom and shared > 0:
                length[height] = length.get(height, 0.0) + shared
    heights = sorted(height for height, shared in length.items() if shared > 0.8 * wide)
    return [run[0] for run in runs(heights, lambda run, height: height - run[-1] <= THIN)]


def is_table(chain: Chain, rows: Sequence[Sequence[Line]], rulings: Sequence[float]) -> bool:
    """Whether a chain is a table: aligned text, and rulings, a caption or figures to prove it."""
    cells, body = _by_column(chain, chain.rows), _by_column(chain, _body(chain))
    full = sum(map(len, cells)) >= 0.5 * len(chain.rows) * len(cells)
    if not full or not are_aligned(list(filter(None, body))):
        return False
    shown = len(rulings) > 1 or has_caption(chain, rows)
    if shown or (len(cells) == 2 and _is_list(cells)):
        return shown and not has_marks(cells)
    columns = body[1:-1] if _is_list(body[-2:]) else body[1:]
    values = [phrase for column in columns for phrase in column]
    return len(cells) > 2 and 0 < len(values) <= 2 * sum(is_figure(p.text) for p in values)


def _body(chain: Chain) -> Sequence[Sequence[Line]]:
    """The rows from the first one on that gives a figure, if that leaves enough of them."""
    gives = [any(is_figure(phrase.text) for phrase in row) for row in chain.rows]
    body = chain.rows[gives.index(True) :] if any(gives) else []
    return body if len(body) >= FEWEST else chain.rows


def _by_column(chain: Chain, rows: Sequence[Sequence[Line]]) -> list[list[Line]]:
    """The phrases of each column of a chain in some of its rows."""
    columns: list[list[Line]] = [[] for _ in chain.columns]
    for phrase in (phrase for row in rows for phrase in row):
        if (places := chain.fits([phrase])) and places[0] >= 0:
            columns[places[0]].append(phrase)
    return columns


def are_aligned(cells: Sequence[Sequence[Line]]) -> bool:
    """Whether the text of most columns begins, ends or is centred at one place."""
    good = sum(
        max(_share([place(phrase) for phrase in column]) for place in _PLACES) >= 0.7
        for column in cells
    )
    return good >= 2 and good >= 0.7 * len(cells)


def _end(phrase: Line) -> float:
    """The right edge of a phrase, of a figure that of its digits: ")" and "%" hang out."""
    word, (left, _, right, _) = phrase.words[-1], phrase.boxes[-1]
    figure = word.rstrip(")%")
    if not is_figure(phrase.text):
        return right
    if not figure and len(phrase.words) > 1:
        return phrase.boxes[-2][2]
    return left + (right - left) * len(figure) / len(word)


_PLACES: tuple[Callable[[Line], float], ...] = (
    lambda phrase: phrase.left,
    _end,
    lambda phrase: (phrase.left + phrase.right) / 2,
)


def _share(values: Sequence[float]) -> float:
    middle = median(values)
    return sum(abs(value - middle) <= ALIGNED for value in values) / len(values)


def _is_list(cells: Sequence[Sequence[Line]]) -> bool:
    """Whether the last of two columns are items beside marks, or pages or numbers that rise."""
    numbers = [p.text.strip("()") for p in cells[1]]
    pages = [int(number) for number in numbers if number.isdecimal()]
    return has_marks(cells) or (len(pages) == len(cells[1]) and pages == sorted(pages))


def has_marks(cells: Sequence[Sequence[Line]]) -> bool:
    """Whether two columns are the marks of a list and its items."""
    marks = sum(bool(LONE_MARK.match(phrase.text)) for phrase in cells[0])
    return len(cells) == 2 and marks * 2 > len(cells[0])


def has_caption(chain: Chain, rows: Sequence[Sequence[Line]]) -> bool:
    """Whether a line near a chain begins as the caption of a table does."""
    size = font_size(chain)
    named = (row for row in rows if row[0].words[0][:3].lower() == "tab")
    for row in named:
        top, bottom = extent(row)
        near = -8 * size < bottom - chain.top < size or -size < top - chain.bottom < 3 * size
        across = row[0].left < chain.right and row[-1].right > chain.left
        if near and across and CAPTION.match(text_of(row)):
            return True
    return False


def is_plot(chain: Chain, vectors: Sequence[Vector]) -> bool:
    """Whether drawings higher than rows and narrower than the chain stand in it, as bars do."""
    place = chain.left, chain.top, chain.right, chain.bottom
    pitch, widest = (chain.bottom - chain.top) / len(chain.rows), 0.4 * (chain.right - chain.left)
    bars = sum(
        THIN < vector.box[2] - vector.box[0] < widest
        and vector.box[3] - vector.box[1] > 1.5 * pitch
        and overlaps(vector.box, place)
        for vector in vectors
    )
    return bars > 3


def font_size(chain: Chain) -> float:
    """The usual size of the type of a chain, in points."""
    return median(phrase.type_size for row in chain.rows for phrase in row)
