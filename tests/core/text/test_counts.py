"""Counts of things in words."""

from __future__ import annotations

from core.text.counts import number_of


def test_one_thing_stands_alone_and_all_other_numbers_are_plural() -> None:
    assert [number_of(n, "page") for n in (0, 1, 2, 1200)] == [
        "0 pages",
        "1 page",
        "2 pages",
        "1,200 pages",
    ]
    assert number_of(2, "index", "indexes") == "2 indexes"
    assert number_of(1, "index", "indexes") == "1 index"
