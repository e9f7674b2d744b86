"""Routes, pages and differences in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.library.file_kinds import PICTURES, Kind
from core.page_names import page_name
from core.parsing.adapters import adapter_names, get_adapter, parser_title
from core.parsing.tree_comparison import Change
from core.text.counts import number_of
from core.text.word_tables import word_table

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Sequence

    from core.library import DocumentRecord
    from core.sir import Page


MEANING: dict[str, str] = word_table(__file__)
"""What each parser does, in a sentence or two."""

_GIVEN_AS = {
    Kind.TEXT: "plain text",
    Kind.MARKDOWN: "Markdown",
    Kind.CSV: "CSV",
    Kind.HTML: "web page",
    Kind.DOCX: "Word document",
    Kind.ODT: "OpenDocument text",
    Kind.EPUB: "book (EPUB)",
    Kind.PNG: "PNG picture",
    Kind.JPEG: "JPEG picture",
    Kind.TIFF: "TIFF picture",
}

CHANGES = {
    Change.SAME: "same in both",
    Change.RENAMED: "other class or level",
    Change.DIVIDED: "cut otherwise",
    Change.MISSING: "only here",
}


def within(name: str) -> str:
    """What a route is called within a sentence; what other parsers are called stays as it is."""
    return parser_title(name) if name in adapter_names() else parser_title(name).lower()


def meaning(name: str) -> str:
    """What a parser does, one of others included."""
    return get_adapter(name).about if name in adapter_names() else MEANING[name]


def given_as(kind: Kind) -> str:
    """What a document was given as, and how it is shown; nothing for a PDF."""
    if kind is Kind.PDF:
        return ""
    how = "set on pages" if kind in PICTURES else "shown as typeset by Sightline"
    return f"{_GIVEN_AS[kind]}, {how}; the original file is kept"


def page_in_words(page: Page) -> str:
    """Why a page has its route: `Page 4: 2 tables without rulings, read by OCR (rapidocr)`."""
    parts = [page.reason, f"read by OCR ({page.ocr})" if page.ocr else ""]
    told = ", ".join(part for part in parts if part)
    return f"Page {page_name(page.number, page.label)}{': ' if told else ''}{told}"


def pages_by_route(pages: Sequence[Page]) -> list[tuple[str, list[Page]]]:
    """The routes that occur, the most frequent first, each with its pages."""
    by_route: dict[str, list[Page]] = {}
    for page in pages:
        if page.route:
            by_route.setdefault(page.route, []).append(page)
    return sorted(by_route.items(), key=lambda pair: -len(pair[1]))


def route_in_words(record: DocumentRecord) -> str:
    """The document's route for a table: `structural rule, 4 pages visual topology`."""
    if not record.parse:
        return ""
    main = record.parse.route
    others = [
        f"{number_of(count, 'page')} {within(route)}"
        for route, count in sorted(record.parse.page_routes.items())
        if route != main
    ]
    return ", ".join([within(main), *others])


def seconds_in_words(seconds: float | None) -> str:
    """How long a parser took; nothing where it is not known."""
    return "" if not seconds else f"{seconds:.1f} s"


def counts_in_words(counts: Counter[Change]) -> str:
    """How often each change occurs among elements: `140 same in both, 3 only here`."""
    parts = [f"{counts[kind]:,} {words}" for kind, words in CHANGES.items() if counts[kind]]
    return ", ".join(parts) or "no elements"
