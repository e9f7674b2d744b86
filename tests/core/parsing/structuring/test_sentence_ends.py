"""Sentences end before their reference marks."""

from __future__ import annotations

import pytest

from core.parsing.structuring.sentence_ends import ends_sentence, is_stopped, without_marks


@pytest.mark.parametrize(
    "mark",
    [
        "4",
        "4,5",
        "12\u201314",
        " [4]",
        "[4, 5\u20137]",
        " [4] [9]",
        "\u00b9\u00b2",
        " [2019, amended 2024]",
        "",
    ],
)
def test_a_sentence_ends_before_its_marks(mark: str) -> None:
    assert without_marks(f"It was seen in all.{mark}") == "It was seen in all."
    assert ends_sentence(f"It was \u201cseen in all.\u201d{mark}")


@pytest.mark.parametrize(
    "text",
    [
        "a dose of 0.5",
        "all 24",
        "the area is 3 m\u00b2",
        "as [4]",
        "Miller, V.,",
        "nach Art.5",
        "in Nr.12",
    ],
)
def test_a_number_that_is_no_reference_mark_ends_no_sentence(text: str) -> None:
    assert not ends_sentence(text)


@pytest.mark.parametrize("text", ["It was seen.", "It was seen (in all.)", "\u201cIt was.\u201d"])
def test_a_new_paragraph_may_be_set_in_below_a_stop_and_its_closing_bracket(text: str) -> None:
    assert is_stopped(text)


def test_a_bracket_without_a_stop_ends_no_sentence() -> None:
    assert not is_stopped("It was seen (in all)")
