"""Reading order of boxes on a page: bands from the top down, columns inside each.

Source: Nagy et al., A prototype document image analysis system (1992): recursive XY-cut. Here
bands that share a gutter stay together, so that columns whose gaps are level by chance are not
read line by line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.geometry import Box

GUTTER = 3.0
"""Points between two columns at least."""

OVERLAP = 0.15
"""Share of its height, or width, by which a box may reach over a cut."""

INDENT = 15.0
"""Points by which a row above columns begins beside the edge of the last, at least."""

FULL = 0.8
"""Share of the width of columns from which on what stands above or below them is no title."""

ALIGNED = 5.0
"""Points by which two right edges may differ."""

MOST = 8.0
"""Points by which a box may reach over a cut at most."""


def columns_of(boxes: Sequence[Box]) -> list[list[int]]:
    """Indexes of boxes in reading order; each list is (a part of) one column."""
    return [column for column in _read(list(range(len(boxes))), boxes) if column]


def _read(chosen: list[int], boxes: Sequence[Box]) -> Iterator[list[int]]:
    if len(chosen) < 2:
        yield chosen
        return
    single: list[int] = []
    for group in _groups(chosen, boxes):
        columns = _cut(group, boxes, axis=0, apart=GUTTER)
        if len(columns) == 1:
            single += _from_top(group, boxes)
            continue
        yield single
        single = []
        for column in columns:
            yield from _read(column, boxes)
    yield single


def _groups(chosen: list[int], boxes: Sequence[Box]) -> Iterator[list[int]]:
    """Bands from the top down; those that share columns are one group."""
    group: list[int] = []
    bands = _cut(chosen, boxes, axis=1, apart=0.0)
    for band, below in zip(bands, [*bands[1:], []], strict=True):
        if group and (
            _is_masthead(group, band, boxes)
            or not _share_columns(group, band, boxes)
            or _is_title(group, band, below, boxes)
        ):
            yield group
            group = []
        group += band
    yield group


def _is_title(group: list[int], band: list[int], below: list[int], boxes: Sequence[Box]) -> bool:
    """Whether a box below columns stands nearer to what is across them below than to their end.

    What is as wide as the column above it is the last paragraph of this.
    """
    if len(band) > 1 or not below or _share_columns([*group, *band], below, boxes):
        return False
    left, top, right, bottom = boxes[band[0]]
    column = [boxes[index] for index in group if boxes[index][0] < right and boxes[index][2] > left]
    if column and right - left >= FULL * _width(column):
        return False
    ends = max(boxes[index][3] for index in group)
    return min(boxes[index][1] for index in below) - bottom < top - ends


def _share_columns(group: list[int], band: list[int], boxes: Sequence[Box]) -> bool:
    """Whether columns run through both: two of them, or all of what is one column by itself."""
    columns = _cut([*group, *band], boxes, axis=0, apart=GUTTER)
    own = [len(_cut(part, boxes, axis=0, apart=GUTTER)) for part in (group, band)]
    shared = sum(
        not {*group}.isdisjoint(column) and not {*band}.isdisjoint(column) for column in columns
    )
    return len(columns) > 1 and max(own) > 1 and shared >= min(2, *own)


def _is_masthead(group: list[int], band: list[int], boxes: Sequence[Box]) -> bool:
    """Whether a row stands above columns and belongs to none.

    Its last box ends with the last column, but begins further right; or a title in the middle of
    the page begins further left than the last column that it reaches over, and is narrower than
    the columns that it stands above.
    """
    if len(_cut(group, boxes, axis=1, apart=0.0)) > 1:
        return False
    columns = _cut(band, boxes, axis=0, apart=GUTTER)
    reach = [
        (min(boxes[index][0] for index in column), max(boxes[index][2] for index in column))
        for column in columns
    ]
    end = max((boxes[index] for index in group), key=lambda box: box[2])
    left, right = reach[-1]
    titled = len(group) == 1 and len(columns) > 1 and end[0] < left - INDENT and end[2] > left
    below = [
        boxes[index] for index in band if boxes[index][0] < end[2] and boxes[index][2] > end[0]
    ]
    titled = titled and end[2] - end[0] < FULL * _width(below)
    return titled or (left + INDENT < end[0] < right and abs(end[2] - right) < ALIGNED)


def _width(boxes: Sequence[Box]) -> float:
    """From the left edge of the first box to the right edge of the last."""
    return max(box[2] for box in boxes) - min(box[0] for box in boxes)


def _cut(chosen: list[int], boxes: Sequence[Box], *, axis: int, apart: float) -> list[list[int]]:
    """The boxes, cut along an axis (0: x) where gaps of `apart` points run through all of them."""
    parts: list[list[int]] = []
    end = -1e9
    for index in sorted(chosen, key=lambda i: _reach(boxes[i], axis)):
        low, high = _reach(boxes[index], axis)
        if not parts or low >= end + apart:
            parts.append([])
        parts[-1].append(index)
        end = max(end, high)
    return parts


def _reach(box: Box, axis: int) -> tuple[float, float]:
    """From where to where a box reaches, less what may overlap."""
    low, high = box[axis], box[axis + 2]
    less = min(OVERLAP * (high - low), MOST) if axis else 0.0
    return low + less, high - less


def _from_top(chosen: list[int], boxes: Sequence[Box]) -> list[int]:
    return sorted(chosen, key=lambda i: (boxes[i][1], boxes[i][0]))
