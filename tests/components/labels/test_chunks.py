"""Sizes, paths, pages and numbers in words."""

from __future__ import annotations

import pytest

from components.labels.chunks import path_in_words, sharers, size_in_words, summary
from core.spans import Role
from tests.builders import heading
from tests.cutting import cut

WORDS = "one two three four five six seven eight nine ten " * 10


def test_a_size_names_its_parts_only_where_there_are_several() -> None:
    result = cut([WORDS], "fixed", max_tokens=40, overlap=0.25)
    assert size_in_words(result.chunks[0]) == "40 own"
    assert size_in_words(result.chunks[1]) == "40 = 30 own + 10 overlap"


def test_headings_count_in_the_size() -> None:
    result = cut([heading("Dose"), WORDS], "hierarchical", max_tokens=40, heading_budget=0.4)
    assert size_in_words(result.chunks[1]).endswith("+ 1 heading")


def test_a_chunk_names_the_chunks_that_repeat_its_words() -> None:
    result = cut([WORDS], "fixed", max_tokens=40, overlap=0.25)
    assert sharers(result, result.chunks[0]) == {Role.OVERLAP: [2], Role.HEADING: []}
    assert sharers(result, result.chunks[-1]) == {Role.OVERLAP: [], Role.HEADING: []}


def test_the_summary_of_no_chunks_is_zero() -> None:
    assert summary(cut([], "fixed")) == (0, 0, 0, 0)


def test_the_summary_counts_all_tokens_of_a_chunk() -> None:
    found = summary(cut([WORDS], "fixed", max_tokens=40, overlap=0))
    assert found == (3, pytest.approx(100 / 3), 40, 40)


def test_a_long_path_loses_its_middle_first() -> None:
    blocks = [heading("A" * 70, 1), heading("B" * 70, 2), heading("C" * 70, 3), "Text."]
    sir = cut(blocks, "fixed").sir
    path = path_in_words(sir, sir.lineage(4))
    assert path == f"{'A' * 70} › … › {'C' * 70}"
