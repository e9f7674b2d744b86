"""Marks in the margin: a letter or sign beside a paragraph that says how strongly it recommends.

A parser may read such a mark before its paragraph, within it, or far from it as a cell or a
paragraph of its own. Where it stands tells whose it is: that of the text which begins to the right
of it, on the same height and behind a gap wider than the space between words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.recommendations.direction import speaks_for
from core.recommendations.grade_keys import begins_line, first_of_lines, key_of
from core.sir import HEADINGS, Sir
from core.spans import Span, text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


_NARROWEST, _WIDEST = 1.0, 6.0
"""Heights of a mark between it and its text: a space is narrower, another column farther."""
_ASIDE = 0.5
"""Heights by which marks of one margin, or lines of one text, may begin apart."""
_FEWEST_WORDS = 3
_SURE = 2
"""Marks with a text that recommends something, beside which others in their margin count."""
_ENDS = re.compile(r".*[.:!?)\]][\d,–-]*", re.DOTALL)
"""A sentence that may end with references by number."""


class Marked(NamedTuple):
    """A mark in the margin and the text beside it."""

    mark: Span
    text: Span

    @property
    def start(self) -> int:
        """Where both begin in the node of the text."""
        same = self.mark.node == self.text.node and self.mark.start < self.text.start
        return self.mark.start if same else self.text.start


@dataclass(frozen=True, slots=True)
class _Candidate:
    mark: Span
    left: float
    height: float
    first: int
    """The word beside the mark, with which its text begins."""


class MarginMarks:
    """The marks in the margins of a document that its key explains."""

    def __init__(self, sir: Sir, mark: re.Pattern[str]) -> None:
        """Reads nothing yet; `mark` matches one mark."""
        self._sir, self._mark = sir, mark

    def of(self, node: int) -> Sequence[Marked]:
        """The marked texts in a node, in order."""
        return self._by_node.get(node, ())

    @cached_property
    def _by_node(self) -> dict[int, list[Marked]]:
        candidates = self._candidates()
        starts = {self._place(each.first) for each in candidates}
        starts |= {(each.mark.node, each.mark.start) for each in candidates}
        pairs = [(each, Marked(each.mark, self._text(each, starts))) for each in candidates]
        pairs = [(each, pair) for each, pair in pairs if self._is_whole(each, pair.text)]
        sure = [each for each, pair in pairs if self._recommends(pair)]
        by_node: dict[int, list[Marked]] = {}
        for each, pair in pairs:
            beside = [other for other in sure if _in_one_margin(each, other)]
            if each in sure or len(beside) >= _SURE:
                by_node.setdefault(pair.text.node, []).append(pair)
        return {node: sorted(marked, key=lambda m: m.text) for node, marked in by_node.items()}

    @cached_property
    def _explained(self) -> list[Span]:
        key = key_of(self._sir, self._mark)
        nodes = (n for n in range(1, self._sir.flow if key.marks else 0) if n not in key.nodes)
        marks = (span for node in nodes for span in first_of_lines(self._sir, node, self._mark))
        return [span for span in marks if text_of(self._sir, span) in key.marks]

    def _candidates(self) -> list[_Candidate]:
        return [each for span in self._explained if (each := self._beside(span))]

    def _beside(self, mark: Span) -> _Candidate | None:
        word = int(self._sir.words_between(*mark)[0])
        page = self._sir.pages[int(self._pages[word]) - 1]
        left, top, right, bottom = map(float, self._sir.words.boxes[word])
        boxes = self._sir.words.boxes
        shared = np.minimum(boxes[:, 3], bottom) - np.maximum(boxes[:, 1], top)
        low = np.minimum(boxes[:, 3] - boxes[:, 1], bottom - top) / 2
        there = np.flatnonzero(
            (self._pages == page.number) & (shared > low) & (boxes[:, 0] >= right)
        )
        height = (bottom - top) * page.height / page.width
        if not len(there) or height <= 0:
            return None
        first = int(there[np.argmin(boxes[there, 0])])
        gap = (float(boxes[first, 0]) - right) / height
        begins = begins_line(self._sir, first) or first == word + 1
        if not _NARROWEST < gap < _WIDEST or not begins or not self._begins_text(first, mark):
            return None
        return _Candidate(mark, left, height, first)

    def _begins_text(self, first: int, mark: Span) -> bool:
        """Whether a word is the first of a text, or behind its mark or the end of a sentence."""
        node, start = self._place(first)
        if not 0 < node < self._sir.flow or self._sir.nodes[node].type in HEADINGS:
            return False
        before = self._sir.nodes[node].text[:start]
        if mark.node == node and mark.end <= start and not before[mark.end :].strip():
            before = before[: mark.start]
        if not before.strip() and self._sir.nodes[node].text[start].islower():
            before = self._above(node)
        return not before.strip() or _ENDS.fullmatch(before.rstrip()) is not None

    def _above(self, node: int) -> str:
        texts = (self._sir.nodes[index].text for index in range(node - 1, 0, -1))
        return next(
            (text for text in texts if text.strip() and not self._mark.fullmatch(text.strip())), ""
        )

    def _text(self, each: _Candidate, starts: set[tuple[int, int]]) -> Span:
        node, start = self._place(each.first)
        pieces = self._sir.pieces
        boxes, end = self._sir.words.boxes, start
        edge = float(boxes[each.first, 0]) - _ASIDE * each.height
        page = self._pages[each.first]
        for piece in range(int(pieces.first[node]), int(pieces.first[node + 1])):
            at, word = int(pieces.start[piece]), int(pieces.word[piece])
            if at < start:
                continue
            here = self._pages[word] == page and boxes[word, 1] > boxes[each.first, 1]
            another = at > start and (node, at) in starts
            if another or (here and begins_line(self._sir, word) and boxes[word, 0] < edge):
                break
            end = int(pieces.end[piece])
        return Span(node, start, end)

    def _is_whole(self, each: _Candidate, span: Span) -> bool:
        text = text_of(self._sir, span)
        if len(text.split()) < _FEWEST_WORDS or not _ENDS.fullmatch(text):
            return False
        boxes, page = self._sir.words.boxes, self._pages[each.first]
        words = self._sir.words_between(*span)
        top, bottom = boxes[each.first, 3], boxes[words[self._pages[words] == page], 3].max()
        others = [int(self._sir.words_between(*mark)[0]) for mark in self._explained]
        beside = np.abs(boxes[others, 0] - each.left) < _ASIDE * each.height
        middle = (boxes[others, 1] + boxes[others, 3]) / 2
        return not np.any(
            beside & (self._pages[others] == page) & (top < middle) & (middle < bottom)
        )

    def _recommends(self, pair: Marked) -> bool:
        return speaks_for(text_of(self._sir, pair.text)) is not None

    def _place(self, word: int) -> tuple[int, int]:
        """The node of a word and where it begins in its text; the root for a word of no node."""
        piece = int(np.argmax(self._sir.pieces.word == word))
        if self._sir.pieces.word[piece] != word:
            return 0, 0
        node = int(np.searchsorted(self._sir.pieces.first, piece, side="right")) - 1
        return node, int(self._sir.pieces.start[piece])

    @cached_property
    def _pages(self) -> NDArray[np.int32]:
        return self._sir.lines.page[self._sir.words.line]


def _in_one_margin(each: _Candidate, other: _Candidate) -> bool:
    return abs(each.left - other.left) < _ASIDE * each.height
