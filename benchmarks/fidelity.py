"""Whether the boxes of a chunk hold the words of its content, all of them and no others.

The words of the page are given with their centres, from a source that is not the parser whose
boxes are measured. A word counts as inside a box if its centre is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from rapidfuzz.distance import LCSseq

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from core.geometry import BoundingBox


@dataclass(frozen=True)
class PageWords:
    """Words of one page in the order in which they were drawn.

    `letters` are those of each word, without what differs between two true readings of it;
    `centres` (n, 2) are fractions of the displayed page.
    """

    letters: tuple[str, ...]
    centres: NDArray[np.float64]

    def inside(self, box: BoundingBox) -> NDArray[np.int64]:
        """Indexes of the words whose centre lies in the box, in order."""
        x, y = self.centres[:, 0], self.centres[:, 1]
        across = (x >= box.left) & (x <= box.right)
        return np.flatnonzero(across & (y >= box.top) & (y <= box.bottom))


@dataclass(frozen=True)
class Wanted:
    """The content of a chunk as letters, bare as those of the pages are.

    `words` are half-open ranges of `letters`; `optional` are the positions of letters that
    complete a word in which the chunk begins or ends. They may be matched, but need not be.
    """

    letters: str
    words: tuple[tuple[int, int], ...]
    optional: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Fidelity:
    """Precision and recall of the words in the boxes of a chunk, 0 to 1.

    None if the content has no words; 0 if it has some and no word is inside the boxes.
    """

    precision: float | None
    recall: float | None


def box_fidelity(
    boxes: Iterable[BoundingBox], pages: Mapping[int, PageWords], wanted: Wanted
) -> Fidelity:
    """How well the words in the boxes agree with the content of a chunk, in order.

    Precision is the share of words inside the boxes, recall the share of words of the content,
    all of whose letters are in the longest common subsequence of both. Order matters: "the" in
    a wrong line does not count for "the" in the right one. Inside a box words are taken as they
    were drawn or from left to right, whichever agrees better, as either may be their true order.
    `pages` are by number.
    """
    drawn = list(boxes)
    found = compare(words_inside(drawn, pages), wanted)
    if found == Fidelity(1.0, 1.0) or not wanted.words:
        return found
    other = compare(words_inside(drawn, pages, from_left=True), wanted)
    return max(found, other, key=lambda one: (one.precision or 0) + (one.recall or 0))


def words_inside(
    boxes: Iterable[BoundingBox], pages: Mapping[int, PageWords], *, from_left: bool = False
) -> list[str]:
    """The page's words inside the boxes, in the order of the boxes, each once.

    Inside a box they are in the order in which they were drawn, or from left to right.
    """
    taken: set[tuple[int, int]] = set()
    found: list[str] = []
    for box in boxes:
        page = pages[box.page]
        inside = page.inside(box)
        if from_left:
            inside = inside[np.argsort(page.centres[inside, 0], kind="stable")]
        for index in inside.tolist():
            if (box.page, index) not in taken:
                taken.add((box.page, index))
                found.append(page.letters[index])
    return found


def compare(inside: Sequence[str], wanted: Wanted) -> Fidelity:
    """Precision and recall of words found in boxes against those of the content."""
    if not wanted.words:
        return Fidelity(None, None)
    if not inside:
        return Fidelity(0.0, 0.0)
    drawn_hit, wanted_hit = _aligned("".join(inside), wanted.letters)
    right, at = 0, 0
    for word in inside:
        right += all(drawn_hit[at : at + len(word)])
        at += len(word)
    found = sum(
        all(wanted_hit[i] or i in wanted.optional for i in range(start, end))
        for start, end in wanted.words
    )
    return Fidelity(right / len(inside), found / len(wanted.words))


def _aligned(one: str, other: str) -> tuple[list[bool], list[bool]]:
    """For each letter of two strings, whether it is in their longest common subsequence."""
    hits = [False] * len(one), [False] * len(other)
    for op in LCSseq.opcodes(one, other):
        if op.tag == "equal":
            hits[0][op.src_start : op.src_end] = [True] * (op.src_end - op.src_start)
            hits[1][op.dest_start : op.dest_end] = [True] * (op.dest_end - op.dest_start)
    return hits
