from __future__ import annotations

import pytest

from core.parsing.structuring.outline import Entry, Outline

OUTLINE = Outline(
    [Entry(1, "4 Linear methods", 3), Entry(2, "4.1 Overview", 3), Entry(1, "Introduction", 3)]
)


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("4 Linear methods", 0),
        ("Linear methods", 0),
        ("4.1 Overview", 1),
        ("1 Introduction", 2),
        ("I. Introduction", 2),
    ],
)
def test_a_title_is_known_with_and_without_its_number(text: str, entry: int) -> None:
    assert OUTLINE.find(3, text) == entry


def test_a_title_with_another_number_is_another_one() -> None:
    assert OUTLINE.find(3, "4.2 Overview") is None
    assert OUTLINE.find(4, "4.1 Overview") is None
