"""What explains a chunk from elsewhere has its own marks, letters and origin."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from components.chunks.chunk_marks import chunk_of
from components.chunks.supplement_view import (
    entry_marks,
    entry_of,
    letter,
    mark_of,
    origin_in_words,
)
from components.widgets.page_view import MarkRole
from components.widgets.page_view.legend import legend_entries
from core.chunking.additions import SupplementEntry, SupplementKind
from tests.builders import heading
from tests.cutting import cut

if TYPE_CHECKING:
    from core.chunking.base import ChunkingResult

DEFINED = "Level 2 data are records of single patients."
BLOCKS = [
    heading("Article 1 Levels"),
    DEFINED,
    heading("Article 2 Storage"),
    "Level 2 data is kept locked. " * 12,
]


@pytest.fixture
def explained() -> ChunkingResult:
    """Chunks of which the last one is explained by the first article."""
    result = cut(BLOCKS, "hierarchical", max_tokens=64)
    node = next(n for n, one in enumerate(result.sir.nodes) if one.text == DEFINED)
    entries = (
        SupplementEntry("Level 2 data", SupplementKind.DEFINITION, node, 0, len(DEFINED)),
        SupplementEntry("It", SupplementKind.ANAPHOR, node, 0, 12, by="gemini-2.5-flash"),
    )
    last = replace(result.chunks[-1], supplement=entries, signature="storage of patient records")
    return replace(result, chunks=(*result.chunks[:-1], last))


def test_each_entry_is_marked_on_its_own_words(explained: ChunkingResult) -> None:
    chunk = explained.chunks[-1]
    marks = entry_marks(explained, chunk, [1])
    assert [mark.badge for mark in marks] == ["a", "b"]
    assert all(mark.role is MarkRole.SUPPLEMENT for mark in marks)
    assert marks[0].box.right > marks[1].box.right
    assert entry_marks(explained, chunk, [2]) == []
    assert entry_marks(explained, None, [1]) == []


def test_a_mark_says_what_its_expression_means(explained: ChunkingResult) -> None:
    chunk = explained.chunks[-1]
    entry = replace(chunk.supplement[0], meaning="records of single patients")
    [mark] = entry_marks(explained, replace(chunk, supplement=(entry,)), [1])
    assert mark.label.startswith("a: Level 2 data → records of single patients\n")


def test_a_mark_leads_to_its_entry_and_back_to_the_chunk(explained: ChunkingResult) -> None:
    chunk = explained.chunks[-1]
    mark = mark_of(chunk, 1)
    assert entry_of(mark) == 1
    assert chunk_of(mark) == chunk.id
    assert entry_of(chunk.id) is None
    assert entry_of(f"{chunk.id}/3") is None


def test_the_origin_names_kind_place_and_finder(explained: ChunkingResult) -> None:
    first, second = explained.chunks[-1].supplement
    said = origin_in_words(explained.sir, first)
    assert said == "definition · page 1 · Article 1 Levels · found by rule"
    assert origin_in_words(explained.sir, second).endswith("found by gemini-2.5-flash")


def test_the_legend_explains_the_marks(explained: ChunkingResult) -> None:
    marks = entry_marks(explained, explained.chunks[-1], [1])
    assert [words for _, words in legend_entries(marks)] == ["explains the passage from elsewhere"]


def test_letters_go_on_after_z() -> None:
    assert [letter(place) for place in (0, 25, 26, 27, 52, 701, 702)] == [
        "a",
        "z",
        "aa",
        "ab",
        "ba",
        "zz",
        "aaa",
    ]
