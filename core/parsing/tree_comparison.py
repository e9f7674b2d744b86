"""How two trees of the same pages differ: what stands in both, and what each has for itself.

Elements are known by their words, and words by their place, so that trees can be compared of
which one was read by OCR. A table is compared as a whole, a list by what it holds, and a segment
both with other segments and by what it holds.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from core.geometry import iou
from core.parsing.node_places import first_pages
from core.sir import HEADINGS, ElementType

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from core.sir import Node, Sir

_SIDE = 1000
"""Cells of the raster of a page, across and down: one is finer than a letter."""

SAME_WORDS = 0.5
"""Least share of words in common (Dice) of elements that are taken for one."""

SAME_REGION = 0.5
"""Least overlap (intersection over union) of figures that are taken for one."""

_WHOLE = frozenset({ElementType.TABLE, ElementType.SEGMENT})
"""Classes that are compared with all that they hold."""


class Change(StrEnum):
    """What the other tree makes of an element."""

    SAME = "same"
    """It has it too, with the same class and level."""
    RENAMED = "renamed"
    """It has it with another class or level, or on the other side of the flow."""
    DIVIDED = "divided"
    """It has the words, but cut into elements at other places."""
    MISSING = "missing"
    """It does not have it."""


@dataclass(frozen=True)
class Comparison:
    """Two trees side by side: `one` and `other` map each element to its change.

    `pairs` maps elements of the first tree to those of the second that are the same or renamed.
    """

    one: dict[int, Change]
    other: dict[int, Change]
    pairs: dict[int, int]

    @cached_property
    def counts(self) -> tuple[Counter[Change], Counter[Change]]:
        """How often each change occurs in either tree."""
        return Counter(self.one.values()), Counter(self.other.values())


def compare(first: Sir, second: Sir) -> Comparison:
    """How the elements of two trees of the same document differ; takes time linear in words."""
    mine, theirs = _Side(first, elements(first)), _Side(second, elements(second))
    parts = _compared(mine, theirs, _regions(mine, theirs))
    segments = _compared(_Side(first, _segments(first)), _Side(second, _segments(second)), {})
    return Comparison(
        dict(sorted((parts.one | segments.one).items())),
        dict(sorted((parts.other | segments.other).items())),
        parts.pairs | segments.pairs,
    )


def _compared(mine: _Side, theirs: _Side, pairs: dict[int, int]) -> Comparison:
    """The comparison of some of the elements, `pairs` being known already."""
    shared = _shared_words(mine, theirs)
    pairs = _pairs(mine, theirs, shared) | pairs
    back = {b: a for a, b in pairs.items()}
    return Comparison(
        _changes(mine, theirs, pairs, {a for a, _ in shared}),
        _changes(theirs, mine, back, {b for _, b in shared}),
        pairs,
    )


def _changes(
    mine: _Side, theirs: _Side, pairs: dict[int, int], with_words: set[int]
) -> dict[int, Change]:
    changes: dict[int, Change] = {}
    for index in mine.elements:
        if index in pairs:
            alike = _kind(mine.sir, index) == _kind(theirs.sir, pairs[index])
            changes[index] = Change.SAME if alike else Change.RENAMED
        else:
            changes[index] = Change.DIVIDED if index in with_words else Change.MISSING
    return changes


def _kind(sir: Sir, index: int) -> tuple[ElementType, int | None, bool]:
    node = sir.nodes[index]
    return node.type, node.level if node.type in HEADINGS else None, index >= sir.flow


class _Side:
    """Elements of a tree, and which of them each word belongs to."""

    def __init__(self, sir: Sir, elements: Iterable[int]) -> None:
        self.sir = sir
        self.elements = list(elements)
        owner = np.full(len(sir.nodes), -1, np.int64)
        for index in self.elements:
            owner[index : self._end(index)] = index
        counts = np.diff(sir.pieces.first)
        self.owner = np.full(len(sir.words.line), -1, np.int64)
        self.owner[sir.pieces.word] = np.repeat(owner, counts)
        owners, sizes = np.unique(self.owner[self.owner >= 0], return_counts=True)
        self.sizes: dict[int, int] = dict(zip(owners.tolist(), sizes.tolist(), strict=True))
        self.pages = sir.lines.page[sir.words.line]

    def _end(self, index: int) -> int:
        whole = index < self.sir.flow and self.sir.nodes[index].type in _WHOLE
        return int(self.sir.subtree_end[index]) if whole else index + 1


def elements(sir: Sir) -> Iterator[int]:
    """Indexes of nodes with text or a region of their own, also set aside; of a table the table."""
    index = 1
    while index < len(sir.nodes):
        node = sir.nodes[index]
        whole = index < sir.flow and node.type is ElementType.TABLE
        if whole or node.text or node.regions:
            yield index
        index = int(sir.subtree_end[index]) if whole else index + 1


def _segments(sir: Sir) -> Iterator[int]:
    """What semantic flow cut."""
    return (i for i in range(1, sir.flow) if sir.nodes[i].type is ElementType.SEGMENT)


def _shared_words(mine: _Side, theirs: _Side) -> Counter[tuple[int, int]]:
    """How many words each two elements share: the middle of one lies in the box of the other."""
    shared: Counter[tuple[int, int]] = Counter()
    if not mine.elements or not theirs.elements:
        return shared
    for page in np.unique(mine.pages).tolist():
        ours, others = (np.flatnonzero(side.pages == page) for side in (mine, theirs))
        raster = _painted(theirs.sir.words.boxes[others], theirs.owner[others])
        boxes = mine.sir.words.boxes[ours]
        across, down = (_cells((boxes[:, i] + boxes[:, i + 2]) / 2) for i in (0, 1))
        hits = zip(mine.owner[ours].tolist(), raster[down, across].tolist(), strict=True)
        shared.update((a, b) for a, b in hits if a >= 0 and b >= 0)
    return shared


def _painted(boxes: NDArray[np.float32], owners: NDArray[np.int64]) -> NDArray[np.int64]:
    """A page as cells that name the element whose word covers them, -1 for none."""
    raster = np.full((_SIDE, _SIDE), -1, np.int64)
    edges = _cells(boxes).tolist()
    for (left, top, right, bottom), owner in zip(edges, owners.tolist(), strict=True):
        raster[top : bottom + 1, left : right + 1] = owner
    return raster


def _cells(fractions: NDArray[np.floating]) -> NDArray[np.int64]:
    return np.minimum((fractions * _SIDE).astype(np.int64), _SIDE - 1)


def _pairs(mine: _Side, theirs: _Side, shared: Counter[tuple[int, int]]) -> dict[int, int]:
    """Elements that share most of their words, those that share most first."""
    ranked = sorted(
        ((_dice(mine.sizes[a], theirs.sizes[b], n), -a, -b) for (a, b), n in shared.items()),
        reverse=True,
    )
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for score, a, b in ranked:
        if score >= SAME_WORDS and -a not in pairs and -b not in taken:
            pairs[-a] = -b
            taken.add(-b)
    return pairs


def _dice(first: int, second: int, shared: int) -> float:
    # A word of one tree may be several of the other, where OCR has read it.
    return 2 * min(shared, first, second) / (first + second)


def _regions(mine: _Side, theirs: _Side) -> dict[int, int]:
    """Elements without words, such as figures, that lie at the same place."""
    pairs: dict[int, int] = {}
    on_page = _wordless(theirs)
    for page, indexes in _wordless(mine).items():
        others = on_page[page]
        for index in indexes:
            overlaps = [_overlap(mine.sir.nodes[index], theirs.sir.nodes[b]) for b in others]
            if max(overlaps, default=0.0) >= SAME_REGION:
                pairs[index] = others.pop(overlaps.index(max(overlaps)))
    return pairs


def _wordless(side: _Side) -> defaultdict[int, list[int]]:
    """Elements without words, by the page on which they begin."""
    pages = first_pages(side.sir)
    by_page: defaultdict[int, list[int]] = defaultdict(list)
    for index in side.elements:
        if index not in side.sizes:
            by_page[int(pages[index])].append(index)
    return by_page


def _overlap(node: Node, other: Node) -> float:
    return iou(node.regions[0], other.regions[0]) if node.regions and other.regions else 0.0
