"""The rows above a table without cells drawn that name its columns."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from core.parsing.structuring.markers import CAPTION
from core.parsing.tables.candidate_rows import TIGHT
from core.parsing.tables.headers import MOST_HEADINGS, YEAR, gives_values
from core.parsing.tables.phrases import extent, is_figure, is_heading, is_over, over
from core.parsing.tables.table_evidence import font_size
from core.reading.line import text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.tables.candidate_rows import Chain
    from core.reading.line import Line

SAME = 2.0
"""Points by which words that begin, or end, at one edge are apart at most."""

ABOVE = 1.8
"""Space between a row of headings and the next row at most, in font sizes."""


def names_above(
    chain: Chain, rows: Sequence[Sequence[Line]], rulings: Sequence[float]
) -> list[list[Line]]:
    """Rows of headings above a chain, from the top down; lines of one cell together."""
    headings: list[list[Line]] = []
    edge, size = chain.top, font_size(chain)
    upper = min(rulings, default=edge)
    for row in reversed([row for row in rows if row[0].middle < chain.top]):
        beside = over(row, chain.left, chain.right)
        if not beside:
            continue
        top, bottom = extent(beside)
        space = (edge - bottom) / size
        if space > ABOVE or len(headings) == MOST_HEADINGS or is_heading(beside, size):
            break
        beside = [part for phrase in beside for part in _by_columns(phrase, chain)]
        if not _heads(chain, beside, framed=upper - 1 < top):
            break
        edge = top
        values = beside[1:] and gives_values(p.text for p in beside[1:])
        if headings and space < TIGHT and not values and continues(headings[0], beside):
            headings[0] = [*beside, *headings[0]]
        else:
            headings.insert(0, beside)
    return headings


def _heads(chain: Chain, row: Sequence[Line], *, framed: bool) -> bool:
    """Whether phrases above a chain name its columns."""
    text = text_of(row)
    reach = max(15.0, (0.6 if framed else 0.3) * (chain.right - chain.left))
    within = row[0].left > chain.left - 15 and row[-1].right < chain.right + reach
    title = len(row) > 1 and text.endswith(":")
    if CAPTION.match(text) or title or not within:
        return False
    if any(len(phrase.words) > 12 for phrase in row):
        return False
    places = chain.fits(row)
    runs_on, amounts = _runs_on(chain, row), _gives_amounts(row)
    if runs_on and amounts:
        return False
    if framed or (places is not None and len(row) > 1 and -1 not in places):
        return True
    if places is None:
        return not (runs_on or amounts) and _crosses_few(chain, row)
    if len(row) == len(chain.columns) > 2:
        return all(
            following.left > left and previous.right < right
            for (previous, following), ((_, left), (right, _)) in zip(
                pairwise(row), pairwise(chain.columns), strict=True
            )
        )
    return False


def _runs_on(chain: Chain, row: Sequence[Line]) -> bool:
    """Whether a cell behind the first begins where those below it do, and is too long for them."""
    lefts = [left for left, _ in chain.columns]
    nexts = pairwise(lefts[1:])
    return any(abs(p.left - left) < SAME and p.right > after for left, after in nexts for p in row)


def _gives_amounts(row: Sequence[Line]) -> bool:
    return any(is_figure(phrase.text) and not YEAR.match(phrase.words[0]) for phrase in row)


def _crosses_few(chain: Chain, row: Sequence[Line]) -> bool:
    """Whether phrases stand over columns of their own each, most of them over a single one."""
    over_each = [
        [at for at, column in enumerate(chain.columns) if over([phrase], *column)] for phrase in row
    ]
    columns = [at for reach in over_each for at in reach]
    single = sum(len(reach) == 1 for reach in over_each)
    return all(over_each) and len(columns) == len(set(columns)) and 2 * single > len(row)


def _by_columns(phrase: Line, chain: Chain) -> list[Line]:
    """The parts of a phrase where words begin at the left edge of each column that it is over.

    Or where they end at the right edge, as names over figures do in letters of one width.
    """
    boxes, count = phrase.boxes, len(phrase.words)
    lefts = [left for left, _ in chain.columns if phrase.left - SAME < left < phrase.right]
    rights = [right for _, right in chain.columns if phrase.left < right < phrase.right + SAME]
    starts = [_at(left, [box[0] for box in boxes]) for left in lefts]
    ends = [_at(right, [box[2] for box in boxes]) + 1 for right in rights]
    for cuts in ([*starts, count], [0, *ends]):
        if len(cuts) > 2 and (cuts[0], cuts[-1]) == (0, count) and cuts == sorted({*cuts}):
            return [phrase.part(range(a, b)) for a, b in pairwise(cuts)]
    return [phrase]


def _at(edge: float, places: Sequence[float]) -> int:
    """The index of the first place at an edge; -1 for none."""
    return next((at for at, place in enumerate(places) if abs(place - edge) <= SAME), -1)


def continues(lower: Sequence[Line], upper: Sequence[Line]) -> bool:
    """Whether two lines are of one row: what is in one of them has its other line right there.

    A title over several columns stands over several phrases, or in the middle of some.
    """
    below = [any(is_over(phrase, other) for other in upper) for phrase in lower]
    if all(below):
        return True
    titled = any(
        below[at] and not below[at - 1] and not below[at + 1] for at in range(1, len(below) - 1)
    )
    return not titled and all(
        sum(is_over(phrase, other) for phrase in lower) == 1 for other in upper
    )
