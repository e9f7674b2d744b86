from __future__ import annotations

from core.parsing.structuring.contents_rows import listing
from tests.core.parsing.structuring.test_blocks import column


def test_the_number_of_a_chapter_above_its_contents_is_no_page() -> None:
    rows = ["Chapter 3", "Getting started", "3.1 Ink 12", "3.2 Pens 12", "3.3 Paper 14"]
    assert [row.title for row in listing(column(*rows))] == ["3.1 Ink", "3.2 Pens", "3.3 Paper"]
