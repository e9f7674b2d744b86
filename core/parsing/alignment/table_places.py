"""Which place each cell of a table takes whose words stand on the page several times."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.parsing.alignment.matching import NOWHERE, Placement
from core.parsing.alignment.row_bands import CellPlaces, row_heights

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from core.parsing.alignment.page_tokens import PageTokens

PAGE = 1e5
"""Points by which each page lies below the one before."""
_SEEDS = 24
"""Places of a cell that are tried at most where no cell of a table has one place only."""
_ROUNDS = 2
"""Times that cells with several ways are looked at; the second time all others are known."""


class CellText(NamedTuple):
    """A cell by its row and column, what it spans, and the ways of its text over the page."""

    row: int
    column: int
    rows: int
    columns: int
    ways: Sequence[Placement]


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
        boxes, below = page.boxes[positions], page.page[positions] * PAGE
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

    For each cell with places for all of its text, (w, 2) the `edges` above and below of those that
    are no part of the longer text of another cell.
    """

    chosen: list[Placement]
    heights: dict[int, float]
    edges: dict[int, NDArray[np.float64]]


def choose_ways(cells: Sequence[CellText], page: PageTokens) -> TablePlaces:
    """For each cell the way that fits its row and column best.

    All cells together say where the rows are, those with one way only where the columns are; each
    other one takes the nearest way that no cell before it took.
    """
    whole = [[way for way in cell.ways if is_placed(way)] for cell in cells]
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
    return TablePlaces(ways, heights, choice.unclaimed(taken))


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

    def unclaimed(self, taken: Mapping[int, int]) -> dict[int, NDArray[np.float64]]:
        """For each cell the edges of its ways, but of those that are part of a longer text's."""
        claims = np.zeros(len(self.page.tokens), np.int64)
        for at, way in taken.items():
            positions = self.ways[at].positions[way]
            claims[positions] = np.maximum(claims[positions], len(positions))
        return {
            at: ways.edges[(claims[ways.positions] <= ways.positions.shape[1]).all(axis=1)]
            for at, ways in self.ways.items()
        }


def is_placed(way: Placement) -> bool:
    """Whether every word of a text has a place."""
    return bool(way.found) and all(last != NOWHERE for _, last in way.found)
