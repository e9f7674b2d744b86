from __future__ import annotations

import pytest

from core.parsing.structuring.outline import Entry, Outline

TITLES = ("4 Linear methods", "4.1 Overview", "Introduction", "9 FAQ")
OUTLINE = Outline([Entry(1, title, 3) for title in TITLES])


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("4 Linear methods", 0),
        ("Linear methods", 0),
        ("4.1 Overview", 1),
        ("1 Introduction", 2),
        ("I. Introduction", 2),
        ("FAQ", 3),
    ],
)
def test_a_title_is_known_with_and_without_its_number(text: str, entry: int) -> None:
    assert OUTLINE.find(3, text) == entry


def test_a_title_with_another_number_is_another_one() -> None:
    assert OUTLINE.find(3, "4.2 Overview") is None
    assert OUTLINE.find(4, "4.1 Overview") is None


def test_an_item_of_a_list_is_no_title() -> None:
    assert OUTLINE.find(3, "\u2014 Linear methods") is None
