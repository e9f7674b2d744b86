"""Heading-anchored chunks against the rules of structured chunking v2, section 4."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.sizes import sized
from core.chunking.base import BoundaryKind, ChunkingResult
from core.sir import ElementType
from tests.builders import Block, bullets, heading, table
from tests.cutting import cut, openings, words

if TYPE_CHECKING:
    from collections.abc import Sequence


def chunks(blocks: Sequence[Block | str], tokens: int = 64) -> ChunkingResult:
    return cut(blocks, "heading_anchored", **sized("heading_anchored", tokens))


def test_each_main_heading_anchors_a_chunk_with_all_that_stands_below_it() -> None:
    blocks = [heading("a"), words(3), heading("b", 2), words(3), heading("c"), bullets("x", "y")]
    result = chunks(blocks)
    assert openings(result) == ["a", "c"]
    assert result.chunks[0].content == "a\n\ncell cell cell\n\nb\n\ncell cell cell"
    assert result.chunks[1].begins.kind is BoundaryKind.HEADING
    assert result.chunks[1].begins.reason == "A main section begins: c."


def test_text_before_the_first_heading_is_a_chunk() -> None:
    assert openings(chunks([words(4), heading("a"), words(4)])) == [words(4), "a"]


def test_a_document_of_one_title_is_cut_at_the_sections_below_it() -> None:
    for kind in (ElementType.TITLE, ElementType.SECTION_HEADER):
        blocks = [Block(kind, "t", 1), "By all.", heading("a", 2), "x", heading("b", 2), "y"]
        result = chunks(blocks)
        assert openings(result) == ["t", "a", "b"]
        assert result.chunks[1].begins.reason == "A main section begins: a."


def test_a_heading_without_text_is_no_chunk_of_its_own() -> None:
    title = Block(ElementType.TITLE, "t", 1)
    blocks = [title, heading("a", 2), "x", heading("b", 2), heading("c", 2), "y"]
    assert openings(chunks(blocks)) == ["t", "b"]


def test_a_section_over_the_budget_is_split_where_the_next_subsection_would_not_fit() -> None:
    below = [part for n in range(4) for part in (heading(f"s{n}", 3), words(28))]
    result = chunks([heading("a"), heading("b", 2), *below, heading("z"), "end"])
    assert openings(result) == ["a", "s2", "z"]
    begins = result.chunks[1].begins
    assert begins.kind is BoundaryKind.HEADING
    assert "A subsection begins: s2" in begins.reason
    assert "the section above it passes the budget of 66 tokens" in begins.reason


def test_the_rest_of_a_divided_subsection_is_not_joined_with_the_next() -> None:
    below = [part for n in range(3) for part in (heading(f"s{n}", 3), words(28))]
    result = chunks([heading("a"), heading("b", 2), *below, heading("c", 2), words(5)])
    assert openings(result) == ["a", "s2", "c"]


def test_text_that_introduces_a_divided_subsection_stays_with_its_beginning() -> None:
    below = [part for n in range(3) for part in (heading(f"s{n}", 3), words(28))]
    result = chunks([heading("a"), words(2), heading("b", 2), *below, heading("z"), "end"])
    assert result.chunks[0].content.startswith("a\n\ncell cell\n\nb\n\ns0")
    assert openings(result) == ["a", "s2", "z"]


def test_nothing_is_split_at_the_fourth_level_nor_inside_a_block() -> None:
    deep = [
        part
        for level in (2, 3, 4)
        for part in (heading(f"level {level}", level), words(50), bullets(words(40), words(40)))
    ]
    result = chunks([heading("a"), words(9), *deep, table([[words(9)] * 4] * 4), heading("z"), "."])
    assert openings(result) == ["a", "level 2", "level 3", "z"]
    reason = result.chunks[2].begins.reason
    assert "kept whole, as no second or third level of headings is there to split at" in reason
    assert "3 of 4 chunks" not in result.making.notices[0]
    assert "Over the budget of 66 tokens: 2 of 4 chunks" in result.making.notices[0]


def test_a_document_without_headings_is_one_chunk_and_says_so() -> None:
    result = chunks([words(90), words(90)])
    assert [one.token_count for one in result.chunks] == [180]
    assert result.making.notices[0].startswith("No heading was found")
    assert result.chunks[0].begins.kind is BoundaryKind.START


def test_a_budget_that_does_not_work_out_is_said_with_the_chunks() -> None:
    result = cut([heading("a"), "x"], "heading_anchored", prompt_reserve=100_000)
    assert any("The reserves of 101,500 tokens" in notice for notice in result.making.notices)
