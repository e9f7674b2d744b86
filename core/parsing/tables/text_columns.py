"""Columns of running text on a page, which part the tables beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.reading.line import Line

INSIDE = 0.3
"""Share of the width of the page to the right of which a column of text has one before it."""

APART = 4.0
"""Space between two lines of one column of text at most, in font sizes."""

TEXT_LINES = 4
"""Lines with the same left edge that make a column of text."""


def cut_between(run: list[Line], cuts: Sequence[float]) -> list[list[Line]]:
    """A run in parts, each on one side of the edges of columns of text."""
    parts: list[list[Line]] = []
    side = -1
    for phrase in run:
        now = sum(phrase.left >= cut - 1 for cut in cuts)
        if now != side:
            parts.append([])
        side = now
        parts[-1].append(phrase)
    return parts


def text_columns(
    rows: Sequence[Sequence[Line]], width: float
) -> Iterator[tuple[float, float, float]]:
    """Left edge, top and bottom of running text that begins inside of a page."""
    prose = [
        phrase
        for row in rows
        for phrase in row
        if len(phrase.words) > 4 and phrase.left > INSIDE * width and phrase.width > 0.2 * width
    ]
    edges: dict[int, list[Line]] = {}
    for phrase in prose:
        edges.setdefault(round(phrase.left / 2), []).append(phrase)
    for held in edges.values():
        block = held[:1]
        for phrase in [*held[1:], None]:
            if phrase and phrase.top - block[-1].bottom < APART * (phrase.size or phrase.height):
                block.append(phrase)
                continue
            if len(block) >= TEXT_LINES:
                reach = 3 * block[0].height
                yield block[0].left, block[0].top - reach, block[-1].bottom + reach
            block = [phrase] if phrase else []
