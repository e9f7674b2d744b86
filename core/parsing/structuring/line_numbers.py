"""Numbers of lines in the margin, as drafts, manuscripts and pleadings have them: set aside.

They stand in a column of their own outside the edge of all text, and count its rows by one or by
five, whatever sentence runs on there. Lists, contents and tables whose rows are numbered begin a
new entry with each number.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from core.geometry import contains_centre
from core.parsing.elements import Element
from core.parsing.structuring.line_rows import merge_pieces
from core.parsing.structuring.sentence_ends import ends_sentence
from core.reading.runs import runs
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.read_pages import ReadPage
    from core.reading.line import Line

LINE_NUMBERS = "line numbers"
"""Why they are set aside."""

SIDES = (0, -1)
"""The first word of a line, and its last."""

STEPS = (1, 5)
"""How line numbers count."""

FEWEST = 5
"""Numbers that follow each other on a page, from which on they may count its lines."""

LONGEST = 4
"""Digits of a line number at most."""

ALIGNED = 2.0
"""Points by which the edges of the numbers of one column differ at most."""

APART = 0.5
"""Space between a number and its line, in times of the font size, at least."""

ROWS = (0.6, 1.4)
"""Rows of text to each step of the count, at least and at most."""

INSIDE = 1 / 3
"""Share of the rows that go on with the sentence of the row above, at least."""

FULL = 0.85
"""Width of a row of running text that goes on in the next, in times of the widest, at least."""

WIDEST = 18.0
"""Width of the widest row of running text, in times of the font size, at least."""


class _Number(NamedTuple):
    """A number at one end of a line, as a line of its own, and what else stands there."""

    value: int
    number: Line
    line: Line
    rest: list[Line]


def set_line_numbers_aside(pages: Sequence[ReadPage]) -> list[Element]:
    """Takes the numbers of lines out of the pages and returns them as elements set aside."""
    aside: list[Element] = []
    last = dict.fromkeys(SIDES, 0)
    for page in pages:
        for side in SIDES:
            if numbers := _line_numbers(page, side, last[side]):
                last[side] = numbers[-1].value
                rest = {id(number.line): number.rest for number in numbers}
                lines = page.content.lines
                page.content.lines = [part for line in lines for part in rest.get(id(line), [line])]
                column = [number.number for number in numbers]
                aside.append(Element(ElementType.PARAGRAPH, column, aside=LINE_NUMBERS))
    return aside


def _line_numbers(page: ReadPage, side: int, last: int) -> list[_Number]:
    """The numbers that count the lines of a page on one side; they may go on from the `last`."""
    tables = [region.box for region in page.regions or () if region.kind == "table"]
    lines = [
        line
        for line in page.content.upright
        if not any(contains_centre(box, line.box) for box in tables)
    ]
    column = _outermost([number for line in lines if (number := _number(line, side))], side)
    counts = runs(sorted(column, key=lambda number: number.number.middle), _counts_on)
    numbers = [number for run in counts if _is_long(run, last) for number in run]
    taken = {id(number.line) for number in numbers}
    text = [line for line in lines if id(line) not in taken]
    text += [line for number in numbers for line in number.rest]
    fits = numbers and _is_outside(numbers, text, side) and _counts_rows(numbers, text)
    return numbers if fits else []


def _number(line: Line, side: int) -> _Number | None:
    """The bare number at one end of a line, where it stands apart."""
    word = line.words[side]
    if not (word.isascii() and word.isdigit()) or len(word) > LONGEST:
        return None
    order = list(range(len(line.words)))
    at = order.pop(side)
    rest = [line.part(order)] if order else []
    number = line.part([at])
    gaps = [max(part.left - number.right, number.left - part.right) for part in rest]
    is_apart = all(gap >= APART * line.size for gap in gaps)
    return _Number(int(word), number, line, rest) if is_apart else None


def _outermost(numbers: Sequence[_Number], side: int) -> list[_Number]:
    """The numbers in line with the one that stands farthest out."""
    if not numbers:
        return []
    sign = 1 if side == 0 else -1
    first = min(numbers, key=lambda number: sign * number.number.left).number
    return [
        number
        for number in numbers
        if abs(number.number.left - first.left) <= ALIGNED
        or abs(number.number.right - first.right) <= ALIGNED
    ]


def _counts_on(run: Sequence[_Number], number: _Number) -> bool:
    step = number.value - run[-1].value
    return step in STEPS and (len(run) == 1 or step == run[1].value - run[0].value)


def _is_long(run: Sequence[_Number], last: int) -> bool:
    return len(run) >= FEWEST or (last > 0 and run[0].value - last in STEPS)


def _is_outside(numbers: Sequence[_Number], text: Sequence[Line], side: int) -> bool:
    """Whether no text reaches as far out as the numbers do."""
    column = [number.number for number in numbers]
    if side == 0:
        return all(line.left > max(each.right for each in column) for line in text)
    return all(line.right < min(each.left for each in column) for line in text)


def _counts_rows(numbers: Sequence[_Number], text: Sequence[Line]) -> bool:
    """Whether numbers count rows of running text, and not entries that begin with each."""
    first, last = numbers[0].number, numbers[-1].number
    rows = merge_pieces([line for line in text if first.top < line.middle < last.bottom])
    steps = sum(after.value - before.value for before, after in pairwise(numbers))
    if not ROWS[0] * steps <= len(rows) <= ROWS[1] * steps + 1:
        return False
    if len(numbers) < FEWEST:  # the last few, which go on with those of the page before
        return True
    widest = max(row.width for row in rows)
    inside = sum(_goes_on(above, row, widest) for above, row in pairwise(rows))
    has_ends = any(ends_sentence(word) for row in rows for word in row.words)
    return has_ends and inside > INSIDE * len(rows)


def _goes_on(above: Line, row: Line, widest: float) -> bool:
    """Whether a row goes on with the sentence of a full one above it."""
    is_full = above.width >= FULL * widest >= FULL * WIDEST * above.type_size
    return is_full and row.words[0][0].islower() and not ends_sentence(above.text)
