"""Rows of keys and their meanings that only a gap sets apart: shortcuts, options, abbreviations."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from core.parsing.structuring.line_rows import gaps
from core.parsing.structuring.slots import Slot

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.reading.line import Line

FEWEST = 3
"""Pairs below each other at least."""
DISTINCT = 0.7
"""Share of different keys at least: questions and answers come again."""
LONGEST_KEY = 6
"""Words of a key at most."""
ALIGNED = 0.4
"""Times the size of the type by which keys, or meanings, are off from each other at most."""
NARROW = 0.7
"""The same of the gap between a long key and a meaning below that of a row with a wide gap."""
NEAR = 2.2
"""The same of the step from one line to the next."""
FULL = 3.0
"""The same of what a line of running text leaves free at most."""
SHORT = 4
"""Words of a line from which it can be full: a single word is mostly as long as another."""
HANGING = 2.0
"""Times the size of the type that a further line of a meaning is set in at most."""
OTHER_SIZE = 0.15
"""Share by which its type may be larger or smaller."""
PHRASE = 3
"""Words of a key from which it goes on with a sentence where it begins small."""
FILLED = 0.5
"""Share of the rows that are full, from which they are lines of running text side by side."""


def key_rows(lines: Sequence[Line]) -> Iterator[tuple[int, list[list[Line]], int]]:
    """For each run of such rows where it begins, the lines of each pair, and where it ends.

    What stands below a meaning goes on with it.
    """
    end = 0
    refused: list[_Columns] = []
    looked_at = 0
    for index, line in enumerate(lines):
        if index < end or isinstance(line, Slot):
            continue
        columns = _columns(line)
        if index >= looked_at:
            refused.clear()
        if columns is None or any(columns.equals(other) for other in refused):
            continue
        start, behind = columns.reach(lines, index, end)
        pairs = columns.pairs(lines[start:behind])
        if _are_rows(pairs, lines[start:behind]):
            yield start, pairs, behind
            end = behind
        else:  # the other lines of the run need not be looked at again
            refused.append(columns)
            looked_at = max(looked_at, behind)


def _columns(line: Line) -> _Columns | None:
    """The columns of a line that is a key, one wide gap and a meaning."""
    cuts = gaps(line)
    if len(cuts) != 1:
        return None
    columns = _Columns(line.left, line.boxes[cuts[0]][0], line.type_size)
    return columns if columns.cut(line) else None


class _Columns(NamedTuple):
    """Where keys and meanings begin, in points."""

    key: float
    meaning: float
    size: float

    def equals(self, other: _Columns) -> bool:
        """Whether others begin at the same places."""
        slack = ALIGNED * self.size
        return abs(self.key - other.key) <= slack and abs(self.meaning - other.meaning) <= slack

    def reach(self, lines: Sequence[Line], anchor: int, first: int) -> tuple[int, int]:
        """Where the rows begin, at `first` or later, and end that one of them stands in."""
        start, end = anchor, anchor + 1
        while (
            start > first
            and self._follows(lines[start - 1], lines[start])
            and self.cut(lines[start - 1])
        ):
            start -= 1
        while (
            end < len(lines)
            and self._follows(lines[end - 1], lines[end])
            and (self.cut(lines[end]) or self._goes_on(lines[end]))
        ):
            end += 1
        return start, end

    def pairs(self, lines: Sequence[Line]) -> list[list[Line]]:
        """The lines of each row, its first one cut in two."""
        pairs: list[list[Line]] = []
        for line in lines:
            if cut := self.cut(line):
                key, meaning = line.part(range(cut)), line.part(range(cut, len(line.words)))
                key.after = " "
                pairs.append([key, meaning])
            else:
                pairs[-1].append(line)
        return pairs

    def cut(self, line: Line) -> int:
        """The index of the first word of the meaning; 0 if a line is no row."""
        if abs(line.left - self.key) > ALIGNED * self.size or len(gaps(line)) > 1:
            return 0
        for index, (before, box) in enumerate(pairwise(line.boxes[: LONGEST_KEY + 1]), start=1):
            apart = box[0] - before[2] > NARROW * self.size
            if apart and abs(box[0] - self.meaning) <= ALIGNED * self.size:
                return index
        return 0

    def _follows(self, before: Line, line: Line) -> bool:
        if isinstance(before, Slot) or isinstance(line, Slot) or before.page != line.page:
            return False
        return 0 < line.bottom - before.bottom < NEAR * self.size and line.angle == before.angle

    def _goes_on(self, line: Line) -> bool:
        """Whether a line stands below a meaning, in type of about its size."""
        alike = abs(line.type_size - self.size) <= OTHER_SIZE * self.size
        return alike and -ALIGNED * self.size < line.left - self.meaning < HANGING * self.size


def _are_rows(pairs: Sequence[Sequence[Line]], lines: Sequence[Line]) -> bool:
    """Whether rows are enough, of different keys, and no lines of running text side by side."""
    right = max(line.right for line in lines)
    filled = sum(
        len(pair[-1].words) >= SHORT and right - pair[-1].right < FULL * pair[-1].type_size
        for pair in pairs
    )
    goes_on = sum(len(pair[0].words) >= PHRASE and pair[0].text[0].islower() for pair in pairs)
    numbers = sum(pair[0].text[-1].isdigit() and pair[1].text[-1].isdigit() for pair in pairs)
    keys = {pair[0].text for pair in pairs}
    is_text = filled >= FILLED * len(pairs) or goes_on * 3 > len(pairs)
    is_index = numbers * 2 > len(pairs)
    return len(keys) >= max(FEWEST, DISTINCT * len(pairs)) and not is_text and not is_index
