"""Chunks: what is set, chosen and linked is what the page shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import streamlit as st

from components.forms.configuration_form import linked_configuration
from core.chunking import STRATEGIES, token_counts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from streamlit.testing.v1 import AppTest

    from components.widgets.listbox.chunk_rows import ChunkRow
    from core.chunking.base import ChunkingResult
    from core.progress import Progress
    from core.workbench import Workbench

RECIPE = "hierarchical,max_tokens=16,heading_budget=0.4"


def list_buttons(
    rows: Sequence[ChunkRow],
    *,
    key: str,
    name: str,
    label: str,
    selected: str | None,
    on_choose: Callable[[str], None],
) -> None:
    """The list as a button for every row."""
    for row in rows:
        st.button(f"chunk {row.number}", key=f"{key}-{row.id}", on_click=on_choose, args=(row.id,))


@pytest.fixture
def chunks(app: AppTest, library: Workbench, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setattr("components.chunks.explorer.chunk_list", list_buttons)
    app.switch_page("pages/chunks.py")
    app.query_params["document"] = library.library.find("guideline.pdf").sha
    app.query_params["recipe"] = RECIPE
    app.run()
    assert not app.exception
    return app


@pytest.fixture
def result(library: Workbench) -> ChunkingResult:
    return library.chunks.of(
        library.library.find("guideline.pdf").sha, linked_configuration(RECIPE)
    )


def test_what_the_rules_of_the_refiner_add_to_a_long_document_comes_with_its_progress(
    chunks: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    titles: list[str] = []

    def noted(job: Callable[[Progress], object], *, title: str, **_: str) -> object:
        titles.append(title)
        return job(lambda done, total: None)

    monkeypatch.setattr("components.chunks.making.long_work", noted)
    monkeypatch.setattr("components.chunks.making._LONG", 0)
    chunks.query_params["recipe"] = f"{RECIPE},refining=lineage-supplement"
    chunks.run()
    assert not chunks.exception
    assert titles == ["Cutting guideline.pdf"]


def pages_of(app: AppTest) -> str:
    return next(one.value for one in app.text if one.value.startswith("chunks-pages: "))


def figures(app: AppTest) -> str:
    return next(one.value for one in app.markdown if " chunks · mean " in one.value)


def test_the_page_shows_the_lines_of_every_chunk(chunks: AppTest, result: ChunkingResult) -> None:
    assert pages_of(chunks) == "chunks-pages: guideline.pdf [1] None 1"
    marked = {one.label.split()[1] for one in chunks.button if one.label.startswith("own ")}
    assert marked == {one.id for one in result.chunks if 1 in one.pages}
    assert f"**{len(result.chunks)}** chunks" in figures(chunks)


def test_another_strategy_cuts_anew_and_stands_in_the_address(chunks: AppTest) -> None:
    before = figures(chunks)
    chunks.selectbox(key="chunks.strategy").set_value("fixed").run()
    assert not chunks.exception
    assert figures(chunks) != before
    assert chunks.query_params["recipe"] == "fixed,max_tokens=16,overlap=0.2"


def test_a_slider_cuts_anew(chunks: AppTest, library: Workbench, result: ChunkingResult) -> None:
    chunks.select_slider[0].set_value(64).run()
    config = chunks.query_params["recipe"]
    assert config == "hierarchical,max_tokens=64,heading_budget=0.4"
    assert not chunks.exception
    sha = library.library.find("guideline.pdf").sha
    anew = library.chunks.of(sha, linked_configuration(config)).chunks
    assert len(anew) != len(result.chunks)
    assert f"**{len(anew)}** chunks" in figures(chunks)


def test_settings_that_are_tried_in_between_leave_the_chosen_passage(chunks: AppTest) -> None:
    chunks.select_slider[0].set_value(64).run()
    rows = [one for one in chunks.button if one.label.startswith("chunk ")]
    rows[-1].click().run()
    chosen = chunks.query_params["chunk"]
    for size in (96, 1024, 64):
        chunks.select_slider[0].set_value(size).run()
        assert not chunks.exception
    assert chunks.query_params["chunk"] == chosen


def test_choosing_a_chunk_shows_its_pages_and_reasons(
    chunks: AppTest, result: ChunkingResult
) -> None:
    last = result.chunks[-1]
    next(one for one in chunks.button if one.label == f"chunk {last.index + 1}").click().run()
    assert not chunks.exception
    assert chunks.query_params["chunk"] == last.id
    assert (
        pages_of(chunks)
        == f"chunks-pages: guideline.pdf {list(last.pages)} {last.id} {last.pages[0]}"
    )
    said = " ".join(one.value for one in chunks.markdown)
    assert f"Chunk {last.index + 1}**" in said
    assert "Ends, end:] The document ends." in said


def test_clicking_a_line_chooses_its_chunk(chunks: AppTest, result: ChunkingResult) -> None:
    line = next(one for one in chunks.button if one.label.startswith("own "))
    line.click().run()
    assert chunks.query_params["chunk"] in line.label
    assert chunks.query_params["page"] == "1"


def test_a_link_restores_settings_chunk_and_page(chunks: AppTest, library: Workbench) -> None:
    text = "recursive,max_tokens=20,overlap=0"
    sha = library.library.find("guideline.pdf").sha
    last = library.chunks.of(sha, linked_configuration(text)).chunks[-1]
    chunks.query_params["recipe"] = text
    chunks.query_params["chunk"] = last.id
    chunks.run()
    assert not chunks.exception
    assert pages_of(chunks) == f"chunks-pages: guideline.pdf [3] {last.id} 3"
    assert chunks.query_params["recipe"] == text


def test_a_chunk_that_these_settings_do_not_make_is_said_to_be_so(chunks: AppTest) -> None:
    chunks.query_params["chunk"] = "gone"
    chunks.run()
    assert "these settings do not make" in chunks.warning[0].value


def test_a_search_lists_what_it_finds(chunks: AppTest, result: ChunkingResult) -> None:
    chunks.text_input(key="chunk-search").set_value("Section 3").run()
    listed = [one.label for one in chunks.button if one.label.startswith("chunk ")]
    assert 0 < len(listed) < len(result.chunks)


def test_two_settings_are_shown_on_the_same_page(chunks: AppTest) -> None:
    chunks.toggle(key="chunks-compare").set_value(True).run()
    assert not chunks.exception
    shown = [one.value for one in chunks.text if one.value.startswith("compare-pages-")]
    assert [one.partition(": ")[2] for one in shown] == ["guideline.pdf [1] None 1"] * 2
    assert chunks.query_params["other"].startswith("fixed")
    assert any(one.value.startswith("Compared with A, B has ") for one in chunks.markdown)
    chunks.toggle(key="chunks-compare").set_value(False).run()
    assert "other" not in chunks.query_params
    assert pages_of(chunks)


def test_an_empty_library_leads_to_documents(app: AppTest) -> None:
    app.switch_page("pages/chunks.py").run()
    assert not app.exception
    assert "library is empty" in app.info[0].value


@pytest.mark.parametrize("strategy", sorted(STRATEGIES))
def test_every_strategy_is_shown_and_compared(chunks: AppTest, strategy: str) -> None:
    chunks.query_params["recipe"] = strategy
    chunks.run()
    assert not chunks.exception
    assert any(one.label.startswith("own ") for one in chunks.button)
    chunks.toggle(key="chunks-compare").set_value(True).run()
    assert not chunks.exception
    assert chunks.selectbox(key="compare-A.strategy").value == strategy
    assert any(one.value.startswith("Compared with A, B has ") for one in chunks.markdown)


@pytest.mark.parametrize("strategy", ["heading_anchored", "fixed"])
def test_the_forms_of_the_papers_can_be_taken_away(chunks: AppTest, strategy: str) -> None:
    chunks.query_params["recipe"] = strategy
    chunks.run()
    chunks.session_state["chunks-tabs"] = "Export"
    chunks.run()
    assert not chunks.exception
    labels = [one.proto.label for one in chunks.get("download_button")]
    recipe, *files = labels[:5]
    assert recipe == "Download recipe.toml"
    assert files == ["Download the table", "JSONL", "Topology", "Section fields"]


def test_a_recipe_file_is_opened_and_what_is_wrong_with_one_is_said(chunks: AppTest) -> None:
    def give(content: bytes) -> None:
        chunks.file_uploader[0].set_value(("<b>mine</b>.toml", content, "application/toml")).run()
        assert not chunks.exception

    give(b'strategy = "none"')
    assert "There is no 'none' here" in chunks.error[-1].value
    assert "<b>" not in chunks.error[-1].value.replace("\\<", "")
    give(b'strategy = "fixed"\nencoder = "hashing"\n[options]\nmax_tokens = 64\n')
    assert any("Not taken over: the embedding model hashing" in one.value for one in chunks.caption)
    next(one for one in chunks.button if one.label.startswith("Use fixed")).click().run()
    assert chunks.query_params["recipe"] == "fixed,max_tokens=64,overlap=0.2"


def test_a_setting_is_taken_over_to_ask(chunks: AppTest) -> None:
    next(one for one in chunks.button if one.label == "Search by it on Ask").click().run()
    assert any("searched by this setting" in one.value for one in chunks.caption)
    assert chunks.session_state["sightline.ask-recipe"] == RECIPE


def test_what_is_wrong_with_a_budget_is_said_once(chunks: AppTest) -> None:
    chunks.query_params["recipe"] = "heading_anchored,context_limit=3000,expected_requests=100"
    chunks.run()
    said = " ".join(one.value for one in chunks.warning)
    assert said.count("You expect 100 requests a minute") == 1


def test_a_vocabulary_that_is_not_here_is_said_and_another_can_be_chosen(
    chunks: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(token_counts, "find_spec", lambda name: None)
    token_counts.vocabulary_count.cache_clear()
    chunks.query_params["recipe"] = "heading_anchored,tokenizer=o200k_base"
    chunks.run()
    assert not chunks.exception
    assert any("pip install tiktoken" in one.value for one in chunks.error)
    (counted,) = [one for one in chunks.selectbox if one.label == "Counted in"]
    counted.set_value("words").run()
    assert not chunks.error


def test_a_document_that_was_deleted_elsewhere_is_said_to_be_missing(
    chunks: AppTest, library: Workbench
) -> None:
    library.delete(library.library.find("guideline.pdf").sha)
    chunks.run()
    assert not chunks.exception
    assert "not in this library (any more)" in chunks.warning[0].value


def test_a_slider_that_changes_no_chunk_says_so(chunks: AppTest) -> None:
    chunks.slider(key="chunks.hierarchical.heading_budget").set_value(0.8).run()
    said = [one.value for one in chunks.caption if one.value.startswith("The same ")]
    assert len(said) == 1
    assert "B_h changes nothing here" in said[0]
    chunks.selectbox(key="chunks.strategy").set_value("fixed").run()
    assert not any(one.value.startswith("The same ") for one in chunks.caption)
