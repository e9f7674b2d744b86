"""Bullets that are drawn, not written."""

from __future__ import annotations

from typing import Any

import pymupdf
import pytest

from core.reading.extraction import extract

ITEMS = ("no fever for at least two days", "normal blood count", "written consent")
BLUE = (0.1, 0.2, 0.9)


def lines(
    *, x: float = 60, y: float = -3.5, radius: float = 1.5, count: int = 3, **drawn: Any
) -> list[str]:
    """The lines of a page with a disc beside each of the first `count` items."""
    with pymupdf.open() as pdf:
        page = pdf.new_page()
        for row, item in enumerate(ITEMS):
            base = 100 + 15 * row
            page.insert_text((72, base), item, fontsize=10)
            if row < count:
                look: dict[str, Any] = {"color": None, "fill": (0, 0, 0), **drawn}
                page.draw_circle((x, base + y), radius, **look)
        return [line.text for line in extract(page).lines]


def test_small_discs_left_of_lines_are_bullets() -> None:
    assert lines() == [f"\u2022 {item}" for item in ITEMS]


@pytest.mark.parametrize(
    "change",
    [
        {"count": 1},
        {"radius": 4},
        {"radius": 0.5},
        {"y": 1.0},
        {"x": 30},
        {"x": 72},
        {"fill": BLUE},
        {"fill": None, "color": (0, 0, 0)},
    ],
    ids=["alone", "large", "tiny", "low", "far off", "within", "other colour", "outline"],
)
def test_other_discs_are_no_bullets(change: dict[str, Any]) -> None:
    assert lines(**change) == list(ITEMS)
