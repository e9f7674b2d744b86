"""Editions: confirmed and linked on Documents, side by side, and named where an answer cites."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pymupdf
import pytest

from tests.pages.conftest import guideline, table_buttons
from tests.pages.test_ask import QUESTION, ask
from tests.pages.test_documents import button

if TYPE_CHECKING:
    from pathlib import Path

    from streamlit.testing.v1 import AppTest

    from core.workbench import Workbench


@pytest.fixture
def newer(library: Workbench, tmp_path: Path) -> str:
    """A newer edition of the guideline, with other days on its first page."""
    path = guideline(tmp_path / "guideline-2.pdf")
    with pymupdf.open(path) as document:
        page = document[0]
        page.add_redact_annot(page.search_for("ten")[0], "20")
        page.apply_redactions()
        content = document.tobytes()
    return library.documents.add(content, "guideline-2.pdf").sha


def _key(name: str, sha: str) -> str:
    return f"edition-{name}-{sha[:12]}"


def test_what_is_confirmed_stays_and_can_be_taken_back(app: AppTest, library: Workbench) -> None:
    sha = library.library.find_id("guideline.pdf")
    app.query_params["document"] = sha
    app.run()
    app.text_input(key=_key("valid_until", sha)).set_value("2023-12-31")
    app.button(key="edition-confirm").click().run()
    assert library.library.get(sha).edition.valid_until == "2023-12-31"
    assert any("valid until 2023-12-31; today is" in each.value for each in app.warning)
    rows = [each.label for each in app.button if each.label.startswith(("guideline", "note"))]
    assert [row.endswith("| expired") for row in rows] == ["guideline" in row for row in rows]
    app.button(key="edition-clear").click().run()
    assert library.library.get(sha).edition.valid_until == ""
    assert not any(each.label.endswith("| expired") for each in app.button)


def test_a_date_in_the_future_is_to_be_checked(app: AppTest, library: Workbench) -> None:
    sha = library.library.find_id("guideline.pdf")
    app.query_params["document"] = sha
    app.run()
    app.text_input(key=_key("issued", sha)).set_value("2999-05")
    app.button(key="edition-confirm").click().run()
    assert any("dated 2999-05, in the future" in each.value for each in app.warning)
    assert any(each.label.endswith("| 2999-05, in the future") for each in app.button)


def test_a_date_that_is_none_is_refused(app: AppTest, library: Workbench) -> None:
    sha = library.library.find_id("guideline.pdf")
    app.query_params["document"] = sha
    app.run()
    app.text_input(key=_key("issued", sha)).set_value("spring")
    app.button(key="edition-confirm").click().run()
    assert any("spring" in each.value for each in app.error)


def test_editions_are_linked_and_shown_side_by_side(
    app: AppTest, library: Workbench, newer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("components.documents.edition_comparison.choice_table", table_buttons)
    old = library.library.find_id("guideline.pdf")
    app.query_params["document"] = newer
    app.run()
    app.button(key="edition-link").click().run()
    assert [each.sha for each in library.editions.of(old)] == [old, newer]
    app.button(key=f"edition-compare-{old[:12]}").click().run()
    assert app.query_params["beside"] == old
    pages = [each.value for each in app.text if each.value.startswith("editions-pages-")]
    assert len(pages) == 2
    assert any("number changed" in each.value for each in app.markdown)
    button(app, "Back to the documents").click().run()
    assert "beside" not in app.query_params


def test_a_link_to_an_edition_that_is_gone_says_so(app: AppTest, library: Workbench) -> None:
    app.query_params["document"] = library.library.find_id("guideline.pdf")
    app.query_params["beside"] = "0" * 64
    app.run()
    assert any("compares with a document" in each.value for each in app.warning)


def test_an_answer_from_a_superseded_edition_says_so_and_can_be_asked_of_the_newer_one(
    app: AppTest, library: Workbench, newer: str
) -> None:
    old = library.library.find_id("guideline.pdf")
    library.editions.link(newer, old, newer=True)
    app.switch_page("pages/ask.py").run()
    app.multiselect(key="ask-documents").set_value([old]).run()
    ask(app, QUESTION)
    assert any("There is a newer edition: guideline" in w.value for w in app.warning)
    next(each for each in app.button if each.label.startswith("Ask guideline-2")).click().run()
    app.run()
    assert app.multiselect(key="ask-documents").value == [newer]
    assert len(app.chat_message) == 4
    assert sum("newer edition" in each.value for each in app.warning) == 1


def test_two_documents_are_asked_the_same_question_each_by_itself(
    app: AppTest, library: Workbench
) -> None:
    app.switch_page("pages/ask.py").run()
    ask(app, QUESTION)
    button(app, "Compare two documents").click().run()
    button(app, "Ask both").click().run()
    assert not app.exception
    labels = [each.label for each in app.button if (each.key or "").startswith("side-by-side-0-")]
    assert labels
    assert all("guideline.pdf" in label for label in labels)
