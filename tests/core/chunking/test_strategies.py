"""Each strategy against results worked out by hand from the thesis, section 3.4."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.chunking import make_options
from core.chunking.base import BoundaryKind, Chunk, ChunkingResult
from core.errors import InvalidOption
from core.spans import Role
from tests.builders import bullets, heading, table
from tests.cutting import words

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.builders import Block

    Cut = Callable[..., ChunkingResult]

TEN = "one two three four five six seven eight nine ten"


def parts(chunk: Chunk, result: ChunkingResult, role: Role) -> list[str]:
    """Texts of a chunk's segments in one role."""
    nodes = result.sir.nodes
    return [nodes[s.node].text[s.start : s.end] for s in chunk.segments if s.role is role]


def test_fixed_windows_step_by_n_minus_o(cut: Cut) -> None:
    result = cut([words(40)], "fixed", max_tokens=16, overlap=0.25)
    assert [(c.cut.start - c.cut.overlap, c.cut.end) for c in result.chunks] == [
        (0, 16), (12, 28), (24, 40),
    ]  # fmt: skip


def test_fixed_leaves_an_undersized_last_chunk(cut: Cut) -> None:
    result = cut([words(20)], "fixed", max_tokens=16, overlap=0)
    assert [c.token_count for c in result.chunks] == [16, 4]


def test_recursive_cuts_at_paragraphs_before_sentences(cut: Cut) -> None:
    result = cut([TEN, TEN], "recursive", max_tokens=16, overlap=0)
    assert [c.content for c in result.chunks] == [TEN, TEN]
    assert result.chunks[1].begins.kind is BoundaryKind.DELIMITER
    assert "end of a paragraph" in result.chunks[1].begins.reason


def test_recursive_joins_paragraphs_that_fit_together(cut: Cut) -> None:
    result = cut([words(5), words(5), words(5), words(5)], "recursive", max_tokens=16, overlap=0)
    assert [c.token_count for c in result.chunks] == [15, 5]


def test_recursive_cuts_a_long_paragraph_after_a_full_stop(cut: Cut) -> None:
    result = cut([f"{words(8)}. {words(12)}."], "recursive", max_tokens=16, overlap=0)
    assert [c.content for c in result.chunks] == [f"{words(8)}.", f"{words(12)}."]
    assert "full stop" in result.chunks[1].begins.reason


def test_recursive_never_cuts_behind_an_abbreviation(cut: Cut) -> None:
    text = f"{words(8)}, i.e. the {words(4)} of Fig. 1 {words(8)} by Lee et al. (2010) {words(8)}."
    result = cut([text], "recursive", max_tokens=16, overlap=0)
    assert all("full stop" not in c.begins.reason for c in result.chunks)


def test_recursive_overlap_is_whole_words_within_n(cut: Cut) -> None:
    result = cut([words(60)], "recursive", max_tokens=16, overlap=0.25)
    assert [c.cut.overlap for c in result.chunks[1:]] == [4] * (len(result.chunks) - 1)
    assert max(c.token_count for c in result.chunks) == 16


def test_semantic_breaks_above_the_percentile_and_says_so(cut: Cut) -> None:
    blocks = [words(9) for _ in range(5)]
    result = cut(
        blocks, "semantic", [0.1, 0.9, 0.1, 0.2], max_tokens=32, percentile=0.75, minimum=0
    )
    assert [c.token_count for c in result.chunks] == [18, 27]
    begins = result.chunks[1].begins
    assert begins.kind is BoundaryKind.BREAKPOINT
    assert begins.distance == pytest.approx(0.9)
    assert begins.threshold == pytest.approx(0.375)
    assert begins.percentile == 0.75


def test_semantic_joins_what_is_shorter_than_the_minimum(cut: Cut) -> None:
    blocks = [words(4), words(9), words(9)]
    result = cut(blocks, "semantic", [0.9, 0.8], max_tokens=32, percentile=0.5, minimum=0.2)
    assert [c.token_count for c in result.chunks] == [22]
    result = cut(blocks, "semantic", [0.9, 0.9], max_tokens=32, percentile=0.5, minimum=0)
    assert [c.token_count for c in result.chunks] == [22], "nothing is above the threshold"


def test_semantic_splits_what_is_longer_than_n(cut: Cut) -> None:
    blocks = [words(20), words(20)]
    result = cut(blocks, "semantic", [0.4], max_tokens=32, minimum=0)
    assert [c.token_count for c in result.chunks] == [20, 20]
    assert result.chunks[1].begins.kind is BoundaryKind.DELIMITER


def test_hierarchical_keeps_a_tree_that_fits_whole(cut: Cut) -> None:
    result = cut([heading("dose"), TEN, TEN], "hierarchical", max_tokens=32)
    assert [c.content for c in result.chunks] == [f"dose\n\n{TEN}\n\n{TEN}"]


def test_hierarchical_repeats_headings_above_later_chunks(cut: Cut) -> None:
    blocks = [heading("dose"), heading("children", 2), words(20), words(20)]
    first, second = (result := cut(blocks, "hierarchical", max_tokens=24)).chunks
    assert parts(first, result, Role.HEADING) == []
    assert parts(first, result, Role.OWN) == ["dose", "children", words(20)]
    assert parts(second, result, Role.HEADING) == ["dose", "children"]
    assert second.token_count == 22


def test_hierarchical_drops_the_highest_headings_over_the_budget(cut: Cut) -> None:
    blocks = [heading(words(4, "dose")), heading(words(4, "age"), 2), words(12), words(12)]
    result = cut(blocks, "hierarchical", max_tokens=24, heading_budget=0.25)
    assert parts(result.chunks[-1], result, Role.HEADING) == [words(4, "age")]


def test_hierarchical_drops_headings_beside_which_a_word_has_no_room(cut: Cut) -> None:
    address = "example.org/dose"
    blocks = [heading(words(11, "dose")), heading("age", 2), words(12), f"{words(8)} {address}"]
    result = cut(blocks, "hierarchical", max_tokens=16, heading_budget=0.8)
    assert any(address in chunk.content for chunk in result.chunks)


def test_an_address_longer_than_half_a_chunk_takes_no_heading_from_others(cut: Cut) -> None:
    address = "example.org/" + "/".join(TEN.split()[:6])
    result = cut([heading("dose age"), f"{words(30)} {address}"], "hierarchical", max_tokens=16)
    below = [chunk for chunk in result.chunks if "dose age" not in chunk.content]
    assert all(parts(chunk, result, Role.HEADING) == ["dose age"] for chunk in below)


@pytest.mark.parametrize("introduced", [bullets(*[words(5)] * 4), table([[words(5)]] * 4)])
def test_hierarchical_keeps_a_lead_in_with_what_it_introduces(cut: Cut, introduced: Block) -> None:
    whole, divided = (
        cut([heading("dose"), words(size), "It holds:", introduced], "hierarchical", max_tokens=24)
        for size in (18, 6)
    )
    for result in (whole, divided):
        last = next(chunk for chunk in result.chunks if "It holds:" in chunk.content)
        assert words(5) in last.content.partition("It holds:")[2]


def test_hierarchical_leaves_a_lead_in_that_has_no_room_where_it_stands(cut: Cut) -> None:
    blocks = [words(6), "It holds:", bullets(words(24), words(5))]
    result = cut(blocks, "hierarchical", max_tokens=24)
    assert result.chunks[0].content == f"{words(6)}\n\nIt holds:"


def test_hierarchical_merges_neighbours_that_were_not_split(cut: Cut) -> None:
    blocks = [words(6), words(6), words(6), words(40), words(6), words(6)]
    result = cut(blocks, "hierarchical", max_tokens=16)
    assert [c.token_count for c in result.chunks] == [12, 6, 16, 16, 8, 12]


def test_hierarchical_splits_a_long_table_by_rows_with_its_header(cut: Cut) -> None:
    rows = [["age", "dose"], *([words(5), words(5)] for _ in range(4))]
    result = cut([table(rows)], "hierarchical", max_tokens=24)
    assert [c.token_count for c in result.chunks] == [22, 22]
    for chunk in result.chunks[1:]:
        assert parts(chunk, result, Role.HEADING) == ["age", "dose"]
        assert chunk.begins.kind is BoundaryKind.LOCK
    assert result.chunks[1].content.startswith(f"age\tdose\n{words(5)}\t{words(5)}")


def test_an_option_outside_its_range_is_named() -> None:
    with pytest.raises(InvalidOption, match="N must be"):
        make_options("fixed", {"max_tokens": 4})
    with pytest.raises(InvalidOption, match="percentile"):
        make_options("fixed", {"percentile": 0.9})


def test_an_unknown_strategy_names_the_known_ones() -> None:
    with pytest.raises(InvalidOption, match="hierarchical"):
        make_options("magic", {})
