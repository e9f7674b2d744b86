"""A page has one name wherever people read of it."""

from __future__ import annotations

import pytest

from core.page_names import number_ranges, page_name, pages_in_words
from core.sir import Page


@pytest.mark.parametrize(
    ("label", "name"), [("7", "7"), ("", "7"), ("vii", "7 (printed vii)"), ("2", "7 (printed 2)")]
)
def test_a_page_is_named_as_counted_and_as_printed(label: str, name: str) -> None:
    assert page_name(7, label) == name


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [([], ""), ([3], "3"), ([4, 3, 3], "3–4"), ([1, 3, 4, 5, 9], "1, 3–5, 9")],
)
def test_neighbouring_numbers_are_drawn_together(numbers: list[int], expected: str) -> None:
    assert number_ranges(numbers) == expected


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ([], "page unknown"),
        ([2], "page 2 (printed 1)"),
        ([4, 3, 2, 2], "pages 2–4 (printed 1–3)"),
        ([1, 3], "pages 1 (printed i), 3 (printed 2)"),
        ([5], "page 5"),
        ([5, 6], "pages 5–6"),
    ],
)
def test_several_pages_are_named_in_the_same_way(numbers: list[int], expected: str) -> None:
    labels = ["i", "1", "2", "3", "5", "6"]
    pages = [Page(number, 1, 1, label) for number, label in enumerate(labels, start=1)]
    assert pages_in_words(pages, numbers) == expected
