"""Quotes, and from spans of nodes to places on pages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.spans import located, unplaced

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.sir import Sir
    from core.spans import LineBox, Span


@dataclass(frozen=True, slots=True)
class Quote:
    """Verbatim words of a document: one sentence (with the list it introduces), item or table row.

    `text` joins the slices of `spans` by their declared separators. `header` holds the cells of
    the table's header row, which are shown beside a row but are not part of the quote.
    `chunk_id` is the chunk it was found in; a sentence that a chunk cuts is quoted whole.
    `scores` are named: `score` is what quotes are ordered by, `reading` a logit; `cosine`,
    `coverage` and `evidence` are 0 to 1. `contributions` are what each feature
    (`core.answering.ranking.features`) gave to the score, the most first.
    """

    document: str
    chunk_id: str
    spans: tuple[Span, ...]
    text: str
    scores: Mapping[str, float]
    header: tuple[Span, ...] = ()
    contributions: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Citation:
    """A quote with its number in the answer and its place in the document.

    `page` is counted from 1, `page_label` is what is printed on that page; `pages` are all
    pages the quote stands on. `section_path` holds the headings above it, the highest first.
    `lines` are the boxes of exactly the quoted words. A quote whose place is not known has page
    0, an empty label and no lines. `unplaced` are words of the quote that another parser gave and
    that stand nowhere on the pages.
    """

    number: int
    quote: Quote
    page: int
    page_label: str
    pages: tuple[int, ...]
    section_path: tuple[str, ...]
    lines: tuple[LineBox, ...]
    unplaced: tuple[str, ...] = ()


def cite(number: int, quote: Quote, sir: Sir) -> Citation:
    """The quote with its pages, its headings and the exact boxes of its words."""
    lines = located(sir, quote.spans)
    pages = tuple(sorted({line.box.page for line in lines}))
    page = lines[0].box.page if lines else 0
    label = sir.pages[page - 1].label if lines else ""
    path = section_path(sir, sir.lineage(quote.spans[0].node))
    missing = tuple(unplaced(sir, quote.spans))
    return Citation(number, quote, page, label, pages, path, tuple(lines), missing)


def section_path(sir: Sir, lineage: Sequence[int]) -> tuple[str, ...]:
    """The texts of headings, given by their node indexes."""
    return tuple(sir.nodes[index].text for index in lineage)
