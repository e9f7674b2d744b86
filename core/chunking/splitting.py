"""Splitting a range of tokens at the coarsest delimiter that fits. Source: thesis, section 3.4.2.

It is the strategy `recursive` itself, and what the others do with a part that is too long.
Delimiters are those of the thesis, from blank line to single character; what they are for each
token is known from the stream, so a cut costs one binary search.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.chunking.base import START, Boundary, BoundaryKind, Cut
from core.tokens import Delimiter, TokenStream

if TYPE_CHECKING:
    from collections.abc import Iterator


_NAMES = {
    Delimiter.PARAGRAPH: "the end of a paragraph",
    Delimiter.LINE: "the end of a line",
    Delimiter.FULL_STOP: "a full stop",
    Delimiter.EXCLAMATION: "an exclamation mark",
    Delimiter.QUESTION: "a question mark",
    Delimiter.SPACE: "a space",
    Delimiter.CHARACTER: "a place inside a word, for want of a space",
}


def split(stream: TokenStream, start: int, end: int, size: int, overlap: int = 0) -> Iterator[Cut]:
    """Cuts that cover `start:end`, each of at most `size` tokens, overlap included.

    A chunk repeats up to `overlap` tokens of the one before it, whole words only, and fewer where
    a part of the text would not fit otherwise.
    """
    yield from _Splitter(stream, start, size, overlap).cuts(start, end, Delimiter.PARAGRAPH, START)


@dataclass(frozen=True, slots=True)
class _Splitter:
    stream: TokenStream
    origin: int
    size: int
    overlap: int

    def cuts(self, at: int, end: int, level: int, boundary: Boundary) -> Iterator[Cut]:
        while at < end:
            repeated = self._repeated(at, self.overlap)
            stop = self._furthest(at, min(at + self.size - repeated, end), level, end)
            if stop is None and repeated:
                stop = self._furthest(at, min(at + self.size, end), level, end)
                repeated = 0 if stop is None else min(repeated, self.size - (stop - at))
                repeated = self._repeated(at, repeated)
            if divided := stop is None:
                stop = self._next(at, end, level)
                yield from self.cuts(at, stop, level + 1, boundary)
            else:
                yield Cut(at, stop, boundary, repeated)
            at = stop
            boundary = _delimited(Delimiter(level), self.size, divided=divided)

    def _repeated(self, at: int, overlap: int) -> int:
        """How many tokens before `at` to repeat: whole words, none before the origin."""
        words = self.stream.delimited[Delimiter.SPACE]
        place = int(np.searchsorted(words, max(at - overlap, self.origin)))
        return max(at - int(words[place]), 0) if place < len(words) else 0

    def _furthest(self, at: int, limit: int, level: int, end: int) -> int | None:
        """The last place to cut in (at, limit], or None."""
        if limit == end:
            return end
        places = self.stream.delimited[level]
        index = int(np.searchsorted(places, limit, side="right")) - 1
        return int(places[index]) if index >= 0 and places[index] > at else None

    def _next(self, at: int, end: int, level: int) -> int:
        """The first place to cut after `at`."""
        places = self.stream.delimited[level]
        index = int(np.searchsorted(places, at, side="right"))
        return min(int(places[index]), end) if index < len(places) else end


def _delimited(delimiter: Delimiter, size: int, *, divided: bool) -> Boundary:
    """Why a cut stands here; `divided` if what ends here was too long by itself."""
    kind = BoundaryKind.SIZE if delimiter is Delimiter.CHARACTER else BoundaryKind.DELIMITER
    why = (
        f"what ends here passes {size} tokens by itself and is divided"
        if divided
        else f"all up to the next such place would pass {size} tokens"
    )
    return Boundary(kind, f"Cut at {_NAMES[delimiter]}: {why}.")
