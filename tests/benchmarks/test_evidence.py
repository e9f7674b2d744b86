"""How evidence is counted."""

from __future__ import annotations

import pytest

from benchmarks.bm25 import Bm25
from benchmarks.questions import GoldLine, lines_found
from core.chunking.base import LineBox, Role
from core.geometry import BoundingBox
from core.sir import Location

LINE = GoldLine(page=2, left=0.2, right=0.8, middle=0.5)


def marked(
    left: float, right: float, page: int = 2, top: float = 0.49, bottom: float = 0.51
) -> LineBox:
    box = BoundingBox(page, left, top, right, bottom)
    return LineBox(box, Role.OWN, 1, Location.EXACT)


@pytest.mark.parametrize(
    ("boxes", "share"),
    [
        ([], 0.0),
        ([marked(0.2, 0.8)], 1.0),
        ([marked(0.2, 0.55)], 1.0),
        ([marked(0.2, 0.45)], 0.0),
        ([marked(0.2, 0.4), marked(0.6, 0.8)], 1.0),
        ([marked(0.2, 0.8, page=3)], 0.0),
        ([marked(0.2, 0.8, top=0.6, bottom=0.7)], 0.0),
    ],
)
def test_a_line_is_found_if_half_of_its_width_is_marked(boxes: list[LineBox], share: float) -> None:
    assert lines_found([LINE], boxes) == share


def test_the_share_counts_lines() -> None:
    other = GoldLine(page=2, left=0.2, right=0.8, middle=0.7)
    assert lines_found([LINE, other], [marked(0.1, 0.9)]) == 0.5


def test_the_baseline_ranks_the_text_with_the_rare_word_first() -> None:
    texts = ["Net sales and other sales.", "Sales of tents.", "The sales of the year."]
    assert Bm25(texts).ranked("Which tents had sales?")[0] == 1


def test_the_baseline_keeps_the_order_of_equal_texts() -> None:
    assert Bm25(["one", "two", "three"]).ranked("What is four?") == [0, 1, 2]
