"""The words of pages as one sequence of tokens, and which of them may follow which in a text."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from core.parsing.alignment.tokens import (
    COMPARISONS,
    MINUS,
    PERHAPS,
    ends_broken,
    sign_before,
    tokens_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from core.reading.line import Line


_TOGETHER = 5
"""Characters that words written together have at least."""
_NONE = np.zeros((0, 2), np.int64)


@dataclass(frozen=True, slots=True)
class PageToken:
    """A token of word `word` of line `line`; of a number, its `sign` (see `sign_before`)."""

    text: str
    line: int
    word: int
    sign: str = ""


class PageTokens:
    """All tokens of lines, in the order of the lines, which come page by page."""

    def __init__(self, lines: Sequence[Line]) -> None:
        """None is used yet."""
        self.lines = lines
        self.tokens: list[PageToken] = []
        self._strings: dict[int, tuple[str, dict[int, int], int]] = {}
        self._halves: list[int] = []
        for number, line in enumerate(lines):
            for at, word in enumerate(line.words):
                self.tokens += _page_tokens(line, number, at, word)
            if self.tokens and self.tokens[-1].line == number and ends_broken(line.words[-1]):
                self._halves.append(len(self.tokens) - 1)
        boxes = [lines[token.line].boxes[token.word] for token in self.tokens]
        self.boxes = np.array(boxes, np.float64).reshape(-1, 4)
        """(n, 4) The box in points of the word that each token is of."""
        self.line = np.array([token.line for token in self.tokens], np.int64)
        self.centre = (self.boxes[:, :2] + self.boxes[:, 2:]) / 2
        self.page = np.array([lines[number].page for number in self.line], np.int64)
        edges = np.diff(self.line, prepend=-1, append=-1) != 0
        self.first, self.last = edges[:-1], edges[1:]
        """(n,) Whether each is the first, and the last, of its line."""
        self.below = _below(lines)
        """For each line the one that stands under it, -1 where none does."""
        self.used = np.zeros(len(self.tokens), np.bool_)
        """(n,) Which an element has taken."""
        self.strict = np.ones(len(self.tokens), np.bool_)
        """(n,) Whether single characters are known for sure, as those that OCR read are not."""
        self._index()

    def _index(self) -> None:
        """Where each text stands, and each word that a line end breaks."""
        found: dict[str, list[tuple[int, int]]] = {}
        for at, token in enumerate(self.tokens):
            found.setdefault(token.text, []).append((at, at))
        for at in self._halves:
            if at + 1 < len(self.tokens):
                whole = self.tokens[at].text + self.tokens[at + 1].text
                found.setdefault(whole, []).append((at, at + 1))
        self._spans = {text: np.array(sorted(at), np.int64) for text, at in found.items()}
        self._numbers = {text: number for number, text in enumerate(found)}
        texts = [self._numbers[token.text] for token in self.tokens]
        self._texts = np.array([*texts, -1], np.int64)

    def are_before(self, positions: NDArray[np.int64], text: str) -> NDArray[np.bool_]:
        """Whether each token stands right before one of that text."""
        return self._texts[positions + 1] == self._numbers.get(text, len(self._numbers))

    def spans(self, text: str, low: int, high: int) -> NDArray[np.int64]:
        """(n, 2) The first and last of the tokens `low:high` that make a text, in their order.

        A long text that is no token is looked for in lines whose words are written together, as OCR
        may give them.
        """
        spans = self._spans.get(text)
        if spans is None:
            return self._together(text, low, high)
        first, last = np.searchsorted(spans[:, 0], [low, high])
        return spans[first:last]

    def _together(self, text: str, low: int, high: int) -> NDArray[np.int64]:
        """Neighbours in a line that make a text together, or the two halves of a broken word."""
        if len(text) < _TOGETHER or low >= high:
            return _NONE
        spans: list[tuple[int, int]] = []
        for number in range(int(self.line[low]), int(self.line[high - 1]) + 1):
            string, edges, length = self._string(number)
            begin = string.find(text)
            if begin < length and {begin, begin + len(text)} <= edges.keys():
                spans.append((edges[begin], edges[begin + len(text)] - 1))
        first, behind = (bisect_left(self._halves, at) for at in (low, high))
        for half in self._halves[first:behind]:
            shown = self.tokens[half].text
            if text.startswith(shown):
                rest = self._spans.get(text[len(shown) :], _NONE)[:, 1].tolist()
                spans += ((half, at) for at in rest if low <= at < high and self.first[at])
        return np.array(spans, np.int64).reshape(-1, 2)

    def _string(self, number: int) -> tuple[str, dict[int, int], int]:
        """The tokens of a line and the next as one string, and which begins at each place of it.

        The last number is the length of the line itself.
        """
        if number not in self._strings:
            first, middle, behind = np.searchsorted(self.line, [number, number + 1, number + 2])
            texts = [token.text for token in self.tokens[first:behind]]
            edges = [0, *accumulate(map(len, texts))]
            length = edges[int(middle - first)]
            starts = {edge: int(first) + at for at, edge in enumerate(edges)}
            self._strings[number] = "".join(texts), starts, length
        return self._strings[number]

    def covered(self, first: int, last: int) -> list[int]:
        """The tokens from one to another; only these two where other lines lie between them."""
        if self.line[last] - self.line[first] > 1 or last < first:
            return [first, last]
        return list(range(first, last + 1))

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Half-open range of the tokens of these 1-based pages; their lines come page by page."""
        low, high = np.searchsorted(self.page, [first, last + 1])
        return int(low), int(high)


def _page_tokens(line: Line, number: int, at: int, word: str) -> Iterator[PageToken]:
    """The tokens of a word of a line.

    A dash before its first number may be a bullet, or a word; an angle that opens a line, too.
    """
    before = line.words[at - 1] if at else ""
    for token in tokens_of(word):
        sign = token.sign
        if sign == MINUS and at == 0 and len(line.words) > 1:
            sign = PERHAPS
        if token.is_number and token.start == 0:
            if before in COMPARISONS:
                sign = PERHAPS if at == 1 and before == ">" else before
            elif sign_before(before, len(before)):
                sign = PERHAPS
        yield PageToken(token.text, number, at, sign)


def _below(lines: Sequence[Line]) -> NDArray[np.int64]:
    """For each line the nearest one under it that shares some of its width, on the same page."""
    below = np.full(len(lines), -1, np.int64)
    by_page: dict[int, list[int]] = {}
    for at, line in enumerate(lines):
        by_page.setdefault(line.page, []).append(at)
    for numbers in by_page.values():
        boxes = np.array([lines[at].box for at in numbers], np.float64)
        for at, number in enumerate(numbers):
            left, _, right, bottom = boxes[at]
            middle = (boxes[at, 1] + bottom) / 2
            shares = (boxes[:, 0] < right) & (boxes[:, 2] > left) & (boxes[:, 1] > middle)
            if shares.any():
                nearest = int(np.argmin(np.where(shares, boxes[:, 1], np.inf)))
                below[number] = numbers[nearest]
    return below


def lines_of(pages: Iterable[Sequence[Line]]) -> list[Line]:
    """The lines of pages one behind the other, without those that hold no word."""
    return [line for lines in pages for line in lines if line.words]
