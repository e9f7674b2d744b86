"""Boxes of other parsers as fractions of the pages of the document, and what is wrong with them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from core.geometry import BoundingBox

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from core.geometry import Box
    from core.sir import Page

_TOLERANCE = 0.02
"""Fraction of the page by which a box may reach over its edge without a word about it."""
_MOST_NAMED = 12
"""Pages that a sentence names one by one."""


class PageBoxes:
    """Makes boxes of a document with these pages, and keeps what a person should know of them."""

    def __init__(self, pages: Sequence[Page]) -> None:
        """Of no page anything was said yet."""
        self._numbers = {page.number for page in pages}
        self._named: set[int] = set()
        self._outside: set[int] = set()
        self._damaged: set[int] = set()

    def note(self, page: int) -> bool:
        """Notes that the output has something on a page; whether the document has that page."""
        self._named.add(page)
        return page in self._numbers

    def known(self, pages: Iterable[int]) -> tuple[int, ...]:
        """Those pages that the document has, each once, in their order. All are noted."""
        return tuple(page for page in dict.fromkeys(pages) if self.note(page))

    def box(self, page: int, edges: Box) -> BoundingBox | None:
        """A box of fractions as it lies on the page; None where nothing of it does.

        Edges that are the wrong way round are turned.
        """
        if not self.note(page):
            return None
        if not all(map(math.isfinite, edges)):
            self._damaged.add(page)
            return None
        left, right = sorted((edges[0], edges[2]))
        top, bottom = sorted((edges[1], edges[3]))
        if min(left, top) < -_TOLERANCE or max(right, bottom) > 1 + _TOLERANCE:
            self._outside.add(page)
        left, top = max(left, 0.0), max(top, 0.0)
        right, bottom = min(right, 1.0), min(bottom, 1.0)
        if left >= right or top >= bottom:
            return None
        return BoundingBox(page, left, top, right, bottom)

    def problems(self) -> list[str]:
        """Sentences on boxes and pages, each of which names the pages."""
        unknown = self._named - self._numbers
        silent = self._numbers - self._named
        sentences = [
            (self._outside, "Boxes reach over the edge of {}; they were cut off there."),
            (self._damaged, "Boxes on {} have no numbers as edges and were left out."),
            (unknown, "The document has no {}; text from there was kept without a place."),
            (silent, "The output says nothing of {}."),
        ]
        return [words.format(named(pages)) for pages, words in sentences if pages]


def named(pages: Collection[int]) -> str:
    """Pages in words, as in `page 3`, or `pages 1, 3 and 4`."""
    numbers = [str(page) for page in sorted(pages)]
    if len(numbers) == 1:
        return f"page {numbers[0]}"
    if len(numbers) > _MOST_NAMED:
        rest = len(numbers) - _MOST_NAMED
        return f"pages {', '.join(numbers[:_MOST_NAMED])} and {rest} more"
    return f"pages {', '.join(numbers[:-1])} and {numbers[-1]}"
