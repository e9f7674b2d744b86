"""The routes by which the pages of a document were read."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from components.labels.routes import in_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.sir import Page


def routes_in_words(pages: Iterable[Page]) -> list[str]:
    """How many pages each route read, with a page and what called for it; the most pages first."""
    every = [page for page in pages if page.route]
    findings = []
    for route, count in Counter(page.route for page in every).most_common():
        words = f"{in_words(route)}: {count} page{'' if count == 1 else 's'}"
        told = (page for page in every if page.route == route and page.reason)
        if example := next(told, None):
            words += f", such as page {example.number} ({example.reason})"
        findings.append(f"{words}.")
    return findings
