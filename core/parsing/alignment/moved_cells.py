"""Cells of a table whose words stand in another row or column than the table says."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from core.parsing.alignment.table_places import PAGE, is_placed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from core.parsing.alignment.matching import Placement
    from core.parsing.alignment.page_tokens import PageTokens
    from core.parsing.alignment.table_places import CellText, TablePlaces

_Key = TypeVar("_Key")
_SLACK = 2.0
"""Points by which cells of a row or column may lie beside each other."""


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


def moved_cells(cells: Sequence[CellText], places: TablePlaces, page: PageTokens) -> set[int]:
    """Indexes of cells whose words stand beside the row or the column that they are given in."""
    extents = {at: _extent(way, page) for at, way in enumerate(places.chosen) if is_placed(way)}
    single = {at: extents[at] for at in extents if cells[at].rows == cells[at].columns == 1}
    single = _without_copies(single, cells, places.chosen)
    sure = {at for at in single if sum(map(is_placed, cells[at].ways)) == 1}
    columns = [*_groups(single, lambda at: cells[at].column).values()]
    ordered = {
        at
        for members in columns
        for at in _in_every_order([at for at in members if at in sure], single)
    }
    moved: set[int] = set()
    for row, members in _groups(single, lambda at: cells[at].row).items():
        alone = sure.intersection(members)
        moved |= alone - ordered if len(alone) == 1 else set()
        moved |= _beside_row(row, members, places, single, sure - ordered)
    for members in columns:
        moved |= _beside_column(members, single)
    return moved


def _beside_row(
    row: int,
    members: Sequence[int],
    places: TablePlaces,
    extents: Mapping[int, _Extent],
    disordered: set[int],
) -> set[int]:
    """The cells of a row whose text stands nowhere at its height.

    Where few cells do, only those that stand in another row, or out of the order of their column.
    """
    height = places.heights.get(row)
    if height is None:
        return set()
    beside = {at for at in members if not _reaches(places.edges[at], height)}
    if len(beside) * 2 <= len(members):
        return beside
    others = places.heights.values()
    return {
        at
        for at in beside
        if at in disordered or any(_reaches(extents[at].edges, other) for other in others)
    }


def _beside_column(members: Sequence[int], extents: Mapping[int, _Extent]) -> set[int]:
    """The few cells of a column that stand in another one."""
    apart = {at for at in _apart(members, extents) if _meets_others(at, members, extents)}
    return apart if len(members) > 2 and len(apart) * 2 < len(members) else set()


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


def _extent(way: Placement, page: PageTokens) -> _Extent:
    at = way.positions
    boxes, below = page.boxes[at], (page.page[at] * PAGE)
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
