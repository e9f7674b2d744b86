"""Routes and differences in words that people read."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

from components.labels.routes import counts_in_words, page_in_words, pages_by_route, route_in_words
from core.library import DocumentRecord, ParseInfo
from core.parsing.tree_comparison import Change
from core.sir import Page


def test_a_page_says_why_it_has_its_route_and_what_read_it() -> None:
    page = Page(4, 600, 800, "4", "visual_topology", "2 tables without rulings", "rapidocr")
    assert page_in_words(page) == "Page 4: 2 tables without rulings, read by OCR (rapidocr)"


def test_pages_come_under_their_routes_the_most_frequent_first() -> None:
    kinds = ("a", "b", "b", "")
    pages = [Page(n, 1, 1, "", kind) for n, kind in enumerate(kinds, start=1)]
    found = [(route, [page.number for page in held]) for route, held in pages_by_route(pages)]
    assert found == [("b", [2, 3]), ("a", [1])]


def test_a_document_names_its_route_and_the_pages_read_otherwise() -> None:
    parse = ParseInfo(
        key="k",
        parser="automatic",
        route="structural_rule",
        seconds=1.0,
        page_routes={"structural_rule": 9, "visual_topology": 1},
    )
    record = DocumentRecord(
        sha="0" * 64,
        names=("a.pdf",),
        size=1,
        added_at=datetime(2026, 1, 1, tzinfo=UTC),
        pages=(),
        parse=parse,
    )
    assert route_in_words(record) == "structural rule, 1 page visual topology"
    assert route_in_words(record.model_copy(update={"parse": None})) == ""


def test_only_differences_that_occur_are_counted() -> None:
    counts = Counter({Change.SAME: 1_200, Change.MISSING: 2})
    assert counts_in_words(counts) == "1,200 same in both, 2 only here"
    assert counts_in_words(Counter()) == "no elements"
