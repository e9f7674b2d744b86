"""The rules of structured chunking v2, sections 4 and 9, each by itself, in both split orders."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from benchmarks.sizes import sized
from core.chunking.heading_anchored import FEWEST, H3_FIRST
from core.chunking.main_headings import titles
from core.errors import InvalidOption
from core.export.sections_jsonl import anchored_record
from core.spans import Role
from tests.builders import LINES_PER_PAGE, WORDS_PER_LINE, Block, bullets, heading, table
from tests.cutting import cut, openings, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.chunking.base import ChunkingResult

pytestmark = pytest.mark.parametrize("order", [FEWEST, H3_FIRST])
PAGE = LINES_PER_PAGE * WORDS_PER_LINE


def chunks(blocks: Sequence[Block | str], order: str, tokens: int = 64) -> ChunkingResult:
    values = {**sized("heading_anchored", tokens), "split_order": order}
    return cut(blocks, "heading_anchored", **values)


def test_a_first_level_heading_begins_a_chunk_and_those_below_stay_in_it(order: str) -> None:
    blocks = [heading("a"), heading("b", 2), "x", heading("c", 3), "y", heading("d"), "z"]
    assert openings(chunks(blocks, order)) == ["a", "d"]


def test_pages_without_a_first_level_heading_go_on_with_the_one_before(order: str) -> None:
    blocks = [heading("a"), *[words(PAGE // 2)] * 6, heading("b"), "x"]
    result = chunks(blocks, order, tokens=900)
    assert [one.pages for one in result.chunks] == [(1, 2, 3, 4), (4,)]


def test_text_attaches_to_the_nearest_heading_level_3_before_2_before_1(order: str) -> None:
    below = [
        *(heading("h2", 2), bullets(words(40)), heading("h3", 3), table([[words(30)] * 2])),
        *(heading("other", 2), words(60)),
    ]
    result = chunks([heading("h1"), words(60), *below, heading("end"), "x"], order)
    named = titles(result.sir)
    sections = [anchored_record(result, one, named)["section"] for one in result.chunks]
    assert sections == ["h1", "h1 > h2", "h1 > h2 > h3", "h1 > other", "end"]


def test_lists_and_tables_are_never_split(order: str) -> None:
    long = [bullets(*[words(30)] * 6), table([[words(10)] * 3] * 6)]
    result = chunks([heading("a"), heading("b", 2), *long, heading("c", 2), *long], order)
    for chunk in result.chunks:
        kinds = [kind.value for kind in chunk.element_types]
        assert {"list_item", "table_cell"} <= set(kinds)
    assert openings(result) == ["a", "c"]


def test_a_large_section_without_subheadings_stays_one_chunk_and_says_so(order: str) -> None:
    result = chunks([heading("a"), *[words(50)] * 5, heading("b"), "x"], order)
    assert openings(result) == ["a", "b"]
    assert "more than the budget of 66" in result.chunks[0].begins.reason
    assert result.making.notices[0].startswith("Over the budget of 66 tokens: 1 of 2 chunks")


def test_only_second_level_headings_split_where_there_are_no_third(order: str) -> None:
    below = [part for n in range(3) for part in (heading(f"s{n}", 2), words(50))]
    result = chunks([heading("a"), words(9), *below, heading("z"), "end"], order)
    assert openings(result) == ["a", "s1", "s2", "z"]


def test_nothing_is_added_changed_or_lost(order: str) -> None:
    blocks = [
        *("Before.", heading("a"), words(70), heading("b", 2), bullets("p", "q"), words(60)),
        *(heading("c", 3), table([["r", "s"], ["t", "u"]]), words(60), heading("d"), "End."),
    ]
    result = chunks(blocks, order)
    assert {segment.role for one in result.chunks for segment in one.segments} == {Role.OWN}
    texts = [
        result.sir.nodes[segment.node].text[segment.start : segment.end]
        for one in result.chunks
        for segment in one.segments
    ]
    assert texts == [node.text for node in result.sir.nodes[: result.sir.flow] if node.text]
    assert all(before.cut.end == after.cut.start for before, after in pairwise(result.chunks))


def test_equal_titles_are_told_apart_by_their_order(order: str) -> None:
    blocks = [part for text in ("one", "two", "three") for part in (heading("Notes"), text)]
    result = chunks(blocks, order)
    assert openings(result) == ["Notes"] * 3
    assert len({one.id for one in result.chunks}) == 3
    assert [one.content for one in result.chunks] == [
        "Notes\n\none", "Notes\n\ntwo", "Notes\n\nthree",
    ]  # fmt: skip


def test_the_same_document_gives_the_same_chunks(order: str) -> None:
    blocks = [heading("a"), heading("b", 2), words(60), heading("c", 3), words(60)]
    first, second = (chunks(blocks, order).chunks for _ in range(2))
    assert [one.id for one in first] == [one.id for one in second]


def test_the_last_third_level_heading_is_preferred_to_a_nearer_second_level_one(
    order: str,
) -> None:
    blocks = [
        *(heading("a"), words(5), heading("b", 2), words(5), heading("s", 3), words(20)),
        *(heading("c", 2), words(20), heading("d", 2), words(20), heading("z"), "."),
    ]
    expected = ["a", "s", "z"] if order == H3_FIRST else ["a", "d", "z"]
    assert openings(chunks(blocks, order)) == expected


def test_words_are_counted_where_the_options_say_so(order: str) -> None:
    long, short = "immunoglobulin " * 30, "x " * 25
    blocks = [heading("a"), heading("b", 2), long, heading("c", 2), short, heading("z"), "."]
    values = {"chunk_max_words_hint": 60, "split_order": order}
    by_words = cut(blocks, "heading_anchored", tokenizer="words", **values)
    by_tokens = cut(blocks, "heading_anchored", tokenizer="document", **values)
    assert openings(by_words) == ["a", "z"]
    assert openings(by_tokens) == ["a", "c", "z"], "a long word has many tokens"
    tight = cut(blocks, "heading_anchored", tokenizer="words", chunk_max_words_hint=50)
    assert "budget of 50 words" in tight.chunks[1].begins.reason


def test_an_unknown_name_is_refused_with_those_that_are_there(order: str) -> None:
    with pytest.raises(InvalidOption, match=r"There is no 'llama', choose one of document, words"):
        cut(["x"], "heading_anchored", tokenizer="llama", split_order=order)
    with pytest.raises(InvalidOption, match=r"choose one of fewest, h3_first"):
        cut(["x"], "heading_anchored", split_order="h2")
