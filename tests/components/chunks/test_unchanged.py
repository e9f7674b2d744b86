"""A setting that leaves all chunks as they were is said to do so."""

from __future__ import annotations

import pytest

from components.chunks.page import unchanged_in_words
from tests.builders import heading
from tests.cutting import cut

WORDS = " ".join(f"Sentence number {n} stands here." for n in range(40))
BLOCKS = (heading("Doses of the first drug"), WORDS)
OTHER = [("max_tokens", 32), ("heading_budget", 0.0)]


def test_a_heading_budget_that_no_heading_passes_changes_nothing() -> None:
    before, after = (
        cut(BLOCKS, "hierarchical", max_tokens=64, heading_budget=b) for b in (0.4, 0.5)
    )
    words = unchanged_in_words(before, after)
    assert words.startswith(f"The same {len(after.chunks)} chunks as before: B_h changes nothing")
    assert words.endswith("Headings above a chunk have 5 tokens at most, and B_h allows 25.")


@pytest.mark.parametrize(("name", "value"), OTHER)
def test_of_other_chunks_nothing_is_said(name: str, value: float) -> None:
    before = cut(BLOCKS, "hierarchical", max_tokens=64, heading_budget=0.4)
    after = cut(BLOCKS, "hierarchical", **{"max_tokens": 64, "heading_budget": 0.4, name: value})
    assert unchanged_in_words(before, after) == ""


def test_of_the_same_options_nothing_is_said() -> None:
    before, after = (cut(BLOCKS, "hierarchical", max_tokens=64) for _ in range(2))
    assert unchanged_in_words(before, after) == ""
