"""The table of the library says how each document was read."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from components.documents.library_table import cells, file_size
from core.library import DocumentRecord, ParseInfo
from core.sir import Page


def record(parse: ParseInfo | None) -> DocumentRecord:
    pages = (Page(1, 600, 800, "i"), Page(2, 600, 800, "ii"))
    added = datetime(2026, 1, 1, tzinfo=UTC)
    return DocumentRecord(
        sha="0" * 64, names=("a.pdf",), size=2_500_000, added_at=added, pages=pages, parse=parse
    )


def test_a_document_shows_route_parser_time_and_problems() -> None:
    parse = ParseInfo(
        key="k",
        parser="structural_rule",
        route="structural_rule",
        seconds=1.26,
        failed_pages=(2,),
        missing_pages=(1,),
        warnings=("a", "b"),
    )
    route = "structural rule"
    assert cells(record(parse)) == ("a.pdf", "2", "2.5 MB", route, route, "1.3 s", "2", "2")


def test_a_document_that_was_not_read_says_so() -> None:
    assert cells(record(None))[3:] == ("", "not read yet", "", "", "")


@pytest.mark.parametrize(
    ("size", "said"), [(0, "1 kB"), (12_783, "13 kB"), (999_999, "1000 kB"), (1_000_000, "1.0 MB")]
)
def test_sizes_are_in_a_unit_that_people_read(size: int, said: str) -> None:
    assert file_size(size) == said
