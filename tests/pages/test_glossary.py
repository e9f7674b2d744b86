"""The words of a document: listed on Structure, and explained below a quote on Ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from components import resources
from core.llm.fake import FakeTransport
from core.llm.model import LanguageModel
from tests.builders import pdf_bytes
from tests.pages.test_ask_model import writes

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

    from core.workbench import Workbench

PAGES = (
    "Small tumours are treated by radiofrequency ablation (RFA).",
    "Before the next visit RFA is repeated once under general anaesthesia.",
)


@pytest.fixture
def document(library: Workbench) -> str:
    return library.documents.add(pdf_bytes(PAGES), "terms.pdf").sha


def glossary(app: AppTest, document: str) -> AppTest:
    app.query_params["document"] = document
    app.switch_page("pages/structure.py").run()
    app.session_state["structure-tabs"] = "Glossary"
    app.run()
    assert not app.exception
    return app


def labels(app: AppTest) -> list[str]:
    return [button.label for button in app.button]


def test_a_word_is_listed_and_a_click_marks_the_words_that_explain_it(
    app: AppTest, document: str
) -> None:
    glossary(app, document)
    row = next(button for button in app.button if button.label.startswith("RFA"))
    assert "radiofrequency ablation" in row.label
    row.click().run()
    assert app.text[-1].value.startswith("glossary-pages: terms.pdf [1] glossary")
    assert any("Explains RFA" in label for label in labels(app))


def test_words_are_searched_and_filtered_by_kind(app: AppTest, document: str) -> None:
    glossary(app, document)
    app.text_input(key="glossary-search").set_value("anaesthesia").run()
    assert any("None of the words" in caption.value for caption in app.caption)


def test_a_document_that_explains_nothing_says_so(app: AppTest, library: Workbench) -> None:
    glossary(app, library.library.find("guideline.pdf").sha)
    assert any("explains no abbreviations" in caption.value for caption in app.caption)


def test_a_word_of_a_quote_leads_to_the_lines_that_explain_it(app: AppTest, document: str) -> None:
    app.switch_page("pages/ask.py").run()
    app.chat_input(key="ask-input").set_value("How often is RFA repeated?").run()
    app.run()
    term = next(button for button in app.button if button.label.startswith("RFA: "))
    assert term.label.startswith("RFA: radiofrequency ablation, page 1")
    term.click().run()
    assert not app.exception
    evidence = [text.value for text in app.text if text.value.startswith("evidence-pages: ")]
    assert evidence[-1].startswith("evidence-pages: terms.pdf [1]")
    assert not any(label.startswith("RFA: ") for label in labels(app))


def test_a_word_of_a_claim_leads_to_the_lines_that_explain_it(app: AppTest, document: str) -> None:
    line = "Before the next visit RFA is repeated once under general anaesthesia."
    app.run()
    model = FakeTransport(writes([("RFA is repeated once with warfarin.", line)]), "model-of-tests")
    resources.workbench().model = LanguageModel(model)
    app.switch_page("pages/ask.py").run()
    app.chat_input(key="ask-input").set_value("How often is RFA repeated?").run()
    assert not app.exception
    app.button(key="term-0-0-0").click().run()
    assert not app.exception
    assert app.query_params["document"] == document
    evidence = [text.value for text in app.text if text.value.startswith("evidence-pages: ")]
    assert evidence[-1].startswith("evidence-pages: terms.pdf [1]")
