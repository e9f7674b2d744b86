"""The lines of the pages that stand before and after a text, in reading order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.spans import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.sir import Sir


def lines_above(sir: Sir, spans: Sequence[Span], count: int) -> tuple[Span, ...]:
    """The last `count` lines before a text, the first of them first."""
    first = min(spans)
    before = list(lines_within(sir, first.node, 0, first.start))
    node = first.node
    while len(before) < count and node > 1:
        node -= 1
        before = [*lines_within(sir, node, 0, len(sir.nodes[node].text)), *before]
    return tuple(before[len(before) - min(count, len(before)) :])


def lines_below(sir: Sir, spans: Sequence[Span], count: int) -> tuple[Span, ...]:
    """The first `count` lines after a text."""
    last = max(spans)
    after = list(lines_within(sir, last.node, last.end, len(sir.nodes[last.node].text)))
    node = last.node
    while len(after) < count and node + 1 < sir.flow:
        node += 1
        after += lines_within(sir, node, 0, len(sir.nodes[node].text))
    return tuple(after[:count])


def lines_within(sir: Sir, node: int, start: int, end: int) -> Iterator[Span]:
    """What of `text[start:end]` of a node stands on each line of a page."""
    low, high = int(sir.pieces.first[node]), int(sir.pieces.first[node + 1])
    inside = (sir.pieces.start[low:high] >= start) & (sir.pieces.end[low:high] <= end)
    pieces = low + np.flatnonzero(inside)
    if not len(pieces):
        return
    line = sir.words.line[sir.pieces.word[pieces]]
    for part in np.split(pieces, np.flatnonzero(np.diff(line)) + 1):
        yield Span(node, int(sir.pieces.start[part[0]]), int(sir.pieces.end[part[-1]]))


def nodes_up_to_page(sir: Sir, page: int) -> Iterator[int]:
    """The nodes whose texts begin on one of the first pages, the root left out."""
    first = sir.pieces.first
    nodes = 1 + np.flatnonzero(first[1:-1] < first[2:])
    begins = sir.lines.page[sir.words.line[sir.pieces.word[first[nodes]]]]
    return iter(nodes[begins <= page].tolist())
