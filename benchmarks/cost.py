"""What routing saves: processor time by route, routed, and all by sight.

Processor time, so that other work on the machine does not count. Every page of `odl` and
`nice_ng243` is read, and of the long files of `ohr` every eighth, in the document's own route.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import process_time
from typing import TYPE_CHECKING

import pymupdf

from benchmarks.figure import Figure
from core.errors import NoText
from core.inspection.inspector import inspect
from core.parsing import get_parser

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from core.parsing.base import ParserOptions
    from core.sir import Sir

FOLDERS = {"odl/pdfs": 1, "nice_ng243": 1, "ohr/pdfs": 8}
"""Folders with the step from page to page that is read."""

SIGHT = "visual_topology"
ROUTED = "automatic"
PARSERS = ("structural_rule", "semantic_flow", SIGHT, ROUTED)

MOST_TIME = 0.6
"""Time of the routed whole, in times of that of everything by sight."""


@dataclass
class Account:
    """What one parser took."""

    pages: int = 0
    by_sight: int = 0
    seconds: float = 0.0

    @property
    def per_page(self) -> float:
        """Seconds a page."""
        return self.seconds / self.pages


def run(data: Path) -> list[Figure]:
    """Seconds a page by route, and the time of the routed whole beside all by sight."""
    # The models are loaded once, which none of the routes should pay for.
    with pymupdf.open(next(_files(data))[0]) as pdf:
        _parse(pdf, SIGHT, _options(pdf, SIGHT))
    accounts = {name: _account(data, name) for name in PARSERS}
    figures = [_seconds(name, account) for name, account in accounts.items()]
    routed, sight = accounts[ROUTED], accounts[SIGHT]
    share = routed.by_sight / routed.pages
    return [
        *figures,
        Figure("pages by sight", "share of the mix, routed page by page", share, "of pages"),
        Figure(
            "cost of the routed whole",
            "processor time with inspection, in times of that of everything by sight",
            routed.seconds / sight.seconds,
            "times",
            1.0,
            "by sight",
            MOST_TIME,
            at_most=True,
        ),
    ]


def _seconds(name: str, account: Account) -> Figure:
    how = f"processor seconds a page, {account.pages} pages of odl, nice_ng243 and ohr (every 8th)"
    return Figure(f"cost {name}", how, account.per_page, "s/page")


def _account(data: Path, name: str) -> Account:
    account = Account()
    for path, step in _files(data):
        with pymupdf.open(path) as pdf:
            start = process_time()
            options = _options(pdf, name)
            account.seconds += process_time() - start
            pdf.select(range(0, pdf.page_count, step))
            start = process_time()
            sir = _parse(pdf, name, options)
            account.seconds += process_time() - start
            account.pages += pdf.page_count
        by_sight = [page for page in sir.pages if page.route == SIGHT] if sir else []
        account.by_sight += len(by_sight)
    return account


def _files(data: Path) -> Iterator[tuple[Path, int]]:
    for folder, step in FOLDERS.items():
        yield from ((path, step) for path in sorted((data / folder).glob("*.pdf")))


def _options(pdf: pymupdf.Document, name: str) -> ParserOptions:
    options = get_parser(name).options
    if name != ROUTED:
        return options()
    return options.model_validate({"route": inspect(pdf, "").decision.selected_path})


def _parse(pdf: pymupdf.Document, name: str, options: ParserOptions) -> Sir | None:
    """The SIR; None where that route finds no text."""
    try:
        return get_parser(name).parse(pdf, "", options)
    except NoText:
        return None
