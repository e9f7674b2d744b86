"""Small characters above the base line are found within a line and right behind one."""

from __future__ import annotations

import pymupdf
import pytest

from core.reading.extraction import extract


def page_with(mark: str, rise: float, size: float, gap: float = 0.0) -> pymupdf.Page:
    page = pymupdf.open().new_page()
    page.insert_text((60, 100), "Some words of a line", fontsize=10)
    end = 60 + pymupdf.get_text_length("Some words of a line", fontsize=10)
    page.insert_text((end + gap, 100 - rise), mark, fontsize=size)
    return page


@pytest.mark.parametrize(("mark", "gap"), [("1", 0.0), ("12", 1.0), ("*", 2.5)])
def test_a_mark_behind_a_word_is_raised(mark: str, gap: float) -> None:
    content = extract(page_with(mark, 4, 6, gap))
    assert [text for text, _ in content.raised] == [mark]


@pytest.mark.parametrize(
    ("mark", "rise", "size", "gap"),
    [("1", 0, 6, 0.0), ("1", 4, 10, 0.0), ("1", 4, 6, 60.0), ("a long remark", 4, 6, 0.0)],
)
def test_what_is_level_large_far_off_or_long_is_not(
    mark: str, rise: float, size: float, gap: float
) -> None:
    assert extract(page_with(mark, rise, size, gap)).raised == []
