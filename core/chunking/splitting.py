"""Splitting a range of tokens at the coarsest delimiter that fits.

Three strategies use it: it is `recursive` itself, and what the others do with a part that is
too long. Source: thesis, section 3.4.2.

Delimiters are those of the thesis, from blank line to single character; what they are for each
token is known from the stream, so a cut costs one binary search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.chunking.base import START, Boundary, BoundaryKind, Cut
from core.tokens import Delimiter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from core.tokens import TokenStream

_NAMES = {
    Delimiter.PARAGRAPH: "the end of a paragraph",
    Delimiter.LINE: "the end of a line",
    Delimiter.FULL_STOP: "a full stop",
    Delimiter.EXCLAMATION: "an exclamation mark",
    Delimiter.QUESTION: "a question mark",
    Delimiter.SPACE: "a space",
    Delimiter.CHARACTER: "a place inside a word, for want of a space",
}


class Splitter:
    """Cuts any range of a stream into parts of a limited size at the coarsest delimiters."""

    def __init__(self, stream: TokenStream) -> None:
        """Index the positions of each delimiter, finer ones including the coarser."""
        kinds = stream.delimiter
        self._places = [np.flatnonzero(kinds <= level) for level in Delimiter]
        self._word_starts = self._places[Delimiter.SPACE]

    def split(self, start: int, end: int, size: int, overlap: int = 0) -> Iterator[Cut]:
        """Cuts that cover `start:end`, each of at most `size` tokens, overlap included.

        A chunk repeats up to `overlap` tokens of the one before it, whole words only, and
        fewer where a part of the text would not fit otherwise.
        """
        yield from self._split(start, end, start, size, overlap, Delimiter.PARAGRAPH, START)

    def _split(
        self, at: int, end: int, origin: int, size: int, overlap: int, level: int, first: Boundary
    ) -> Iterator[Cut]:
        boundary = first
        while at < end:
            repeated = self._repeated(at, origin, overlap)
            stop = self._furthest(at, min(at + size - repeated, end), level, end)
            if stop is None and repeated:
                stop = self._furthest(at, min(at + size, end), level, end)
                repeated = 0 if stop is None else min(repeated, size - (stop - at))
                repeated = self._repeated(at, origin, repeated)
            if stop is None:
                stop = self._next(at, end, level)
                yield from self._split(at, stop, origin, size, overlap, level + 1, boundary)
            else:
                yield Cut(at, stop, boundary, repeated)
            at = stop
            boundary = _delimiter_boundary(Delimiter(level), size)

    def _repeated(self, at: int, origin: int, overlap: int) -> int:
        """How many tokens before `at` to repeat: whole words, none before `origin`."""
        earliest = max(at - overlap, origin)
        place = int(np.searchsorted(self._word_starts, earliest))
        begin = int(self._word_starts[place]) if place < len(self._word_starts) else at
        return max(at - begin, 0)

    def _furthest(self, at: int, limit: int, level: int, end: int) -> int | None:
        """The last place to cut in (at, limit], or None."""
        if limit == end:
            return end
        places: NDArray[np.int64] = self._places[level]
        index = int(np.searchsorted(places, limit, side="right")) - 1
        return int(places[index]) if index >= 0 and places[index] > at else None

    def _next(self, at: int, end: int, level: int) -> int:
        """The first place to cut after `at`."""
        places = self._places[level]
        index = int(np.searchsorted(places, at, side="right"))
        return min(int(places[index]), end) if index < len(places) else end


def _delimiter_boundary(delimiter: Delimiter, size: int) -> Boundary:
    kind = BoundaryKind.SIZE if delimiter is Delimiter.CHARACTER else BoundaryKind.DELIMITER
    return Boundary(kind, f"More would pass {size} tokens; cut at {_NAMES[delimiter]}.")
