"""From spans of nodes to places on pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.answering.base import Citation, Quote
from core.spans import located

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.sir import Sir


def cite(number: int, quote: Quote, sir: Sir) -> Citation:
    """The quote with its pages, its headings and the exact boxes of its words."""
    lines = located(sir, quote.spans)
    pages = tuple(sorted({line.box.page for line in lines}))
    page = lines[0].box.page if lines else 0
    label = sir.pages[page - 1].label if lines else ""
    path = section_path(sir, sir.lineage(quote.spans[0].node))
    return Citation(number, quote, page, label, pages, path, tuple(lines))


def section_path(sir: Sir, lineage: Sequence[int]) -> tuple[str, ...]:
    """The texts of headings, given by their node indexes."""
    return tuple(sir.nodes[index].text for index in lineage)
