"""Where two chunkings cut, as bars on the pages: above the first word of each chunk."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from components.chunks.chunk_marks import owner_at
from components.widgets.page_view import Mark, MarkRole
from core.colours import ONE_SIDED, PLAIN
from core.geometry import BoundingBox

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.chunking.base import ChunkingResult
    from core.evaluation.agreement.chunk_agreement import Boundaries
    from core.sir import Sir
    from core.tokens import TokenStream

_ID = "cut-"
_MARGIN = 0.06
"""How far a bar reaches into the margin, as a fraction of the page; the chunk's number is there."""
_HEIGHT = 0.008
"""Height of a bar, as a fraction of the page: to point at, it is drawn thinner."""
_ABOVE = 0.002
"""Room between a bar and the letters below it, as a fraction of the page."""
_GAP = 0.006
"""Room between a bar and the words of the column before, as a fraction of the page."""
_SAME = 0.001
_NEAR = 8
"""Tokens from a cut on among which the first with a place on the page is looked for."""


class Two(NamedTuple):
    """Two chunkings of one stream, and where they cut."""

    one: ChunkingResult
    other: ChunkingResult
    cuts: Boundaries


def cut_marks(two: Two, pages: Sequence[int]) -> list[Mark]:
    """The bars on these 1-based pages; those of one cut share an id."""
    looks = (
        (two.cuts.both, MarkRole.CUT_BOTH, PLAIN),
        (two.cuts.one, MarkRole.CUT_ONE, ONE_SIDED[0]),
        (two.cuts.other, MarkRole.CUT_OTHER, ONE_SIDED[1]),
    )
    return [
        Mark(mark_id(token), box, cut_in_words(two, token), role, colour)
        for tokens, role, colour in looks
        for token in tokens
        for box in _bars(two.one.stream, token)
        if box.page in pages
    ]


def mark_id(token: int) -> str:
    """The id of the bars where a chunk begins with this token."""
    return f"{_ID}{token}"


def token_of(mark: str) -> int | None:
    """The token of a bar that was clicked; None for any other mark."""
    _, found, number = mark.partition(_ID)
    return int(number) if found and number.isdecimal() else None


def cut_in_words(two: Two, token: int) -> str:
    """Which of the two cut here, and why."""
    sides = [(name, owner_at(result, token)) for name, result in (("A", two.one), ("B", two.other))]
    cutting = [(name, chunk) for name, chunk in sides if chunk.cut.start == token]
    who = "Both cut here" if len(cutting) == 2 else f"Only {cutting[0][0]} cuts here"
    reasons = [f"{name}: {chunk.begins.reason}" for name, chunk in cutting]
    inside = [f"{name}: inside chunk {c.index + 1}" for name, c in sides if c.cut.start != token]
    return "\n".join([who, *reasons, *inside])


def _bars(stream: TokenStream, token: int) -> Iterator[BoundingBox]:
    """A bar above the line from the first word on, and one in the margin where others precede."""
    words = stream.words(token, min(token + _NEAR, len(stream)))
    if not len(words):
        return
    table, word = stream.sir.words, int(words[0])
    line = int(table.line[word])
    first, last = np.searchsorted(table.line, [line, line + 1])
    left, top = table.boxes[first:last, :2].min(axis=0).tolist()
    right, start = float(table.boxes[first:last, 2].max()), float(table.boxes[word, 0])
    page = int(stream.sir.lines.page[line])
    margin = _margin(stream.sir, page, left, top)
    bar = BoundingBox(page, margin, max(top - _HEIGHT, 0.0), right, max(top - _ABOVE, _HEIGHT / 2))
    if start <= left + _SAME:
        yield bar
    else:
        yield replace(bar, right=left)
        yield replace(bar, left=start)


def _margin(sir: Sir, page: int, left: float, top: float) -> float:
    """Where a bar above a line begins: in its margin, but behind words of another column."""
    boxes = sir.words.boxes[sir.lines.page[sir.words.line] == page]
    beside = (boxes[:, 1] < top) & (top - _HEIGHT < boxes[:, 3]) & (boxes[:, 2] < left)
    nearest = float(boxes[beside, 2].max(initial=0.0))
    return min(max(left - _MARGIN, nearest + _GAP, 0.0), left)
