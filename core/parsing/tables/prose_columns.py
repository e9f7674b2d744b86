"""Columns of running text on a page, which part the tables beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.reading.runs import runs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.reading.line import Line

INSIDE = 0.3
"""Share of the width of the page to the right of which a column of text has one before it."""

APART = 4.0
"""Space between two lines of one column of text at most, in font sizes."""

TEXT_LINES = 4
"""Lines with the same left edge that make a column of text."""


def prose_columns(
    rows: Sequence[Sequence[Line]], width: float
) -> Iterator[tuple[float, float, float]]:
    """Left edge, top and bottom of running text that begins inside of a page."""
    by_edge: dict[int, list[Line]] = {}
    for phrase in (phrase for row in rows for phrase in row):
        inside = phrase.left > INSIDE * width and phrase.width > 0.2 * width
        if inside and len(phrase.words) > 4:
            by_edge.setdefault(round(phrase.left / 2), []).append(phrase)
    for column in by_edge.values():
        for block in runs(column, _goes_on):
            if len(block) >= TEXT_LINES:
                reach = 3 * block[0].height
                yield block[0].left, block[0].top - reach, block[-1].bottom + reach


def _goes_on(block: list[Line], phrase: Line) -> bool:
    return phrase.top - block[-1].bottom < APART * phrase.type_size
