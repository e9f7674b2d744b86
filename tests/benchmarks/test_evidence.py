"""The baseline that evidence is compared with."""

from __future__ import annotations

from benchmarks.bm25 import Bm25


def test_the_baseline_ranks_the_text_with_the_rare_word_first() -> None:
    texts = ["Net sales and other sales.", "Sales of tents.", "The sales of the year."]
    assert Bm25(texts).ranked("Which tents had sales?")[0] == 1


def test_the_baseline_keeps_the_order_of_equal_texts() -> None:
    assert Bm25(["one", "two", "three"]).ranked("What is four?") == [0, 1, 2]
