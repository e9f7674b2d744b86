"""Ids of units as a plan names them: one by one, or a run by its first and its last.

Ids cost a model more tokens than words do, so a run of units that follow each other is named by
its ends, or by its first alone where it goes on to the next unit that the plan names:
`h1-/h2-p9 t3` are two groups.
"""

from __future__ import annotations

import re
from bisect import bisect
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.chunking.unit_outline import Outline
    from core.chunking.units import Group

GROUPS = "/"
"""What stands between groups: a single sign costs less than a list of strings."""

_BETWEEN = re.compile(r"[\s,]+")
_RUN = "-"
_NAME = re.compile(r"(\w+)(-?)")


class UnitIds:
    """The units that a plan of a window may name."""

    def __init__(self, outline: Outline, window: Group, plan: Sequence[str]) -> None:
        """Those of the window, and headings before it, which may only be repeated.

        `last` is the place of the last that the plan names.
        """
        units = outline.units
        self._places = {units[place].id: place for place in range(*window)}
        self._above = {unit.id: n for n, unit in enumerate(units[: window[0]]) if unit.is_heading}
        self._headings = {place for place in self._places.values() if units[place].is_heading}
        self._end = window[1]
        begun = {place for passage in plan for place in self._begun(passage)}
        self.last = max(begun, default=window[0])
        self._ends = [*sorted(begun), window[1]]

    def read(self, passage: str) -> tuple[list[int], int]:
        """Places of the units that a passage of a plan names, and how many names are none.

        A run counts as no name if its ends are not units of the window in reading order.
        """
        places: list[int] = []
        unknown = 0
        for name in filter(None, _BETWEEN.split(passage)):
            named = self._named(name)
            places += named
            unknown += not named
        return places, unknown

    def _begun(self, passage: str) -> Iterator[int]:
        """Places that a passage names, where a run before them ends.

        A heading that it repeats above what stands farther on ends none: it may stand in one.
        """
        following = -1
        for name, run in reversed(_NAME.findall(passage)):
            place = self._places.get(name, -1)
            is_repeated = not run and place in self._headings and following > place + 1
            if place >= 0 and not is_repeated:
                yield place
            following = self._end if is_repeated else place

    def _named(self, name: str) -> Sequence[int]:
        first, is_run, last = name.partition(_RUN)
        if not is_run:
            place = self._places.get(name, self._above.get(name))
            return [] if place is None else [place]
        start, end = self._places.get(first), self._places.get(last)
        if start is None or (last and end is None):
            return []
        return range(start, self._ends[bisect(self._ends, start)] if end is None else end + 1)


def named_places(outline: Outline, window: Group, plan: Sequence[str], most: int) -> set[int]:
    """Places of all units of a window that a plan names.

    More than `most` tokens behind the last id are what a plan that broke off forgot, and no run.
    """
    ids = UnitIds(outline, window, plan)
    end = window[1] if outline.length(ids.last, window[1]) <= most else ids.last + 1
    return {n for passage in plan for n in ids.read(passage)[0] if window[0] <= n < end}
