"""Cells of a table whose words stand on the page several times, or in another row or column."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from core.parsing.alignment.matching import NOWHERE, Placement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from core.parsing.alignment.page_tokens import PageTokens

_Key = TypeVar("_Key")
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


@dataclass(frozen=True, slots=True)
class _Ways:
    """Ways of a text as arrays: (w, n) `positions`, (w, 2) `middles` in points, (w,) `costs`."""

    positions: NDArray[np.int64]
    middles: NDArray[np.float64]
    costs: NDArray[np.float64]

    @classmethod
    def of(cls, ways: Sequence[Placement], page: PageTokens) -> _Ways:
        """Those of ways in which every token has a place."""
        positions = np.array([way.positions for way in ways], np.int64)
        boxes, below = page.boxes[positions], page.page[positions] * _PAGE
        across = boxes[..., 0].min(axis=1) + boxes[..., 2].max(axis=1)
        down = (boxes[..., 1] + below).min(axis=1) + (boxes[..., 3] + below).max(axis=1)
        costs = np.array([way.cost for way in ways])
        return cls(positions, np.stack([across, down], axis=1) / 2, costs)

    def nearest(
        self, taken: NDArray[np.bool_], across: float | None, down: float | None
    ) -> tuple[int, float]:
        """The way nearest to a place, of those that are free if any is; how far it is from it."""
        free = np.flatnonzero(~taken[self.positions].any(axis=1))
        among = free if len(free) else np.arange(len(self.costs))
        apart = np.zeros(len(among))
        if across is not None:
            apart += abs(self.middles[among, 0] - across)
        if down is not None:
            apart += 2 * abs(self.middles[among, 1] - down)
        best = np.lexsort((self.costs[among], apart))[0]
        return int(among[best]), float(apart[best])


class _Grid:
    """Where the rows and columns of a table stand, by the cells whose places are known."""

    def __init__(self, cells: Sequence[CellText]) -> None:
        """None is known yet."""
        self._cells = cells
        self._columns: defaultdict[int, dict[int, float]] = defaultdict(dict)
        self._rows: defaultdict[int, dict[int, float]] = defaultdict(dict)
        self._numbers = np.array(sorted({cell.row for cell in cells}), np.float64)
        self._middles = np.full(len(self._numbers), np.nan)

    def put(self, at: int, middle: NDArray[np.float64]) -> None:
        """Notes the middle of a cell, in place of the one that it had."""
        self._columns[self._cells[at].column][at] = float(middle[0])
        self._rows[self._cells[at].row][at] = float(middle[1])
        self._measure(self._cells[at].row)

    def take(self, at: int) -> None:
        """Forgets a cell."""
        self._columns[self._cells[at].column].pop(at, None)
        self._rows[self._cells[at].row].pop(at, None)
        self._measure(self._cells[at].row)

    def expected(self, at: int) -> tuple[float | None, float | None]:
        """Where the middle of a cell should be across and down."""
        column = self._columns[self._cells[at].column]
        across = float(np.median([*column.values()])) if column else None
        known = ~np.isnan(self._middles)
        if not known.any():
            return across, None
        down = np.interp(self._cells[at].row, self._numbers[known], self._middles[known])
        return across, float(down)

    def _measure(self, row: int) -> None:
        middles = [*self._rows[row].values()]
        number = np.searchsorted(self._numbers, row)
        self._middles[number] = np.median(middles) if middles else np.nan


def choose_ways(cells: Sequence[CellText], page: PageTokens) -> list[Placement]:
    """For each cell the way that fits its row and column best.

    Cells with one way only say where rows and columns are; each other one takes the nearest way
    that no cell before it took.
    """
    whole = [[way for way in cell.ways if _is_placed(way)] for cell in cells]
    chosen = [(ways or cell.ways)[0] for ways, cell in zip(whole, cells, strict=True)]
    arrays: dict[int, _Ways] = {}
    for cell, ways in zip(cells, whole, strict=True):
        if ways and id(cell.ways) not in arrays:  # Cells with the same text share their ways.
            arrays[id(cell.ways)] = _Ways.of(ways, page)
    of_cells = {at: arrays[id(cell.ways)] for at, cell in enumerate(cells) if whole[at]}
    choice = _Choice(cells, page, of_cells)
    single = {at: 0 for at, ways in enumerate(whole) if len(ways) == 1}
    several = [at for at, ways in enumerate(whole) if len(ways) > 1]
    if single or not several:
        _, taken = choice.assigned(single)
    else:
        # Nothing is certain: each place of the rarest cell is tried, and the closest fit taken.
        seed = min(several, key=lambda at: len(whole[at]))
        tries = [choice.assigned({seed: way}) for way in range(len(whole[seed]))[:_SEEDS]]
        _, taken = min(tries, key=itemgetter(0))
    return [whole[at][taken[at]] if at in taken else way for at, way in enumerate(chosen)]


class _Choice(NamedTuple):
    """The cells of a table, and the ways of those that have some, by their index."""

    cells: Sequence[CellText]
    page: PageTokens
    ways: Mapping[int, _Ways]

    def assigned(self, known: Mapping[int, int]) -> tuple[float, dict[int, int]]:
        """Which way each cell takes, by those that are known; how far all are from their places."""
        grid, chosen, total = _Grid(self.cells), dict(known), 0.0
        for at, way in known.items():
            grid.put(at, self.ways[at].middles[way])
        for _ in range(_ROUNDS):
            total = 0.0
            taken = np.zeros(len(self.page.tokens), np.bool_)
            for at, way in known.items():
                taken[self.ways[at].positions[way]] = True
            for at in [at for at in self.ways if at not in known]:
                grid.take(at)
                chosen[at], apart = self.ways[at].nearest(taken, *grid.expected(at))
                total += apart
                grid.put(at, self.ways[at].middles[chosen[at]])
                taken[self.ways[at].positions[chosen[at]]] = True
        return total, chosen


def moved_cells(
    cells: Sequence[CellText], chosen: Sequence[Placement], page: PageTokens
) -> set[int]:
    """Indexes of cells whose words stand beside the row or the column that they are given in.

    Where the others stand is told by cells whose text has one place only. In a row whose cells
    disagree those are to blame that are out of the order of their columns.
    """
    extents = {at: _extent(way, page) for at, way in enumerate(chosen) if _is_placed(way)}
    single = _without_copies(
        {at: extents[at] for at in extents if cells[at].rows == 1 and cells[at].columns == 1},
        cells,
        chosen,
    )
    sure = {at for at in single if sum(map(_is_placed, cells[at].ways)) == 1}
    columns = _groups(single, lambda at: cells[at].column)
    ordered = {
        at
        for members in columns.values()
        for at in _in_every_order([at for at in members if at in sure], single)
    }
    moved: set[int] = set()
    for members in _groups(single, lambda at: cells[at].row).values():
        voters = [at for at in members if at in sure]
        if len(voters) == 1:
            moved |= {at for at in voters if at not in ordered}
        apart = _apart(members, voters or members, single, 1)
        apart = {at for at in apart if at not in ordered or _meets_others(at, members, single, 1)}
        blamed = apart - ordered
        moved |= apart if len(apart) * 2 < len(members) or not blamed else blamed
    for members in columns.values():
        apart = _apart(members, members, single, 0)
        apart = {at for at in apart if _meets_others(at, members, single, 0)}
        if len(members) > 2 and len(apart) * 2 < len(members):
            moved |= apart
    return moved


def _without_copies(
    extents: Mapping[int, _Extent], cells: Sequence[CellText], chosen: Sequence[Placement]
) -> dict[int, _Extent]:
    """Cells without those that repeat what stands once, as parsers write a cell that spans some."""
    owners = _groups(extents, lambda at: tuple(chosen[at].found))
    copies = {
        at
        for members in owners.values()
        for first, second in pairwise(members)
        if _are_neighbours(cells[first], cells[second])
        for at in (first, second)
    }
    return {at: extent for at, extent in extents.items() if at not in copies}


def _are_neighbours(cell: CellText, other: CellText) -> bool:
    return abs(cell.row - other.row) + abs(cell.column - other.column) == 1


def _is_placed(way: Placement) -> bool:
    return bool(way.found) and all(last != NOWHERE for _, last in way.found)


def _extent(way: Placement, page: PageTokens) -> _Extent:
    at = way.positions
    boxes, below = page.boxes[at], (page.page[at] * _PAGE)
    top, bottom = (boxes[:, 1] + below).min(), (boxes[:, 3] + below).max()
    return _Extent(float(boxes[:, 0].min()), float(top), float(boxes[:, 2].max()), float(bottom))


def _groups(at: Iterable[int], key: Callable[[int], _Key]) -> defaultdict[_Key, list[int]]:
    """Indexes of cells by a key, such as their row."""
    groups: defaultdict[_Key, list[int]] = defaultdict(list)
    for index in at:
        groups[key(index)].append(index)
    return groups


def _apart(
    members: Sequence[int], voters: Sequence[int], extents: Mapping[int, _Extent], axis: int
) -> set[int]:
    """Members that share no part of the axis with most of the voters: 0 across, 1 down."""
    edges = np.array([extents[at] for at in members]).reshape(-1, 4)
    votes = np.array([extents[at] for at in voters]).reshape(-1, 4)
    low, high = edges[:, axis], edges[:, axis + 2]
    before = np.searchsorted(np.sort(votes[:, axis + 2]), low - _SLACK, side="right")
    behind = len(voters) - np.searchsorted(np.sort(votes[:, axis]), high + _SLACK, side="left")
    others = len(voters) - np.isin(members, voters)
    alone = (before + behind) * 2 > others
    return {at for at, is_alone in zip(members, alone, strict=True) if is_alone}


def _meets_others(
    at: int, members: Sequence[int], extents: Mapping[int, _Extent], axis: int
) -> bool:
    """Whether a cell stands level with cells that are no members."""
    low, high = extents[at][axis], extents[at][axis + 2]
    apart = set(members)
    others = (extent for other, extent in extents.items() if other not in apart)
    return any(low < other[axis + 2] and other[axis] < high for other in others)


def _in_every_order(members: Sequence[int], extents: Mapping[int, _Extent]) -> set[int]:
    """The members of a column that belong to each longest run of them down the page."""
    tops = [extents[at].top for at in members]
    up_to = _lengths(tops)
    behind = _lengths([-top for top in reversed(tops)])[::-1]
    longest = max(up_to, default=0)
    on_one = [
        (length, at)
        for at, length, rest in zip(members, up_to, behind, strict=True)
        if length + rest - 1 == longest
    ]
    alone = Counter(length for length, _ in on_one)
    return {at for length, at in on_one if alone[length] == 1}


def _lengths(values: Sequence[float]) -> list[int]:
    """For each value the length of the longest sequence up to it that never falls."""
    tails: list[float] = []
    lengths: list[int] = []
    for value in values:
        place = bisect_right(tails, value)
        tails[place : place + 1] = [value]
        lengths.append(place + 1)
    return lengths
