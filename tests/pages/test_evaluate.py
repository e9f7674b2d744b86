"""Evaluate: sets of questions, made by clicking lines, kept, changed, brought in and taken out."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import streamlit as st

from components.evaluate.questions.manage import exported
from components.widgets.page_view import Mark, Picked
from core.chunking import make_options
from core.configuration import Configuration
from core.configuration.adopted import adopt
from core.evaluation.questions.base import Evidence, GoldLine, Origin, Question
from core.evaluation.questions.formats import read_questions
from core.evaluation.questions.store import QuestionStore
from core.workbench import Workbench
from tests.builders import pdf_bytes
from tests.gemini_server import GeminiServer
from tests.pages.conftest import table_buttons

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from streamlit.testing.v1 import AppTest

    from core.rendering import PageImage


def line_buttons(
    images: Sequence[PageImage],
    marks: Sequence[Mark],
    taken: Sequence[str],
    *,
    key: str,
    name: str,
    of: str,
    page: int | None = None,
    on_pick: Callable[[Picked], None],
) -> None:
    """The page to pick from as words, and a button for every line."""
    st.text(f"{key}: {name} {[image.number for image in images]} {sorted(taken)}")
    pages = tuple(image.number for image in images)
    for mark in marks:
        ids = {*taken} ^ {mark.id}
        st.button(
            f"line {mark.label}",
            key=f"{key}-{mark.id}",
            on_click=on_pick,
            args=(Picked(of, pages, tuple(ids)),),
        )


@pytest.fixture
def evaluate(app: AppTest, library: Workbench, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setattr("components.evaluate.questions.line_picking.picking_view", line_buttons)
    monkeypatch.setattr("components.evaluate.questions.listing.choice_table", table_buttons)
    app.query_params["document"] = library.library.find("guideline.pdf").sha
    app.switch_page("pages/evaluate.py").run()
    assert not app.exception
    return app


@pytest.fixture
def store(library: Workbench) -> QuestionStore:
    return QuestionStore(library.settings.home)


def press(app: AppTest, label: str) -> AppTest:
    found = next(one for one in app.button if one.label == label)
    found.click().run()
    assert not app.exception
    return app


def show(app: AppTest, part: str) -> AppTest:
    next(one for one in app.segmented_control if part in one.options).set_value(part).run()
    assert not app.exception
    return app


def ask(app: AppTest, text: str, *lines: str) -> AppTest:
    """Makes a question whose answer is in these lines."""
    app.text_area[0].set_value(text).run()
    for words in lines:
        next(one for one in app.button if one.label.startswith(f"line {words}")).click().run()
    return press(app, "Save question")


def test_without_a_set_the_page_explains_and_offers_ways_to_begin(evaluate: AppTest) -> None:
    assert any("which lines of your documents" in one.value for one in evaluate.markdown)
    labels = [one.label for one in evaluate.button]
    assert "Make questions by clicking lines" in labels
    assert "Start with the sample questions" not in labels, "no sample is in the library"


def test_a_question_made_of_clicked_lines_is_kept(evaluate: AppTest, store: QuestionStore) -> None:
    press(evaluate, "Make questions by clicking lines")
    ask(evaluate, "Wie lange täglich?", "On page 1: Give", "On page 1: Stop")
    kept = store.load("My questions").questions
    assert [one.text for one in kept] == ["Wie lange täglich?"]
    assert kept[0].evidence[0].text == (
        "On page 1: Give the first drug for ten days. On page 1: Stop the second drug at once."
    )
    assert [line.page for line in kept[0].evidence[0].lines] == [1, 1]
    assert evaluate.text_area[0].value == ""
    assert "Wie lange täglich?" in evaluate.success[0].value
    assert evaluate.query_params["questions"] == "My questions"


def test_lines_of_several_pages_are_collected_and_can_be_left(
    evaluate: AppTest, store: QuestionStore
) -> None:
    press(evaluate, "Make questions by clicking lines")
    press(evaluate, "line On page 1: Give the first drug for ten days.")
    press(evaluate, "line On page 1: Stop the second drug at once.")
    evaluate.query_params["page"] = "2"
    evaluate.run()
    press(evaluate, "line On page 2: Give the first drug for ten days.")
    next(one for one in evaluate.button if one.label == "Remove").click().run()
    ask(evaluate, "How long?")
    lines = store.load("My questions").questions[0].evidence[0]
    assert [line.page for line in lines.lines] == [1, 2]
    assert lines.text.startswith("On page 1: Stop")


def test_a_question_without_lines_is_not_saved_and_the_page_says_why(
    evaluate: AppTest, store: QuestionStore
) -> None:
    press(evaluate, "Make questions by clicking lines")
    assert not any("Not saved yet" in one.value for one in evaluate.caption)
    ask(evaluate, "How long?")
    assert "No line is chosen yet" in evaluate.error[0].value
    assert any("Not saved yet" in one.value for one in evaluate.caption)
    assert store.list() == ()


def test_the_part_that_is_shown_is_in_the_address(evaluate: AppTest) -> None:
    show(evaluate, "Import")
    assert evaluate.query_params["part"] == "import"
    evaluate.query_params["part"] = "new"
    evaluate.run()
    assert evaluate.segmented_control(key="questions-mode").value == "New question"
    show(evaluate, "All questions")
    assert "part" not in evaluate.query_params


def test_a_question_without_an_answer_is_asked_of_the_shown_document(
    evaluate: AppTest, store: QuestionStore, library: Workbench
) -> None:
    press(evaluate, "Make questions by clicking lines")
    evaluate.toggle[0].set_value(True).run()
    ask(evaluate, "Who wrote it?")
    made = store.load("My questions").questions[0]
    assert not made.answerable
    assert made.documents == (library.library.find("guideline.pdf").sha,)


def test_a_deleted_question_comes_back_in_its_place(
    evaluate: AppTest, store: QuestionStore
) -> None:
    texts = ["One?", "Two?", "Three?"]
    store.create("Mine", [Question(text=text) for text in texts])
    evaluate.run()
    next(one for one in evaluate.button if one.label.startswith("Two? |")).click().run()
    press(evaluate, "Delete")
    assert [one.text for one in store.load("Mine").questions] == ["One?", "Three?"]
    press(evaluate, "Undo")
    assert [one.text for one in store.load("Mine").questions] == texts


def test_a_changed_question_keeps_its_place_and_its_lines(
    evaluate: AppTest, store: QuestionStore
) -> None:
    press(evaluate, "Make questions by clicking lines")
    ask(evaluate, "How long?", "On page 1: Give")
    ask(evaluate, "And then?", "On page 1: Stop")
    show(evaluate, "All questions")
    next(one for one in evaluate.button if one.label.startswith("How long? |")).click().run()
    press(evaluate, "Change")
    before = store.load("My questions").questions[0].evidence
    evaluate.text_area[0].set_value("How many days?").run()
    press(evaluate, "Save changes")
    kept = store.load("My questions").questions
    assert [one.text for one in kept] == ["How many days?", "And then?"]
    assert kept[0].evidence == before


def test_sets_are_made_renamed_and_deleted(evaluate: AppTest, store: QuestionStore) -> None:
    store.create("First", [Question(text="One?")])
    evaluate.run()
    for name in ("first", "Zweite Menge"):
        field = next(one for one in evaluate.text_input if one.label == "Name of the new set")
        field.set_value(name).run()
        press(evaluate, "Make the set")
        assert (name == "first") == any("already" in one.value for one in evaluate.error)
    assert [one.name for one in store.list()] == ["First", "Zweite Menge"]
    next(one for one in evaluate.text_input if one.label == "Name").set_value("Größe").run()
    press(evaluate, "Rename")
    assert [one.name for one in store.list()] == ["First", "Größe"]
    evaluate.checkbox[0].set_value(True).run()
    press(evaluate, "Delete the set")
    assert [one.name for one in store.list()] == ["First"]
    press(evaluate, "Undo")
    assert [one.name for one in store.list()] == ["First", "Größe"]


def test_a_link_to_a_set_that_is_gone_says_so(evaluate: AppTest, store: QuestionStore) -> None:
    store.create("First")
    evaluate.query_params["questions"] = "Gone"
    evaluate.run()
    assert "Gone" in evaluate.warning[0].value
    assert evaluate.query_params["questions"] == "First"


def test_a_file_is_shown_with_what_cannot_be_placed_before_it_is_added(
    evaluate: AppTest, store: QuestionStore
) -> None:
    show(evaluate, "Import")
    quote = {"page": 2, "quote": "Give the first drug for ten days."}
    rows = [
        {"question": "Größe?", "document": "guideline.pdf", "answer": "x", "evidence": [quote]},
        {"question": "Lost?", "document": "gone.pdf", "answer": "x", "evidence": [quote]},
    ]
    evaluate.file_uploader[0].upload("mine.json", json.dumps(rows).encode(), "application/json")
    evaluate.run()
    assert not evaluate.exception
    assert any("1 question can be added" in one.value for one in evaluate.markdown)
    assert any("gone.pdf" in one.value and "Lost" in one.value for one in evaluate.markdown)
    assert store.list() == ()
    press(evaluate, "Make a new set of it")
    assert [one.text for one in store.load("mine").questions] == ["Größe?"]
    show(evaluate, "Import")
    evaluate.file_uploader[0].upload("odd.json", b'{"a": 1}', "application/json")
    evaluate.run()
    assert "odd.json" in evaluate.error[0].value


def test_lines_are_looked_for_by_the_recipe_in_force(evaluate: AppTest, library: Workbench) -> None:
    adopted = Configuration("recursive", make_options("recursive", {"max_tokens": 64}))
    adopt(library.settings, adopted)
    press(evaluate, "Make questions by clicking lines")
    evaluate.text_area[0].set_value("When should the second drug be stopped?").run()
    press(evaluate, "Look for the lines")
    evaluate.run()
    assert any("chosen" in one.value for one in evaluate.markdown)
    sha = library.library.find("guideline.pdf").sha
    used = replace(adopted, encoder=library.settings.encoder)
    usual = replace(Configuration.default(), encoder=library.settings.encoder)
    fresh = Workbench(library.settings)
    assert sha in fresh.index.counts(used)
    assert sha not in fresh.index.counts(usual)


def test_candidates_are_added_once_somebody_agrees(evaluate: AppTest, store: QuestionStore) -> None:
    show(evaluate, "Generate")
    press(evaluate, "Make candidates")
    asked = [one for one in evaluate.checkbox if (one.key or "").startswith("candidate-")]
    assert asked
    assert "2 of 12 questions" in evaluate.info[0].value
    assert "choose a second one" in evaluate.info[0].value
    assert any("easier to find than what people ask" in one.value for one in evaluate.caption)
    press(evaluate, "None")
    assert next(one for one in evaluate.button if one.label.startswith("Add the")).disabled
    first = next(one for one in evaluate.checkbox if one.key == asked[0].key)
    first.set_value(True).run()
    press(evaluate, "Add the 1 question")
    assert len(store.load("My questions").questions) == 1


def test_a_model_makes_candidates_and_those_without_an_answer_wait_for_a_reader(
    app: AppTest, library: Workbench, store: QuestionStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = "The pharmacist counts the remaining tablets every evening before the ward closes."
    record = library.documents.add(
        pdf_bytes(["\n".join([said, *["More is said of it here."] * 9])]), "w.pdf"
    )
    with GeminiServer() as serving:
        monkeypatch.setenv("GEMINI_BASE_URL", serving.url)
        monkeypatch.setenv("GEMINI_API_KEY", "made-up-key")
        app.query_params["document"] = record.sha
        app.run()
        app.switch_page("pages/evaluate.py").run()
        show(app, "Generate")
        assert app.segmented_control(key="candidates-way").options == ["Rules", "Model"]
        show(app, "Model")
        assert any("are sent to" in one.value for one in app.caption)
        press(app, "Make candidates")
    ticked = {one.label: one.value for one in app.checkbox if "candidate" in (one.key or "")}
    assert list(ticked.values()) == [True, False]
    assert next(iter(ticked)).startswith("What is known about pharmacist")
    press(app, "Add the 1 question")
    kept = store.load("My questions").questions[0]
    assert kept.origin is Origin.MODEL
    assert kept.evidence[0].text == said


def test_an_answer_becomes_a_question_with_its_lines_to_be_checked(
    app: AppTest, store: QuestionStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("components.evaluate.questions.line_picking.picking_view", line_buttons)
    app.switch_page("pages/ask.py").run()
    app.chat_input(key="ask-input").set_value("When should the second drug be stopped?").run()
    app.run()
    press(app, "Save as question")
    assert app.text_area[0].value == "When should the second drug be stopped?"
    assert any("chosen" in one.value for one in app.markdown)
    assert store.list() == ()
    press(app, "Save question")
    piece = store.load("My questions").questions[0].evidence[0]
    assert "Stop the second drug at once." in piece.text


@pytest.mark.parametrize("kind", ["json", "csv"])
def test_a_set_that_is_taken_out_can_be_brought_in_unchanged(
    evaluate: AppTest, store: QuestionStore, library: Workbench, kind: str
) -> None:
    press(evaluate, "Make questions by clicking lines")
    ask(evaluate, "Größe, „täglich“?", "On page 1: Give", "On page 1: Stop")
    show(evaluate, "All questions")
    made = store.load("My questions").questions
    content = exported("My questions", kind)
    assert "Größe, „täglich“?" in content.decode("utf-8-sig")
    assert read_questions(content, library, f"a.{kind}").questions == made


def test_a_damaged_set_says_so_and_can_be_deleted(
    evaluate: AppTest, store: QuestionStore, library: Workbench
) -> None:
    store.create("Mine", [Question(text="One?")])
    (file,) = (library.settings.home / "evaluation" / "questions").glob("*.json")
    file.write_text("{", encoding="utf-8")
    evaluate.run()
    assert "damaged" in evaluate.error[0].value
    evaluate.checkbox[0].set_value(True).run()
    press(evaluate, "Delete the set")
    assert store.list() == ()


def test_a_question_on_a_document_that_is_gone_says_so(
    evaluate: AppTest, store: QuestionStore
) -> None:
    line = GoldLine(page=1, left=0.1, top=0.1, right=0.9, bottom=0.2)
    piece = Evidence(document="0" * 64, lines=(line,), text="Weg.")
    store.create("Mine", [Question(text="Where?", evidence=(piece,))])
    evaluate.run()
    next(one for one in evaluate.button if one.label.startswith("Where? |")).click().run()
    assert not evaluate.exception
    assert "not in this library" in evaluate.warning[0].value


def test_an_empty_library_leads_to_documents(app: AppTest) -> None:
    app.switch_page("pages/evaluate.py").run()
    assert not app.exception
    assert "library is empty" in app.info[0].value
