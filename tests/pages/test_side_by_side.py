"""Two strategies and two parsers side by side: what differs is marked, counted and scored."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from core.evaluation.questions.store import QuestionStore
from tests.core.evaluation.builders import question
from tests.pages.conftest import outline_buttons
from tests.pages.test_chunks import list_buttons

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

    from core.library import DocumentRecord
    from core.workbench import Workbench

A, B = "hierarchical,max_tokens=16,heading_budget=0.4", "fixed,max_tokens=16,overlap=0"
PHRASE = "Stop the second drug at once."


@pytest.fixture
def record(library: Workbench) -> DocumentRecord:
    return library.library.find("guideline.pdf")


@pytest.fixture
def beside(app: AppTest, record: DocumentRecord, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    """Chunks, with two strategies that are searched by words alone."""
    monkeypatch.setenv("SIGHTLINE_ENCODER", "hashing")
    monkeypatch.setattr("components.chunks.compare_lists.chunk_list", list_buttons)
    app.switch_page("pages/chunks.py")
    for name, value in (("document", record.sha), ("recipe", A), ("other", B)):
        app.query_params[name] = value
    return drawn(app)


def drawn(app: AppTest) -> AppTest:
    app.run()
    assert not app.exception
    return app


def press(app: AppTest, label: str) -> None:
    next(one for one in app.button if one.label == label).click()
    drawn(app)


def said(app: AppTest) -> str:
    return "\n".join(one.value for one in (*app.markdown, *app.caption))


def asked(library: Workbench, record: DocumentRecord) -> None:
    """Keeps a set with one question on the guideline's first page and one without an answer."""
    sir = library.documents.sir(record.sha)
    made = (question(sir, "What is stopped?", PHRASE), question(sir, "Who is king?"))
    QuestionStore(library.settings.home).create("Mine", made)


def test_the_differences_are_counted_for_the_page_and_for_the_document(beside: AppTest) -> None:
    page = said(beside)
    assert re.search(r"Boundaries\] \*\*\d+ in both, \d+ only A, \d+ only B\*\*", page)
    assert "WindowDiff" in page
    beside.segmented_control(key="compare-scope").set_value("Whole document")
    drawn(beside)
    assert said(beside) != page


def test_both_sides_go_to_the_next_difference_and_back(beside: AppTest) -> None:
    press(beside, "Next difference")
    assert re.search(r"\*\*1 of \d+\*\* · Only [AB] cuts here", said(beside))
    shown = [one.value for one in beside.text if one.value.startswith("compare-pages-")]
    assert len(shown) == 2
    assert all(re.search(r"cut-\d+ 1$", one) for one in shown)
    first = shown[0].split()[-2]
    press(beside, "Next difference")
    press(beside, "Previous difference")
    assert beside.text[0].value.split()[-2] == first
    assert next(one for one in beside.button if one.label == "Previous difference").disabled


def test_a_bar_that_is_clicked_is_looked_at_and_a_line_chooses_its_chunk(beside: AppTest) -> None:
    bar = next(one for one in beside.button if one.label.startswith("cut-"))
    name = bar.label.split()[1]
    bar.click()
    drawn(beside)
    assert f" {name} " in beside.text[0].value
    next(one for one in beside.button if one.label.startswith("own ")).click()
    drawn(beside)
    assert " cut-" not in beside.text[0].value
    assert beside.query_params["chunk"]


def test_the_lists_stand_beside_each_other(beside: AppTest) -> None:
    beside.segmented_control(key="compare-look").set_value("Chunk lists")
    drawn(beside)
    assert sum(one.label == "chunk 1" for one in beside.button) == 2
    press(beside, "Next difference")
    assert said(beside).count("**Chunk ") == 2


def test_two_that_cut_alike_have_no_difference(beside: AppTest) -> None:
    beside.query_params["recipe"] = B
    drawn(beside)
    assert "Both cut at the same places." in said(beside)
    steps = [one for one in beside.button if one.label.endswith(" difference")]
    assert [one.disabled for one in steps] == [True, True]
    assert not [one for one in beside.button if one.label.startswith("Score both")]


def test_strategies_are_scored_on_the_questions_of_the_document(
    beside: AppTest, library: Workbench, record: DocumentRecord
) -> None:
    assert not [one for one in beside.button if one.label.startswith("Score both")]
    asked(library, record)
    drawn(beside)
    press(beside, "Score both on 1 question")
    assert "On 1 question with evidence on this page (Mine):" in said(beside)
    assert r":gray[A \| B:] :gray[Lines]" in said(beside)
    beside.query_params["page"] = "3"
    drawn(beside)
    assert "No question has its evidence on this page" in said(beside)
    beside.segmented_control(key="compare-scope").set_value("Whole document")
    drawn(beside)
    assert "On 1 question (Mine):" in said(beside)


def test_without_questions_on_the_document_the_way_leads_to_a_new_one(
    beside: AppTest, library: Workbench, record: DocumentRecord
) -> None:
    press(beside, "Make questions on this document")
    assert beside.segmented_control(key="questions-mode").value == "New question"
    assert beside.query_params["document"] == record.sha


def test_another_set_is_taken_where_the_chosen_one_has_no_question_on_the_document(
    beside: AppTest, library: Workbench, record: DocumentRecord
) -> None:
    store = QuestionStore(library.settings.home)
    store.create(
        "Mine", [question(library.documents.sir(record.sha), "When does it stop?", PHRASE)]
    )
    store.create("Others")
    beside.query_params["questions"] = "Others"
    drawn(beside)
    press(beside, "Score both on 1 question")
    assert "On 1 question with evidence on this page (Mine):" in said(beside)


def test_parsers_have_their_agreement_and_are_scored(
    app: AppTest, library: Workbench, record: DocumentRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIGHTLINE_ENCODER", "hashing")
    monkeypatch.setattr("components.structure.readings.compare.outline", outline_buttons)
    asked(library, record)
    app.query_params["document"] = record.sha
    app.switch_page("pages/structure.py").run()
    app.segmented_control(key="structure-look").set_value("Compare routes").run()
    app.selectbox(key=f"routes-parser-{record.sha}-automatic-0").select("semantic_flow").run()
    press(app, "Run semantic flow")
    assert ":gray[Boxes] **" in said(app)
    press(app, "Score both on 1 question")
    assert r":gray[Now \| Semantic flow:] :gray[Lines]" in said(app)
    app.segmented_control(key="routes-scope").set_value("Whole document")
    drawn(app)
    assert "On 1 question (Mine):" in said(app)
