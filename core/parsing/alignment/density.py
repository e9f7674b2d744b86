"""Where a text stands of which only the box is known: in its lines, by constant density.

The last fallback, for words that cannot be compared with those of the page. What it gives is never
more than approximate.

Source: thesis, section 3.4 (chunk assembly).
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

import numpy as np

from core.geometry import area, bounds
from core.parsing.alignment.placed_text import PlacedText
from core.parsing.text_joining import Joined
from core.reading.line import Line
from core.sir import Location

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.geometry import Box
    from core.parsing.alignment.page_tokens import PageTokens

    Rows = tuple[int, Sequence[Box]]
    """A page (1-based), and lines that follow each other on it, in points."""

_DENSITY = 0.4
"""Width of a character by the height that a line takes, ends of paragraphs counted in: the median
of 20,476 paragraphs, items and cells of a guideline and three reports (80 % from 0.36 to 0.50)."""


def set_evenly(text: str, blocks: Sequence[Rows]) -> PlacedText:
    """A text spread over lines by their widths; what stands in each, a word of its own.

    Its box reaches over the lines before and behind it, those of one block alone, since the guess
    may be wrong by one.
    """
    rows = [(page, row) for page, block in blocks for row in _with_neighbours(block)]
    widths = [row[2] - row[0] for _, block in blocks for row in block]
    ends = list(accumulate(widths))
    parts: dict[int, tuple[int, int]] = {}
    for start, end in _words(text):
        middle = (start + end) / 2 / len(text) * ends[-1]
        row = min(bisect_right(ends, middle), len(rows) - 1)
        parts[row] = (parts.get(row, (start, end))[0], end)
    lines = [
        Line(rows[row][0], [text[slice(*part)]], [rows[row][1]]) for row, part in parts.items()
    ]
    for line in lines:
        line.location = Location.APPROXIMATE
    starts, ends_of_parts = (
        [start for start, _ in parts.values()],
        [end for _, end in parts.values()],
    )
    return PlacedText(lines, Joined(text, starts, ends_of_parts))


def guessed_rows(text: str, boxes: Sequence[tuple[int, Box]]) -> list[Rows]:
    """As many lines in each box as a text of that length would fill all of them with."""
    pitch = (sum(area(box) for _, box in boxes) / (_DENSITY * len(text))) ** 0.5
    return [(page, _sliced(box, round((box[3] - box[1]) / pitch) if pitch else 1))
            for page, box in boxes]  # fmt: skip


def lines_inside(page: PageTokens, tokens: Sequence[int]) -> list[Rows]:
    """The lines that tokens of the pages stand in, as far as they hold these."""
    blocks: dict[int, dict[int, list[Box]]] = {}
    for at in tokens:
        lines = blocks.setdefault(int(page.page[at]), {})
        left, top, right, bottom = page.boxes[at].tolist()
        lines.setdefault(int(page.line[at]), []).append((left, top, right, bottom))
    return [
        (number, [bounds(boxes) for boxes in lines.values()]) for number, lines in blocks.items()
    ]


def _words(text: str) -> Iterator[tuple[int, int]]:
    """Half-open ranges of the words of a text."""
    at = 0
    for word in text.split():
        start = text.index(word, at)
        at = start + len(word)
        yield start, at


def _sliced(box: Box, count: int) -> list[Box]:
    left, top, right, bottom = box
    edges = np.linspace(top, bottom, max(count, 1) + 1).tolist()
    return [(left, above, right, below) for above, below in pairwise(edges)]


def _with_neighbours(rows: Sequence[Box]) -> list[Box]:
    return [bounds(rows[max(at - 1, 0) : at + 2]) for at in range(len(rows))]
