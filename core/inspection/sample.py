"""The pages of a document that the Inspector looks at: a few, spread over its whole length."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from core.reading.display_list import UNREADABLE
from core.reading.extraction import extract
from core.reading.page_content import PageContent
from core.reading.page_signals import PageSignals, measure

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import pymupdf

    from core.reading.line import Line

MOST_PAGES = 16
"""Pages of a sample, so that it takes the same time however long the document is."""

HEAVIEST = 4_000_000
"""Bytes of drawing commands (as stored) from which a page is a map or a plot, and not read."""


@dataclass(frozen=True)
class Sample:
    """An open PDF with the pages to look at; they are read once, when first asked for.

    `encrypted` says whether the file was encrypted as it came, which a decrypted copy of it
    does not show.
    """

    pdf: pymupdf.Document
    encrypted: bool = False

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """1-based numbers of the pages of the sample."""
        return spread(self.pdf.page_count)

    @cached_property
    def pages(self) -> tuple[PageContent, ...]:
        """What stands on them, without pages that cannot be read."""
        read = (self._read(number) for number in self.numbers)
        return tuple(content for content in read if content is not None)

    @cached_property
    def signals(self) -> tuple[PageSignals, ...]:
        """The measures of each of the pages that could be read."""
        return tuple(measure(page) for page in self.pages)

    @cached_property
    def outline(self) -> list[tuple[int, str, int]]:
        """Level, title and 1-based page of each entry of the outline."""
        try:
            return [(level, title, page) for level, title, page, *_ in self.pdf.get_toc()]
        except UNREADABLE:
            return []

    def lines(self) -> Iterator[Line]:
        """The lines of the sample that a reader can see."""
        return (line for page in self.pages for line in page.lines if not line.hidden)

    def _read(self, number: int) -> PageContent | None:
        try:
            page = self.pdf.load_page(number - 1)
            if self._weight(page) <= HEAVIEST:
                return extract(page)
            return PageContent(number, page.rect.width, page.rect.height, [])
        except UNREADABLE:
            return None

    def _weight(self, page: pymupdf.Page) -> int:
        """Bytes of drawing commands of a page and of the forms that it places, as stored."""
        forms = [entry[0] for entry in page.get_xobjects()]
        return sum(self._length(xref) for xref in [*page.get_contents(), *forms])

    def _length(self, xref: int) -> int:
        kind, value = self.pdf.xref_get_key(xref, "Length")
        if kind == "xref":
            value = self.pdf.xref_object(int(value.split()[0]))
        return int(value) if value.strip().isdigit() else 0


def share(flags: Iterable[bool]) -> float:
    """The share of flags that are set; 0 without any."""
    values = list(flags)
    return round(sum(values) / len(values), 2) if values else 0.0


def mean(values: Iterable[float]) -> float:
    """The mean; 0 without any value."""
    numbers = list(values)
    return round(sum(numbers) / len(numbers), 2) if numbers else 0.0


def spread(pages: int, most: int = MOST_PAGES) -> tuple[int, ...]:
    """1-based numbers of at most `most` pages, each from the middle of a stretch."""
    if pages <= most:
        return tuple(range(1, pages + 1))
    return tuple(int((index + 0.5) * pages / most) + 1 for index in range(most))
