"""Widths of the columns of a table within the width that there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.library.structured import Block
    from core.library.typesetting.measuring import Ruler

PADDING = 4.0
"""Points to the left and right of the text of a cell."""
_NARROWEST, _WIDEST_WORD = 10.0, 90.0
"""Points for the text of a column."""


def fitted_widths(cells: Iterable[Block], ruler: Ruler, room: float) -> list[float]:
    """Widths of all columns with their padding, `room` in all at most.

    Each has what its longest line needs; where that is too much, what goes beyond its longest
    word is shared out, and where even the words do not fit, all columns are made narrower alike.
    """
    least, most = _needs(cells, ruler)
    if sum(most) <= room:
        return most
    if sum(least) >= room:
        return [width * room / sum(least) for width in least]
    share = (room - sum(least)) / (sum(most) - sum(least))
    return [low + share * (high - low) for low, high in zip(least, most, strict=True)]


def narrowest(cells: Iterable[Block], ruler: Ruler) -> float:
    """The width below which the words of a table have to be broken."""
    return sum(_needs(cells, ruler)[0])


def _needs(cells: Iterable[Block], ruler: Ruler) -> tuple[list[float], list[float]]:
    """For each column the width of its longest word, and of its longest line, with padding."""
    least: dict[int, float] = {}
    most: dict[int, float] = {}
    for cell in cells:
        if cell.place is None:
            continue
        word = max(map(ruler.width, cell.text.split()), default=0.0)
        line = max((_line(text, ruler) for text in cell.text.splitlines()), default=0.0)
        columns = range(cell.place.column, cell.place.column + cell.place.columns)
        for column in columns:
            _raise(least, column, min(word, _WIDEST_WORD) / len(columns))
            _raise(most, column, line / len(columns))
    count = max(least, default=-1) + 1
    extra = 2 * PADDING + 0.1
    low = [max(least.get(at, 0.0), _NARROWEST) + extra for at in range(count)]
    high = [max(most.get(at, 0.0) + extra, low[at]) for at in range(count)]
    return low, high


def _line(text: str, ruler: Ruler) -> float:
    words = text.split()
    return sum(map(ruler.width, words)) + ruler.space * max(len(words) - 1, 0)


def _raise(widths: dict[int, float], column: int, width: float) -> None:
    widths[column] = max(widths.get(column, 0.0), width)


def left_edges(widths: Sequence[float], left: float) -> list[float]:
    """Left edges of all columns and the right edge of the last, from `left` on."""
    edges = [left]
    for width in widths:
        edges.append(edges[-1] + width)
    return edges
