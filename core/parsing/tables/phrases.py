"""Text of a table as it stands: rows of phrases, each a run of words with ordinary gaps."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from core.parsing.structuring.line_rows import merge_pieces

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.reading.line import Line

GAP = 0.65
"""Gap between two words, in times of the font size, from which on they are two phrases."""

NUMBER = re.compile(r"^[-+\u2212\u2013(<>\u2264\u2265~\u00b1*#$\u20ac\u00a3\u00a5]*[\d.,]*\d")
"""The beginning of a cell that gives a figure."""

BLANK = re.compile(r"^[-\u2013\u2014\u2212]+$|^n/?a$", re.IGNORECASE)
"""What stands in a column of figures where there is none."""

NUMBER_OR_BLANK = re.compile(rf"{NUMBER.pattern}|{BLANK.pattern}", re.IGNORECASE)


SIGN = re.compile(r"^[-+(]?(?:[$\u20ac\u00a3\u00a5]|[A-Z]{2,3}[$]|EUR|USD|GBP|CHF)$")
"""A sign of currency, which may stand far before its figure."""

UNIT = re.compile(r"^[%)]+$")
"""What may stand apart behind its figure."""


def text_rows(lines: Sequence[Line]) -> list[list[Line]]:
    """Phrases by line of text, from the top down and from left to right."""
    return [phrases(line) for line in merge_pieces(lines)]


def value_rows(lines: Sequence[Line]) -> list[list[Line]]:
    """The same, signs of currency and per cent taken as one with their figures."""
    return [_valued(line) for line in merge_pieces(lines)]


def _valued(line: Line) -> list[Line]:
    runs = _runs(line)
    joined = runs[:1]
    for run in runs[1:]:
        before, text = joined[-1], line.words[run[0]]
        signed = SIGN.match(line.words[before[-1]]) and NUMBER_OR_BLANK.match(text)
        unit = len(run) == 1 and UNIT.match(text) and NUMBER.match(line.words[before[-1]])
        if signed or unit:
            before.extend(run)
        else:
            joined.append(run)
    return _parts(line, joined)


def phrases(line: Line) -> list[Line]:
    """The phrases of a line from left to right."""
    return _parts(line, _runs(line))


def _parts(line: Line, runs: Sequence[list[int]]) -> list[Line]:
    return [line.part(sorted(run)) for run in runs] if len(runs) > 1 else [line]


def _runs(line: Line) -> list[list[int]]:
    """The indexes of words by phrase."""
    order = line.visual_order()
    size = line.size or line.height
    runs = [[order[0]]]
    for index in order[1:]:
        if line.boxes[index][0] - line.boxes[runs[-1][-1]][2] > GAP * size:
            runs.append([])
        runs[-1].append(index)
    return runs


def is_figure(text: str) -> bool:
    """Whether a cell gives a figure, or says that there is none."""
    return bool(NUMBER.match(text) or BLANK.match(text)) and len(text) < 40


def covered(phrase: Line, xs: Sequence[float]) -> tuple[int, int]:
    """First column, and the one behind the last, into which a phrase reaches noticeably."""
    least = min(0.35 * (phrase.size or phrase.height), 0.3 * phrase.width)
    first = max(bisect_right(xs, phrase.left) - 1, 0)
    last = min(bisect_left(xs, phrase.right), len(xs) - 1)
    held = [
        column
        for column in range(first, last)
        if min(phrase.right, xs[column + 1]) - max(phrase.left, xs[column]) > least
    ]
    if held:
        return held[0], held[-1] + 1
    middle = (phrase.left + phrase.right) / 2
    column = sum(middle > x for x in xs[1:-1])
    return column, column + 1
