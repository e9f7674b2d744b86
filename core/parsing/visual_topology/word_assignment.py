"""Words of a page to regions: each to exactly one, what stands in none to regions of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.geometry import bounds
from core.parsing.read_pages import Region

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from core.geometry import Box
    from core.reading.line import Line

MARGIN = 1.0
"""Points by which the middle of a word may lie outside of its region."""

BESIDE = 2.5
"""Distance, in times of the font size, up to which a word beside a region belongs to it."""

BELOW = 0.9
"""Distance, in times of the font size, up to which lines below each other belong together."""

LABEL = 8
"""Words of a label beside a picture at most."""

NOWHERE = -1

Placed = tuple[Region, list["Line"]]
"""A region and the pieces of lines in it."""


def placed(lines: Sequence[Line], regions: Sequence[Region]) -> list[Placed]:
    """Every region with its words, then regions of the kind `text` for the words in none.

    A word in several regions is in the smallest of them. One in none joins the region that
    holds the words beside it in its line, as a bullet does.
    """
    held: list[list[Line]] = [[] for _ in regions]
    rest: list[Line] = []
    for line, homes in zip(lines, _homes(lines, regions), strict=True):
        for home, indexes in _runs(line, homes):
            part = line if len(indexes) == len(line.words) else line.part(indexes)
            (rest if home == NOWHERE else held[home]).append(part)
    alone = _adopted(rest, held, regions)
    found = list(zip(regions, held, strict=True))
    for group in grouped(alone):
        picture = _labelled(group, regions)
        if picture == NOWHERE:
            found.append((Region("text", around(group)), group))
        else:
            held[picture] += group
    return found


def _labelled(group: Sequence[Line], regions: Sequence[Region]) -> int:
    """The picture that a few words at its edge are a label of."""
    left, top, right, bottom = around(group)
    if sum(len(line.words) for line in group) > LABEL:
        return NOWHERE
    size = max(line.size for line in group)
    for index, region in enumerate(regions):
        across = max(region.box[0] - right, left - region.box[2])
        down = max(region.box[1] - bottom, top - region.box[3])
        if region.kind == "picture" and max(across, down) <= size:
            return index
    return NOWHERE


def grouped(lines: Sequence[Line]) -> list[list[Line]]:
    """Lines that stand near each other, together, in the order given."""
    edges = _Edges(lines)
    group = np.arange(len(lines))
    for index, line in enumerate(lines):
        group[np.isin(group, group[edges.near(line)])] = index
    held: dict[int, list[Line]] = {}
    for line, number in zip(lines, group.tolist(), strict=True):
        held.setdefault(number, []).append(line)
    return list(held.values())


def _homes(lines: Sequence[Line], regions: Sequence[Region]) -> Iterator[NDArray[np.int_]]:
    """For each line the index of the region of each of its words."""
    if not regions:
        yield from (np.full(len(line.words), NOWHERE) for line in lines)
        return
    left, top, right, bottom = np.array([region.box for region in regions]).T
    area = (right - left) * (bottom - top)
    for line in lines:
        boxes = np.array(line.boxes)
        x, y = ((boxes[:, i] + boxes[:, i + 2])[:, None] / 2 for i in (0, 1))
        across = (x >= left - MARGIN) & (x <= right + MARGIN)
        inside = across & (y >= top - MARGIN) & (y <= bottom + MARGIN)
        smallest = np.where(inside, area, np.inf).argmin(axis=1)
        yield np.where(inside.any(axis=1), smallest, NOWHERE)


def _runs(line: Line, homes: NDArray[np.int_]) -> Iterator[tuple[int, list[int]]]:
    """The words of a line by region; those in none go to that of the words beside them."""
    found = homes.tolist()
    for index, home in enumerate(found):
        if home == NOWHERE:
            found[index] = _beside(line, index, homes)
    for home in dict.fromkeys(found):
        yield home, [index for index, other in enumerate(found) if other == home]


def _beside(line: Line, index: int, homes: NDArray[np.int_]) -> int:
    """The region of the nearest word of the line, if the line reaches there without a gap."""
    known = np.flatnonzero(homes != NOWHERE)
    if not len(known):
        return NOWHERE
    nearest = int(known[np.abs(known - index).argmin()])
    return int(homes[nearest])


def _adopted(
    rest: Sequence[Line], held: Sequence[list[Line]], regions: Sequence[Region]
) -> list[Line]:
    """Puts lines that continue one of a region there; the lines that remain."""
    homes = [home for home, region in enumerate(regions) if region.kind != "picture"]
    owners = [home for home in homes for _ in held[home]]
    edges = _Edges([line for home in homes for line in held[home]])
    alone: list[Line] = []
    for line in rest:
        gaps = np.where(edges.level(line), edges.across(line), np.inf)
        nearest = int(gaps.argmin()) if len(gaps) else NOWHERE
        if len(gaps) and gaps[nearest] <= BESIDE * max(line.size, 1.0):
            held[owners[nearest]].append(line)
        else:
            alone.append(line)
    return alone


class _Edges:
    """The edges of lines as arrays, to find those near a line."""

    def __init__(self, lines: Sequence[Line]) -> None:
        rows = [(line.left, line.top, line.right, line.bottom, line.angle) for line in lines]
        columns = np.array(rows, np.float64).reshape(-1, 5).T
        self.left, self.top, self.right, self.bottom, self.angle = columns

    def across(self, line: Line) -> NDArray[np.float64]:
        """Points between the line and each; below 0 where they overlap."""
        return np.maximum(self.left, line.left) - np.minimum(self.right, line.right)

    def level(self, line: Line) -> NDArray[np.bool_]:
        """Whether each stands at the height of the line and runs in its direction."""
        shared = -self._down(line)
        lower = np.minimum(self.bottom - self.top, line.height)
        return (shared > 0.5 * lower) & (self.angle == line.angle)

    def near(self, line: Line) -> NDArray[np.bool_]:
        """Whether each stands right beside or below the line and runs in its direction."""
        size, across = max(line.size, 1.0), self.across(line)
        below = (across < 0) & (self._down(line) <= BELOW * size) & (self.angle == line.angle)
        return below | (self.level(line) & (across <= BESIDE * size))

    def _down(self, line: Line) -> NDArray[np.float64]:
        return np.maximum(self.top, line.top) - np.minimum(self.bottom, line.bottom)


def around(lines: Sequence[Line]) -> Box:
    """The box around lines, in points."""
    return bounds(line.box for line in lines)
