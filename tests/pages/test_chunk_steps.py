"""The three steps on the page Chunks: counted, walked, marked, and merges told from cuts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from components.chunks import steps as rows_module
from components.chunks.step_marks import Walk, step_marks
from components.chunks.step_words import CHUNKS, PARAGRAPHS, TOPICS, merges_of
from components.chunks.steps import step_rows, token_of_row
from components.widgets.page_view import MarkRole
from tests.core.chunking.test_step_record import GARDEN
from tests.core.chunking.test_three_step import cut, options_of, source_of
from tests.pages.conftest import outline_buttons

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

    from core.chunking.base import ChunkingResult
    from core.workbench import Workbench

RECIPE = "three_step,max_tokens=512,block_size=2000"


@pytest.fixture(scope="module")
def result() -> ChunkingResult:
    return cut(source_of(GARDEN))


def walk_of(result: ChunkingResult, step: str) -> Walk:
    assert result.making.record is not None
    return Walk(result, result.making.record, step)


def badges_of(walk: Walk) -> list[str]:
    own = [mark for mark in step_marks(walk, [1], 0) if mark.role is MarkRole.OWN]
    return list(dict.fromkeys(mark.badge for mark in own if mark.badge))


def test_every_item_is_marked_with_its_number(result: ChunkingResult) -> None:
    for step, count in ((PARAGRAPHS, 5), (TOPICS, 10)):
        assert badges_of(walk_of(result, step)) == [str(at) for at in range(1, count + 1)]


def test_chunks_have_the_numbers_that_they_have_in_the_list_of_chunks(
    result: ChunkingResult,
) -> None:
    assert badges_of(walk_of(result, CHUNKS)) == [str(c.index + 1) for c in result.chunks]


def test_between_topics_a_bar_tells_merges_from_cuts(result: ChunkingResult) -> None:
    walk = walk_of(result, CHUNKS)
    marks = step_marks(walk, [1], 3)
    bars = {mark.id: mark.role for mark in marks if mark.role.startswith("cut")}
    assert list(bars.values()).count(MarkRole.CUT_JOINED) == 3
    assert list(bars.values()).count(MarkRole.CUT_BEGINS) == 6
    roles = {mark.role for mark in marks}
    assert {MarkRole.POINTS, MarkRole.SUPPLEMENT} <= roles
    assert not any(mark.role is MarkRole.POINTS for mark in step_marks(walk, [1], 4))


def test_rows_lie_below_their_paragraph_and_their_chunk(result: ChunkingResult) -> None:
    topics = step_rows(walk_of(result, TOPICS), 0)
    assert next(row.label for row in topics if row.section) == "Paragraph 1: 2 topics"
    assert sum(not row.section for row in topics) == 10
    chunks = step_rows(walk_of(result, CHUNKS), 0)
    assert sum(row.note.startswith("⊕ kept") for row in chunks) == 3
    assert sum(row.note.startswith("✂ cut") for row in chunks) == 6
    assert all(token_of_row(row.node) >= 0 for row in chunks)
    assert len(step_rows(walk_of(result, PARAGRAPHS), 0)) == 5


def test_of_many_items_those_around_the_chosen_one_are_listed(
    result: ChunkingResult, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows_module, "MOST", 2)
    rows = step_rows(walk_of(result, PARAGRAPHS), 3)
    assert [row.kind for row in rows] == ["¶ 3", "¶ 4"]


def test_a_chunk_says_why_its_topics_are_kept_together(result: ChunkingResult) -> None:
    merges = [merges_of(result, chunk) for chunk in result.chunks]
    assert [len(merge) for merge in merges] == [1, 1, 0, 0, 1, 0, 0]
    assert "points back: 'this technique'" in merges[0][0]
    small = cut(source_of(GARDEN), options_of(max_tokens=64))
    assert not any(merges_of(small, chunk) for chunk in small.chunks)


@pytest.fixture
def chunks(app: AppTest, library: Workbench, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setattr("components.chunks.steps.outline", outline_buttons)
    monkeypatch.setattr("components.chunks.explorer.chunk_list", lambda *_, **__: None)
    record = library.documents.add(GARDEN, GARDEN.name)
    app.switch_page("pages/chunks.py")
    app.query_params["document"] = record.sha
    app.query_params["recipe"] = RECIPE
    app.session_state["chunks-tabs"] = "Steps"
    app.run()
    assert not app.exception
    return app


def said(app: AppTest) -> str:
    return "\n".join(one.value for one in app.markdown)


def test_the_steps_are_walked_with_buttons_and_show_the_evidence(chunks: AppTest) -> None:
    assert "**Paragraph 1**" in said(chunks)
    chunks.button(key="step-on").click().run()
    chunks.button(key="step-on").click().run()
    chunks.button(key="step-down").click().run()
    assert not chunks.exception
    assert "**Topic 2, in chunk 1**" in said(chunks)
    assert "**Kept together** with" in said(chunks)
    chunks.button(key="step-down").click().run()
    assert "**Cut**" in said(chunks)
    chunks.button(key="step-back").click().run()
    assert "**Topic 3**" in said(chunks)
    assert not chunks.exception


def test_another_strategy_has_no_steps(chunks: AppTest) -> None:
    chunks.selectbox(key="chunks.strategy").set_value("fixed").run()
    assert not chunks.exception
    assert not any(one.key == "step-on" for one in chunks.button)
