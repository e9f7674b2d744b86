"""Cells of a table whose words stand on the page several times, or in another row or column."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.parsing.alignment.matching import NOWHERE, Placement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from core.parsing.alignment.page_tokens import PageTokens

_PAGE = 1e5
"""Points by which each page lies below the one before."""
_SEEDS = 24
"""Places of a cell that are tried at most where no cell of a table has one place only."""
_ROUNDS = 2
"""Times that cells with several ways are looked at; the second time all others are known."""
_SLACK = 2.0
"""Points by which cells of a column may lie beside each other."""


class CellText(NamedTuple):
    """A cell by its row and column, what it spans, and the ways of its text over the page."""

    row: int
    column: int
    rows: int
    columns: int
    ways: Sequence[Placement]


class _Extent(NamedTuple):
    """Where a cell stands, in points; pages below each other."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


def choose_ways(cells: Sequence[CellText], page: PageTokens) -> list[Placement]:
    """For each cell the way that fits its row and column best.

    Cells with one way only say where rows and columns are; each other one takes the nearest way
    that no cell before it took.
    """
    whole = [[way for way in cell.ways if _is_placed(way)] for cell in cells]
    known = {at: _extent(ways[0], page) for at, ways in enumerate(whole) if len(ways) == 1}
    chosen = [(ways or cell.ways)[0] for ways, cell in zip(whole, cells, strict=True)]
    several = [at for at, ways in enumerate(whole) if len(ways) > 1]
    if known or not several:
        return _assigned(cells, whole, chosen, known, page)[1]
    # Nothing is certain: each place of the rarest cell is tried, and the closest fit taken.
    seed = min(several, key=lambda at: len(whole[at]))
    tries = [
        _assigned(cells, whole, _with(chosen, seed, way), {seed: _extent(way, page)}, page)
        for way in whole[seed][:_SEEDS]
    ]
    return min(tries, key=lambda found: found[0])[1]


def _with(chosen: Sequence[Placement], at: int, way: Placement) -> list[Placement]:
    return [*chosen[:at], way, *chosen[at + 1 :]]


def _assigned(
    cells: Sequence[CellText],
    whole: Sequence[Sequence[Placement]],
    chosen: Sequence[Placement],
    known: Mapping[int, _Extent],
    page: PageTokens,
) -> tuple[float, list[Placement]]:
    """A way for each cell, by those that are known; how far they are from where they should be."""
    ways, extents, total = list(chosen), dict(known), 0.0
    several = [at for at in range(len(cells)) if len(whole[at]) > 1 and at not in known]
    for _ in range(_ROUNDS):
        total = 0.0
        taken = {position for at in known for position in ways[at].positions}
        for at in several:
            free = [way for way in whole[at] if not taken.intersection(way.positions)]
            extents.pop(at, None)
            expected = _expected(cells, extents, at)
            misfit, best = min(
                ((_misfit(way, page, *expected), way) for way in free or whole[at]),
                key=itemgetter(0),
            )
            total += misfit[0]
            ways[at], extents[at] = best, _extent(best, page)
            taken.update(best.positions)
    return total, ways


def moved_cells(
    cells: Sequence[CellText], chosen: Sequence[Placement], page: PageTokens
) -> set[int]:
    """Indexes of cells whose words stand beside the row or the column that they are given in."""
    extents = {at: _extent(way, page) for at, way in enumerate(chosen) if _is_placed(way)}
    single = {
        at: extent
        for at, extent in extents.items()
        if cells[at].rows == 1 and cells[at].columns == 1
    }
    rows = _groups(single, lambda at: cells[at].row)
    columns = _groups(single, lambda at: cells[at].column)
    in_order = {column: _longest_order(at, single) for column, at in columns.items()}
    disordered = {column for column, at in columns.items() if len(in_order[column]) < len(at)}
    alone = {members[0] for members in rows.values() if len(members) == 1}
    moved = {at for at in alone if at not in in_order[cells[at].column]}
    for members in rows.values():
        apart = _apart(members, single, 1)
        apart = {
            at
            for at in apart
            if at not in in_order[cells[at].column] or _meets_others(at, members, single, 1)
        }
        blamed = {at for at in apart if cells[at].column in disordered}
        moved |= apart if len(apart) * 2 < len(members) or not blamed else blamed
    for members in columns.values():
        apart = _apart(members, single, 0)
        apart = {at for at in apart if _meets_others(at, members, single, 0)}
        if len(members) > 2 and len(apart) * 2 < len(members):
            moved |= apart
    return moved


def _is_placed(way: Placement) -> bool:
    return bool(way.found) and all(last != NOWHERE for _, last in way.found)


def _extent(way: Placement, page: PageTokens) -> _Extent:
    at = way.positions
    boxes, below = page.boxes[at], (page.page[at] * _PAGE)
    top, bottom = (boxes[:, 1] + below).min(), (boxes[:, 3] + below).max()
    return _Extent(float(boxes[:, 0].min()), float(top), float(boxes[:, 2].max()), float(bottom))


def _groups(at: Iterable[int], key: Callable[[int], int]) -> defaultdict[int, list[int]]:
    """Indexes of cells by a key, such as their row."""
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for index in at:
        groups[key(index)].append(index)
    return groups


def _expected(
    cells: Sequence[CellText], known: Mapping[int, _Extent], at: int
) -> tuple[float | None, float | None]:
    """Where the middle of a cell should be across and down, by the cells that are known."""
    column = [known[k].middle[0] for k in known if cells[k].column == cells[at].column]
    rows: defaultdict[int, list[float]] = defaultdict(list)
    for k, extent in known.items():
        rows[cells[k].row].append(extent.middle[1])
    numbers = sorted(rows)
    middles = [float(np.median(rows[number])) for number in numbers]
    down = float(np.interp(cells[at].row, numbers, middles)) if rows else None
    return (float(np.median(column)) if column else None), down


def _misfit(
    way: Placement, page: PageTokens, across: float | None, down: float | None
) -> tuple[float, float]:
    x, y = _extent(way, page).middle
    apart = abs(x - across) if across is not None else 0.0
    return apart + (2 * abs(y - down) if down is not None else 0.0), way.cost


def _apart(members: Sequence[int], extents: Mapping[int, _Extent], axis: int) -> set[int]:
    """Members that share no part of the axis with most of the others: 0 across, 1 down."""
    apart: set[int] = set()
    for at in members:
        low, high = extents[at][axis], extents[at][axis + 2]
        others = [extents[other] for other in members if other != at]
        meets = sum(low < o[axis + 2] + _SLACK and o[axis] < high + _SLACK for o in others)
        if others and meets * 2 < len(others):
            apart.add(at)
    return apart


def _meets_others(
    at: int, members: Sequence[int], extents: Mapping[int, _Extent], axis: int
) -> bool:
    """Whether a cell stands level with cells that are no members."""
    low, high = extents[at][axis], extents[at][axis + 2]
    others = (extent for other, extent in extents.items() if other not in members)
    return any(low < other[axis + 2] and other[axis] < high for other in others)


def _longest_order(members: Sequence[int], extents: Mapping[int, _Extent]) -> set[int]:
    """The most members of a column that follow each other down the page."""
    tails: list[float] = []
    ends: list[int] = []
    before: dict[int, int] = {}
    for at in members:
        top = extents[at].top
        place = bisect_right(tails, top)
        tails[place : place + 1] = [top]
        ends[place : place + 1] = [at]
        if place:
            before[at] = ends[place - 1]
    chain: set[int] = set()
    at = ends[-1] if ends else None
    while at is not None:
        chain.add(at)
        at = before.get(at)
    return chain
