"""The output of another parser, kept beside a document, as a parser of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.errors import InvalidOption, NoText, NotNative
from core.parsing.adapters import get_adapter
from core.parsing.alignment.aligning import aligned
from core.parsing.alignment.findings import alignment_metadata, counts
from core.parsing.alignment.page_lines import page_lines
from core.parsing.base import ALONE, Plan, SightPolicy, collecting_seldom
from core.parsing.builder import build
from core.parsing.native_options import PROBLEMS, NativeOptions, read_native
from core.parsing.page_rotation import turn_words_back
from core.parsing.read_pages import left_out
from core.parsing.reader import read_pages
from core.parsing.structuring.page_labels import page_labels
from core.reading.display_list import UNREADABLE
from core.sir import ElementType, Page

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pymupdf

    from core.parsing.adapters.native import NativeDocument
    from core.parsing.alignment.findings import AlignmentCounts
    from core.parsing.base import ParserOptions, ParseRun
    from core.parsing.read_pages import ReadPage
    from core.sir import Sir


class NativeParser:
    """The tree that another parser made, every word of it where it stands on the pages."""

    options: type[ParserOptions] = NativeOptions

    def __init__(self, name: str) -> None:
        """`name` is that of an adapter."""
        self.name = name

    def parse(
        self, pdf: pymupdf.Document, document: str, options: ParserOptions, run: ParseRun = ALONE
    ) -> Sir:
        """The SIR of `pdf`; see `Parser.parse`.

        Raises:
            NotNative: the file is no output of this parser, or one of another document.
        """
        if not isinstance(options, NativeOptions):
            raise InvalidOption(f"The parser {self.name} takes {self.options.__name__}.")
        with collecting_seldom():
            pages = [_page(pdf, number) for number in range(1, pdf.page_count + 1)]
            native = self._converted(read_native(pdf, options.native), pages)
            plan = Plan(sight=SightPolicy.UNREAD, ocr=options.ocr)
            return self._sir(pdf, document, native, read_pages(pdf, plan, run))

    def _converted(self, content: bytes, pages: Sequence[Page]) -> NativeDocument:
        adapter = get_adapter(self.name)
        try:
            native = adapter.convert(content, pages)
        except NotNative as error:
            raise NotNative(f"{adapter.title}: {error}") from error
        if not any(element.text or element.boxes for element in native.walk()):
            raise NoText(
                f"the output of {adapter.title} holds no text. Bring the file that it wrote for "
                "this document."
            )
        return native

    def _sir(
        self,
        pdf: pymupdf.Document,
        document: str,
        native: NativeDocument,
        read: Sequence[ReadPage],
    ) -> Sir:
        sizes = [Page(page.content.number, *page.size, "") for page in read]
        elements, rest = aligned(
            native,
            [page_lines(size, page) for size, page in zip(sizes, read, strict=True)],
        )
        turn_words_back(elements, read)
        running = [element for element in elements if element.type in _RUNNING]
        labels = page_labels(pdf, running, len(read))
        pages = [
            replace(
                size,
                label=label,
                route=self.name,
                reason=page.reason if page.error else _REASON,
                ocr=page.ocr,
            )
            for size, label, page in zip(sizes, labels, read, strict=True)
        ]
        metadata = {**native.metadata, "parser": self.name, "route": self.name, **left_out(read)}
        if native.problems:
            metadata[PROBLEMS] = "\n".join(native.problems)
        sir = build(document, pages, elements, metadata)
        found = counts(sir)
        if any(page.lines for page in read):  # else nothing can be said
            self._check(found)
        sir.metadata.update(alignment_metadata(found, rest))
        return sir

    def _check(self, found: AlignmentCounts) -> None:
        """Refuses what was made of another document, whose words are not on the pages of this."""
        placed = found.exact + found.aligned + found.approximate
        nothing = found.nowhere == found.sentences
        if found.words and (nothing or placed < _LEAST * found.words):
            raise NotNative(
                f"{get_adapter(self.name).title}: hardly any of its words ({placed:,} of "
                f"{found.words:,}) stand on the pages of this document. Bring the output that was "
                "made of this very file."
            )


_A4 = (595.0, 842.0)
_RUNNING = (ElementType.PAGE_HEADER, ElementType.PAGE_FOOTER)
_REASON = "as the parser gave it, its words found on the page"
_LEAST = 0.2
"""Share of the words that must stand on the pages for an output to be of this document."""


def _page(pdf: pymupdf.Document, number: int) -> Page:
    try:
        size = pdf.load_page(number - 1).rect
    except UNREADABLE:
        return Page(number, *_A4, str(number))
    return Page(number, size.width, size.height, str(number))
