"""Text of a table as it stands: rows of phrases, each a run of words with ordinary gaps."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from core.parsing.structuring.line_rows import merge_pieces
from core.parsing.structuring.markers import numbering
from core.reading.line import text_of
from core.reading.runs import runs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.reading.line import Line

GAP = 0.65
"""Gap between two words, in times of the font size, from which on they are two phrases."""

LARGER = 1.1
"""How much larger than a table the title of a section beside it is set, more than."""

NUMBER = re.compile(
    r"^(?:[<>\u2264\u2265~\u00b1] )?"
    r"[-+\u2212\u2013(<>\u2264\u2265~\u00b1*#$\u20ac\u00a3\u00a5]*[\d.,]*\d"
)
"""The beginning of a cell that gives a figure."""

BLANK = re.compile(r"^[-\u2013\u2014\u2212]+$|^n/?a$", re.IGNORECASE)
"""What stands in a column of figures where there is none."""

NUMBER_OR_BLANK = re.compile(rf"{NUMBER.pattern}|{BLANK.pattern}", re.IGNORECASE)


SIGN = re.compile(r"^[-+(]?(?:[$\u20ac\u00a3\u00a5]|[A-Z]{2,3}[$]|EUR|USD|GBP|CHF)$")
"""A sign of currency, which may stand far before its figure."""

LEADING = re.compile(r"^[-+(]?(?:[$\u00a3\u00a5]|[A-Z]{2,3}[$])$")
"""One that stands before its figure in any language, not behind it as "EUR" may."""

UNIT = re.compile(r"^[%)]+$")
"""What may stand apart behind its figure."""


def text_rows(lines: Sequence[Line]) -> list[list[Line]]:
    """Phrases by line of text, from the top down and from left to right."""
    return [phrases(line) for line in merge_pieces(lines)]


def value_rows(lines: Sequence[Line]) -> list[list[Line]]:
    """The same, signs of currency and per cent taken as one with their figures."""
    return [_valued(line) for line in merge_pieces(lines)]


def phrases(line: Line) -> list[Line]:
    """The phrases of a line from left to right."""
    return _parts(line, _runs(line))


def _valued(line: Line) -> list[Line]:
    parts = _runs(line)
    if len(parts) == 1:
        return [line]
    if not _signed(line, parts[-1]):  # else signs stand behind the figures
        parts = [half for run in parts for half in _without_sign(line, run)]
    values = runs(parts, lambda value, run: _is_value(line, value[-1], run))
    return _parts(line, [list(chain(*value)) for value in values])


def _signed(line: Line, run: Sequence[int]) -> bool:
    """Whether a sign of currency ends a phrase behind a figure or its unit."""
    before, word = (line.words[at] for at in run[-2:]) if run[1:] else ("", "")
    return bool(SIGN.match(word) and (NUMBER_OR_BLANK.match(before) or UNIT.match(before)))


def _without_sign(line: Line, run: list[int]) -> list[list[int]]:
    """A phrase, and the sign behind its figure, which is that of the next one."""
    leads = _signed(line, run) and LEADING.match(line.words[run[-1]])
    return [run[:-1], run[-1:]] if leads else [run]


def _is_value(line: Line, before: Sequence[int], run: Sequence[int]) -> bool:
    """Whether a phrase is a figure or unit that belongs to the last word of the one before it."""
    word, text = line.words[before[-1]], line.words[run[0]]
    if len(run) == 1 and UNIT.match(text) and NUMBER.match(word):
        return True
    signed = SIGN.match(word) and not _signed(line, before)
    return bool(signed and NUMBER_OR_BLANK.match(text))


def _parts(line: Line, indexes: Sequence[list[int]]) -> list[Line]:
    return [line.part(sorted(run)) for run in indexes] if len(indexes) > 1 else [line]


def _runs(line: Line) -> list[list[int]]:
    """The indexes of words by phrase."""
    boxes, order, widest = line.boxes, line.visual_order(), GAP * line.type_size
    steps = enumerate(pairwise(order), start=1)
    cuts = [at for at, (before, word) in steps if boxes[word][0] - boxes[before][2] > widest]
    return [order[first:last] for first, last in pairwise([0, *cuts, len(order)])]


def extent(row: Sequence[Line]) -> tuple[float, float]:
    """From the top to the bottom of all phrases of a row."""
    return min([phrase.top for phrase in row]), max([phrase.bottom for phrase in row])


def row_edges(rows: Sequence[Sequence[Line]]) -> list[float]:
    """Edges of rows below each other: above, between and below their text."""
    tops, bottoms = zip(*map(extent, rows), strict=True)
    between = [(b + t) / 2 for b, t in zip(bottoms, tops[1:], strict=False)]
    return [tops[0] - 1, *between, bottoms[-1] + 1]


def is_over(line: Line, other: Line) -> bool:
    """Whether one of two phrases stands over a part of the other."""
    return min(line.right, other.right) > max(line.left, other.left)


def over(row: Sequence[Line], left: float, right: float) -> list[Line]:
    """The phrases of a row that reach between two edges."""
    return [phrase for phrase in row if phrase.right > left and phrase.left < right]


def is_figure(text: str) -> bool:
    """Whether a cell gives a figure, its currency before it or not, or says that there is none."""
    sign, _, amount = text.partition(" ")
    text = amount if SIGN.match(sign) else text
    return bool(NUMBER.match(text) or BLANK.match(text)) and len(text) < 40


def covered(phrase: Line, xs: Sequence[float]) -> tuple[int, int]:
    """First column, and the one behind the last, into which a phrase reaches noticeably."""
    least = min(0.35 * phrase.type_size, 0.3 * phrase.width)
    first = max(bisect_right(xs, phrase.left) - 1, 0)
    last = min(bisect_left(xs, phrase.right), len(xs) - 1)
    reached = [
        column
        for column in range(first, last)
        if min(phrase.right, xs[column + 1]) - max(phrase.left, xs[column]) > least
    ]
    if reached:
        return reached[0], reached[-1] + 1
    middle = (phrase.left + phrase.right) / 2
    column = sum(middle > x for x in xs[1:-1])
    return column, column + 1


def is_heading(row: Sequence[Line], size: float) -> bool:
    """Whether a row is the title of a section beside a table whose type has this size.

    It is set larger, and one phrase, or a number and what stands behind it.
    """
    whole = len(row) == 1 or (len(row) == 2 and numbering(text_of(row)) is not None)
    return whole and min(phrase.size for phrase in row) > LARGER * size > 0.0
