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
from core.parsing.alignment.row_bands import CellPlaces, row_heights

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

    @property
    def edges(self) -> NDArray[np.float64]:
        """(1, 2) Above and below."""
        return np.array([[self.top, self.bottom]])


@dataclass(frozen=True, slots=True)
class _Ways:
    """Ways of a text as arrays: (w, n) `positions`, (w,) `costs`.

    (w, 2) `middles` across and down, and (w, 2) `edges` above and below, in points.
    """

    positions: NDArray[np.int64]
    middles: NDArray[np.float64]
    edges: NDArray[np.float64]
    costs: NDArray[np.float64]

    @classmethod
    def of(cls, ways: Sequence[Placement], page: PageTokens) -> _Ways:
        """Those of ways in which every token has a place."""
        positions = np.array([way.positions for way in ways], np.int64)
        boxes, below = page.boxes[positions], page.page[positions] * _PAGE
        across = boxes[..., 0].min(axis=1) + boxes[..., 2].max(axis=1)
        edges = np.stack(
            [(boxes[..., 1] + below).min(axis=1), (boxes[..., 3] + below).max(axis=1)], axis=1
        )
        costs = np.array([way.cost for way in ways])
        middles = np.stack([across / 2, edges.mean(axis=1)], axis=1)
        return cls(positions, middles, edges, costs)

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


class _Columns:
    """Where the columns of a table stand, by the cells whose places are known."""

    def __init__(self, cells: Sequence[CellText]) -> None:
        """None is known yet."""
        self._cells = cells
        self._middles: defaultdict[int, dict[int, float]] = defaultdict(dict)

    def put(self, at: int, middle: float) -> None:
        """Notes the middle of a cell, in place of the one that it had."""
        self._middles[self._cells[at].column][at] = middle

    def take(self, at: int) -> None:
        """Forgets a cell."""
        self._middles[self._cells[at].column].pop(at, None)

    def expected(self, at: int) -> float | None:
        """Where the middle of a cell should be."""
        column = self._middles[self._cells[at].column]
        return float(np.median([*column.values()])) if column else None


class TablePlaces(NamedTuple):
    """The way that each cell of a table takes, and the height of each row, in points.

    For each cell with places for all of its text, (w, 2) the `edges` of these above and below.
    """

    chosen: list[Placement]
    heights: dict[int, float]
    edges: dict[int, NDArray[np.float64]]


def choose_ways(cells: Sequence[CellText], page: PageTokens) -> TablePlaces:
    """For each cell the way that fits its row and column best.

    All cells together say where the rows are, those with one way only where the columns are; each
    other one takes the nearest way that no cell before it took.
    """
    whole = [[way for way in cell.ways if _is_placed(way)] for cell in cells]
    chosen = [(ways or cell.ways)[0] for ways, cell in zip(whole, cells, strict=True)]
    arrays: dict[int, _Ways] = {}
    for cell, ways in zip(cells, whole, strict=True):
        if ways and id(cell.ways) not in arrays:  # Cells with the same text share their ways.
            arrays[id(cell.ways)] = _Ways.of(ways, page)
    of_cells = {at: arrays[id(cell.ways)] for at, cell in enumerate(cells) if whole[at]}
    heights = row_heights(
        [
            CellPlaces(cells[at].row, ways.edges)
            for at, ways in of_cells.items()
            if cells[at].rows == 1
        ]
    )
    choice = _Choice(cells, page, of_cells, heights)
    single = {at: 0 for at, ways in enumerate(whole) if len(ways) == 1}
    several = [at for at, ways in enumerate(whole) if len(ways) > 1]
    if single or not several:
        _, taken = choice.assigned(single)
    else:
        # Nothing is certain: each place of the rarest cell is tried, and the closest fit taken.
        seed = min(several, key=lambda at: len(whole[at]))
        tries = [choice.assigned({seed: way}) for way in range(len(whole[seed]))[:_SEEDS]]
        _, taken = min(tries, key=itemgetter(0))
    ways = [whole[at][taken[at]] if at in taken else way for at, way in enumerate(chosen)]
    return TablePlaces(ways, heights, {at: each.edges for at, each in of_cells.items()})


class _Choice(NamedTuple):
    """The cells of a table, the ways of those that have some, by their index, and its rows."""

    cells: Sequence[CellText]
    page: PageTokens
    ways: Mapping[int, _Ways]
    heights: Mapping[int, float]

    def assigned(self, known: Mapping[int, int]) -> tuple[float, dict[int, int]]:
        """Which way each cell takes, by those that are known; how far all are from their places."""
        columns, chosen, total = _Columns(self.cells), dict(known), 0.0
        for at, way in known.items():
            columns.put(at, float(self.ways[at].middles[way, 0]))
        for _ in range(_ROUNDS):
            total = 0.0
            taken = np.zeros(len(self.page.tokens), np.bool_)
            for at, way in known.items():
                taken[self.ways[at].positions[way]] = True
            for at in [at for at in self.ways if at not in known]:
                columns.take(at)
                down = self.heights.get(self.cells[at].row)
                chosen[at], apart = self.ways[at].nearest(taken, columns.expected(at), down)
                total += apart
                columns.put(at, float(self.ways[at].middles[chosen[at], 0]))
                taken[self.ways[at].positions[chosen[at]]] = True
        return total, chosen


def moved_cells(cells: Sequence[CellText], places: TablePlaces, page: PageTokens) -> set[int]:
    """Indexes of cells whose words stand beside the row or the column that they are given in."""
    chosen = places.chosen
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
    for row, members in _groups(single, lambda at: cells[at].row).items():
        voters = [at for at in members if at in sure]
        if len(voters) == 1:
            moved |= set(voters) - ordered
        own = places.heights.get(row)
        if own is None:
            continue
        level = [at for at in members if _reaches(places.edges[at], own)]
        for at in set(members).difference(level):
            meets = any(_reaches(single[at].edges, height) for height in places.heights.values())
            if meets or at in sure - ordered or len(level) * 2 >= len(members):
                moved.add(at)
    for members in columns.values():
        apart = _apart(members, single)
        apart = {at for at in apart if _meets_others(at, members, single)}
        if len(members) > 2 and len(apart) * 2 < len(members):
            moved |= apart
    return moved


def _reaches(edges: NDArray[np.float64], height: float) -> bool:
    """Whether any of some places, (w, 2) above and below, reaches over a height."""
    above, below = edges.T
    return bool(((above - _SLACK <= height) & (height <= below + _SLACK)).any())


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


def _apart(members: Sequence[int], extents: Mapping[int, _Extent]) -> set[int]:
    """Members of a column that share no part of the width with most of the others."""
    left, _, right, _ = np.array([extents[at] for at in members]).reshape(-1, 4).T
    before = np.searchsorted(np.sort(right), left - _SLACK, side="right")
    behind = len(members) - np.searchsorted(np.sort(left), right + _SLACK, side="left")
    others = len(members) - 1
    return {at for at, alone in zip(members, (before + behind) * 2 > others, strict=True) if alone}


def _meets_others(at: int, members: Sequence[int], extents: Mapping[int, _Extent]) -> bool:
    """Whether a cell stands in the width of cells that are no members."""
    left, _, right, _ = extents[at]
    column = set(members)
    others = (extent for other, extent in extents.items() if other not in column)
    return any(left < other.right and other.left < right for other in others)


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
