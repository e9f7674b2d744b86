"""Every line on a page leads to the chunk whose own it is; repetitions are told apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.chunks.chunk_marks import chunk_marks, chunk_of, owner_at, shown_pages
from components.widgets.page_view import Mark, MarkRole, colour_of
from core.chunking.base import ChunkingResult
from core.spans import Role
from tests.builders import heading
from tests.cutting import cut
from tests.strategies import streams

if TYPE_CHECKING:
    from core.chunking.base import ChunkingResult
    from core.tokens import TokenStream

LONG = "The patient was given the drug and slept well for the whole night. " * 30


@pytest.fixture
def overlapping() -> ChunkingResult:
    return cut([LONG], "fixed", max_tokens=64, overlap=0.25)


@pytest.fixture
def headed() -> ChunkingResult:
    blocks = [heading("Treatment"), "First words. " * 30, "Second words. " * 30]
    return cut(blocks, "hierarchical", max_tokens=64, heading_budget=0.4)


def of_role(marks: list[Mark], role: MarkRole) -> list[Mark]:
    return [mark for mark in marks if mark.role is role]


def test_a_repeated_line_leads_to_the_chunk_that_owns_it(overlapping: ChunkingResult) -> None:
    first, second = overlapping.chunks[:2]
    repeated = of_role(chunk_marks(overlapping, [1], None), MarkRole.OVERLAP)
    assert repeated[0].id == first.id
    assert repeated[0].colour == colour_of(second.index)
    assert "repeated in chunk 2" in repeated[0].label


def test_the_selected_chunk_keeps_its_repeated_lines(overlapping: ChunkingResult) -> None:
    second = overlapping.chunks[1]
    marks = chunk_marks(overlapping, [1], second.id)
    own_repeats = [mark for mark in of_role(marks, MarkRole.OVERLAP) if mark.id == second.id]
    assert any(mark.colour == colour_of(second.index) for mark in own_repeats)


def test_what_others_repeat_of_the_selected_chunk_still_leads_to_it(
    overlapping: ChunkingResult,
) -> None:
    first, second = overlapping.chunks[:2]
    marks = of_role(chunk_marks(overlapping, [1], first.id), MarkRole.OVERLAP)
    repeated = [mark for mark in marks if mark.colour == colour_of(second.index)]
    assert repeated
    assert all(m.id != first.id and chunk_of(m.id) == first.id for m in repeated)


def test_a_heading_put_in_front_of_several_chunks_is_drawn_once(headed: ChunkingResult) -> None:
    users = [c.index + 1 for c in headed.chunks if any(s.role is Role.HEADING for s in c.segments)]
    marks = of_role(chunk_marks(headed, [1], None), MarkRole.HEADING)
    assert len(users) > 1
    assert len(marks) == 1
    assert marks[0].id == headed.chunks[0].id
    assert f"put in front of {users[0]}" in marks[0].label


def test_a_heading_belongs_to_the_selected_chunk_that_carries_it(headed: ChunkingResult) -> None:
    last = headed.chunks[-1]
    marks = of_role(chunk_marks(headed, [1], last.id), MarkRole.HEADING)
    assert {mark.id for mark in marks} == {headed.chunks[0].id, last.id}


def test_a_chunk_over_two_pages_is_marked_on_both(overlapping: ChunkingResult) -> None:
    chosen = next(c for c in overlapping.chunks if len(c.pages) == 2)
    marks = chunk_marks(overlapping, chosen.pages, chosen.id)
    assert {m.box.page for m in marks if m.id == chosen.id} == set(chosen.pages)


@given(streams(), st.sampled_from(["fixed", "recursive"]), st.sampled_from([16, 40]))
def test_a_mark_lies_on_own_lines_of_the_chunk_it_leads_to(
    stream: TokenStream, strategy: str, size: int
) -> None:
    result = cut(stream, strategy, max_tokens=size, overlap=0.5)
    for page in {page for one in result.chunks for page in one.pages}:
        marks = chunk_marks(result, [page], None)
        own = of_role(marks, MarkRole.OWN)
        for mark in of_role(marks, MarkRole.OVERLAP):
            middle = (mark.box.left + mark.box.right) / 2, (mark.box.top + mark.box.bottom) / 2
            assert any(
                one.id == mark.id and one.box.top <= middle[1] <= one.box.bottom for one in own
            )


@given(streams(), st.sampled_from([16, 40]))
def test_every_token_has_one_owner(stream: TokenStream, size: int) -> None:
    result = cut(stream, "fixed", max_tokens=size, overlap=0.5)
    for token in range(len(stream)):
        owner = owner_at(result, token)
        assert owner.cut.start <= token < owner.cut.end


@pytest.mark.parametrize(
    ("page", "expected"), [(None, [1, 2]), (2, [1, 2]), (3, [3]), (99, [5]), (0, [1])]
)
def test_all_pages_of_a_chunk_are_shown_unless_another_one_is_asked_for(
    overlapping: ChunkingResult, page: int | None, expected: list[int]
) -> None:
    spanning = next(c for c in overlapping.chunks if c.pages == (1, 2))
    chosen = None if page == 0 else spanning
    assert shown_pages(chosen, page, 5) == expected


def test_without_a_chunk_the_first_page_is_shown() -> None:
    assert shown_pages(None, None, 5) == [1]
