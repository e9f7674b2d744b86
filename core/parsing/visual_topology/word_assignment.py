"""Words of a page to regions: each to exactly one, what stands in none to regions of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.geometry import is_near
from core.parsing.read_pages import Region
from core.parsing.structuring.line_groups import BESIDE, LABEL, Edges, grouped
from core.parsing.structuring.markers import LONE_MARK
from core.reading.line import around, count_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.reading.line import Line

MARGIN = 1.0
"""Points by which the middle of a word may lie outside of its region."""

BEHIND = 1.0
"""The same behind the end of a line of text, where the next column begins."""

NOWHERE = -1

Placed = tuple[Region, list["Line"]]
"""A region and the pieces of lines in it."""


def placed(lines: Sequence[Line], regions: Sequence[Region]) -> list[Placed]:
    """Every region with its words, then regions of the kind `text` for the words in none.

    A word in several regions is in the smallest of them. One in none joins the region that
    holds the words beside it in its line, as does the mark of an item that is all of a region.
    """
    contents: list[list[Line]] = [[] for _ in regions]
    rest: list[Line] = []
    for line, homes in zip(lines, _homes(lines, regions), strict=True):
        for home, part in line.parts(homes).items():
            (rest if home == NOWHERE else contents[home]).append(part)
    for content in contents:
        if _is_mark(content):  # the model saw an item and its number apart
            rest += content
            content.clear()
    alone = _adopted(rest, contents, regions)
    parts = list(zip(regions, contents, strict=True))
    for group in grouped(alone):
        picture = _labelled(group, regions)
        if picture == NOWHERE:
            parts.append((Region("text", around(group)), group))
        else:
            contents[picture] += group
    return parts


def _is_mark(lines: Sequence[Line]) -> bool:
    """Whether all of a region is a bullet or the number of an item."""
    return len(lines) == 1 and bool(LONE_MARK.match(lines[0].text))


def _labelled(group: Sequence[Line], regions: Sequence[Region]) -> int:
    """The picture that a few words at its edge are a label of."""
    if count_words(group) > LABEL:
        return NOWHERE
    box, size = around(group), max(line.size for line in group)
    for index, region in enumerate(regions):
        if region.kind == "picture" and is_near(region.box, box, size):
            return index
    return NOWHERE


def _homes(lines: Sequence[Line], regions: Sequence[Region]) -> Iterator[list[int]]:
    """For each line the index of the region of each of its words, or of the word beside it."""
    if not regions:
        yield from ([NOWHERE] * len(line.words) for line in lines)
        return
    left, top, right, bottom = np.array([region.box for region in regions]).T
    area = (right - left) * (bottom - top)
    for line in lines:
        boxes = np.array(line.boxes)
        x, y = ((boxes[:, i] + boxes[:, i + 2])[:, None] / 2 for i in (0, 1))
        across = (x >= left - MARGIN) & (x <= right + MARGIN)
        inside = across & (y >= top - MARGIN) & (y <= bottom + MARGIN)
        smallest = np.where(inside, area, np.inf).argmin(axis=1)
        at_home = np.flatnonzero(inside.any(axis=1))
        if not len(at_home):
            yield [NOWHERE] * len(boxes)
            continue
        nearest = np.abs(at_home - np.arange(len(boxes))[:, None]).argmin(axis=1)
        yield smallest[at_home[nearest]].tolist()


def _adopted(
    rest: Sequence[Line], contents: Sequence[list[Line]], regions: Sequence[Region]
) -> list[Line]:
    """Puts lines that continue one of a region there; the lines that remain."""
    homes = [home for home, region in enumerate(regions) if region.kind != "picture"]
    owners = [home for home in homes for _ in contents[home]]
    edges = Edges([line for home in homes for line in contents[home]])
    text = np.array([regions[owner].kind != "table" for owner in owners], bool)
    alone: list[Line] = []
    for line in rest:
        before = edges.left >= line.right if line.rtl else edges.right <= line.left
        reach = np.where(text & before, BEHIND, BESIDE) * max(line.size, 1.0)
        across = edges.across(line)
        gaps = np.where(edges.level(line) & (across <= reach), across, np.inf)
        nearest = int(gaps.argmin()) if len(gaps) else NOWHERE
        if len(gaps) and np.isfinite(gaps[nearest]):
            contents[owners[nearest]].append(line)
        else:
            alone.append(line)
    return alone
