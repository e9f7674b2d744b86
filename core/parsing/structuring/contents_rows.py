"""The rows that a contents page may have: titles with the numbers behind them, by column."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from core.parsing.structuring.line_rows import merge_pieces
from core.parsing.structuring.markers import CONTENTS, DOTS, LABEL, numbering
from core.parsing.structuring.outline import title_key
from core.parsing.structuring.text_style import style_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from core.parsing.structuring.text_style import Style
    from core.reading.line import Line

FEWEST = 4
"""Titles with a page number that a contents page has at least."""

FEWEST_BESIDE = 2
"""The same, where the page before or behind is one."""

COLUMN = 20.0
"""Points, across, in which the numbers of pages stand below each other."""

RISING = 0.7
"""Share of these numbers that are no lower than those before them, at least."""

DIFFERENT = 0.3
"""Share of them that differ, at least, unless the page before or behind lists titles."""

APART = 0.8
"""Times the font size before a page number without dots, and behind it to the next title."""

BEGINNING = 24
"""Letters and digits of a title by which its page is looked up."""

DIGITS = 4
"""Digits of the number of a page, at most."""

_REST = re.compile(r"\s+(?:page|seite)$|[\s.\u00b7\u2026_]{3,}[ivxlc]*$", re.IGNORECASE)


class Row(NamedTuple):
    """A row of a contents page, and the number behind its title if there is one.

    `left` is where it begins, in points, as if it stood in the first column.
    """

    line: Line
    left: float
    title: str
    number: int | None

    @property
    def key(self) -> str:
        """How its title begins."""
        return title_key(self.title)[:BEGINNING]


def has_rising_numbers(lines: Iterable[Line]) -> bool:
    """Whether numbers that rise stand below each other, as on contents pages; looked up cheaply."""
    columns: dict[int, list[tuple[float, int]]] = {}
    for line in lines:
        for word, box in zip(line.words, line.boxes, strict=True):
            if word.isdecimal() and len(word) <= DIGITS:
                place = int((box[0] + box[2]) / 2 // COLUMN)
                for near in (place, place + 1):
                    columns.setdefault(near, []).append((box[1], int(word)))
    return any(
        len(column) >= FEWEST and _differ(numbers) and _rise(numbers)
        for column in columns.values()
        if (numbers := [number for _, number in sorted(column)])
    )


def _differ(numbers: Sequence[int]) -> bool:
    return len(set(numbers)) > DIFFERENT * len(numbers)


def _rise(numbers: Sequence[int]) -> bool:
    """Whether most numbers are no lower than the one before."""
    rising = sum(before <= number for before, number in pairwise(numbers))
    return rising >= RISING * (len(numbers) - 1)


def listing(lines: Iterable[Line]) -> list[Row]:
    """The rows of a contents page up to the last number; none of other pages."""
    upright = [line for line in lines if not line.angle]
    rows = [row for column in _columns(upright) for row in column if row.key]
    numbered = [index for index, row in enumerate(rows) if row.number is not None]
    numbers = [row.number for row in rows if row.number is not None]
    while len(numbers) > 1 and numbers[0] > numbers[1]:  # a year above the contents
        numbers, numbered = numbers[1:], numbered[1:]
    if len(numbers) < FEWEST_BESIDE or not _rise(numbers):
        return []
    return rows[_first(rows, numbered[0]) : numbered[-1] + 1]


def _first(rows: Sequence[Row], numbered: int) -> int:
    """The index of the first title, which may stand above the first one with a number."""
    for index in range(numbered - 1, -1, -1):
        if CONTENTS.match(rows[index].title):
            return index + 1
    first = numbered
    while first and numbering(rows[first - 1].title) is not None:
        first -= 1
    return first


def _columns(lines: Sequence[Line]) -> list[list[Row]]:
    """The rows of each column of contents, where titles begin behind the numbers of others."""
    merged = merge_pieces(lines)
    begins = [left for line in merged for left in _behind_numbers(line)]
    if len(begins) < FEWEST:
        return [[_row(line) for line in merged]]
    edge = min(begins)
    sides = [line.parts([box[0] >= edge for box in line.boxes]) for line in lines]
    first = [_row(line) for line in merge_pieces([side[False] for side in sides if False in side])]
    others = _columns([side[True] for side in sides if True in side])
    shift = _shift(first, others[0])
    return [first, *([row._replace(left=row.left - shift) for row in rows] for rows in others)]


def _shift(rows: Sequence[Row], others: Sequence[Row]) -> float:
    """How far a column stands to the right of another: as titles set alike do."""
    lefts, other_lefts = _lefts(rows), _lefts(others)
    shared = lefts.keys() & other_lefts.keys()
    if not shared:
        return min(other_lefts.values()) - min(lefts.values())
    return min((other_lefts[style] - lefts[style] for style in shared), key=abs)


def _lefts(rows: Sequence[Row]) -> dict[Style, float]:
    """Where the titles of each style begin that are set in least, in points."""
    lefts: dict[Style, float] = {}
    for row in rows:
        style = style_of([row.line])
        lefts[style] = min(row.left, lefts.get(style, row.left))
    return lefts


def _behind_numbers(line: Line) -> Iterator[float]:
    """Where the words of a line begin that stand behind the number of a page, in points."""
    for index in range(1, len(line.words) - 1):
        before, box, behind = line.boxes[index - 1 : index + 2]
        gaps = box[0] - before[2], behind[0] - box[2]
        led = DOTS.match(line.words[index - 1]) or min(gaps) > APART * line.type_size
        if led and line.words[index].isdecimal() and line.words[index + 1][0].isalpha():
            yield behind[0]


def _row(line: Line) -> Row:
    title = _REST.sub("", " ".join(line.words[:-1]))
    last = line.words[-1]
    is_page = last.isdecimal() and len(last) <= DIGITS and not LABEL.match(line.text.strip())
    if is_page and any(map(str.isalpha, title)):
        return Row(line, line.left, title, int(last))
    return Row(line, line.left, _REST.sub("", line.text.strip()), None)
