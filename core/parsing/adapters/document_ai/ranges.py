"""Which ranges of a text are taken."""

from __future__ import annotations

import sys
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Ranges:
    """Half-open ranges that do not overlap, in their order."""

    def __init__(self) -> None:
        """None are taken."""
        self._starts: list[int] = []
        self._ends: list[int] = []

    def is_free(self, ranges: Iterable[tuple[int, int]]) -> bool:
        """Whether nothing of these ranges is taken."""
        return all(self._next(start) >= end for start, end in ranges)

    def take(self, ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        """What was free of these ranges, in their order; it is taken now."""
        result: list[tuple[int, int]] = []
        for start, end in ranges:
            result += self._free(start, end)
            self._join(start, end)
        return result

    def _next(self, start: int) -> int:
        """Where the first range that is taken behind `start` begins; `start` inside of one."""
        at = bisect_right(self._ends, start)
        return max(self._starts[at], start) if at < len(self._starts) else sys.maxsize

    def _join(self, start: int, end: int) -> None:
        """Takes a range, and makes one of all that touch it."""
        first, last = bisect_left(self._ends, start), bisect_right(self._starts, end)
        self._starts[first:last] = [min([start, *self._starts[first:last]])]
        self._ends[first:last] = [max([end, *self._ends[first:last]])]

    def gaps(self, end: int) -> list[tuple[int, int]]:
        """All that is free from 0 to `end`."""
        return list(self._free(0, end))

    def _free(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        at = bisect_right(self._ends, start)
        while start < end:
            if at == len(self._starts) or self._starts[at] >= end:
                yield start, end
                return
            if start < self._starts[at]:
                yield start, self._starts[at]
            start = self._ends[at]
            at += 1
