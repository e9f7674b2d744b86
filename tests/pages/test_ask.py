"""Ask: an answer is made of cited sentences, and each leads to its lines on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pymupdf
import pytest

from components import resources
from components.ask.quote_address import encode_place
from core.configuration import Configuration
from core.spans import Span

if TYPE_CHECKING:
    from collections.abc import Callable

    from streamlit.testing.v1 import AppTest

    from core.workbench import Workbench

QUESTION = "When should the second drug be stopped?"
PARTS = (QUESTION, "How long is the first drug given?")
SENTENCE = "Stop the second drug at once."


@pytest.fixture
def desk(app: AppTest, library: Workbench) -> AppTest:
    app.switch_page("pages/ask.py").run()
    assert not app.exception
    return app


def ask(app: AppTest, question: str) -> AppTest:
    app.chat_input(key="ask-input").set_value(question).run()
    # The test tool runs a whole page where a browser runs a part of it, and stops there.
    app.run()
    assert not app.exception
    return app


def pages_of(app: AppTest) -> list[str]:
    return [one.value for one in app.text if one.value.startswith("evidence-pages: ")]


def quote(app: AppTest) -> str:
    found: list[Any] = list(app.get("html"))
    return next(one.value for one in found if "<blockquote" in one.value)


def test_signs_without_a_word_are_no_question(desk: AppTest) -> None:
    ask(desk, QUESTION)
    ask(desk, "?")
    assert not [one for one in desk.markdown if one.value == "?"]


def test_an_answer_is_verbatim_and_its_first_citation_is_shown(desk: AppTest) -> None:
    ask(desk, QUESTION)
    said = " ".join(one.value for one in desk.markdown)
    assert SENTENCE in said
    assert "\\[1\\]" in said
    assert len(pages_of(desk)) == 1
    assert desk.query_params["citation"]


def test_what_another_window_deleted_is_told_where_its_page_was(
    desk: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(desk, QUESTION)
    # A part of the page that is drawn anew has the records of the page before.
    monkeypatch.setattr("core.library.records.Records.ids", lambda _: ())
    desk.run()
    assert not desk.error
    assert any("is not in this library" in warning.value for warning in desk.warning)


def warnings_of(app: AppTest, question: str) -> list[str]:
    known = len(app.warning)
    ask(app, question)
    return [one.value for one in app.warning][known:]


def test_a_quantity_that_is_asked_for_and_not_stated_is_told(desk: AppTest) -> None:
    question = "The first drug is given for how many days and at what dose?"
    assert warnings_of(desk, question) == ["**None of these lines states a dose.**"]
    assert warnings_of(desk, "How long is the first drug given?") == []
    for drug in ("first", "second"):
        (refused,) = warnings_of(desk, f"What dose of the {drug} drug should be given?")
        assert "The question asks for a dose, which none of the nearest lines states." in refused


def test_a_click_on_another_citation_shows_its_page(desk: AppTest) -> None:
    ask(desk, QUESTION)
    citations = [one for one in desk.button if one.label.startswith("[")]
    assert len(citations) > 1
    before = pages_of(desk), desk.query_params["citation"]
    citations[1].click().run()
    assert (pages_of(desk), desk.query_params["citation"]) != before
    assert citations[1].label.endswith(f"page {pages_of(desk)[0].split('[')[1][0]}")


def test_a_link_to_a_citation_restores_it_without_the_conversation(
    app: AppTest, library: Workbench
) -> None:
    record = library.library.find("guideline.pdf")
    sir = library.documents.sir(record.sha)
    index, node = next((i, n) for i, n in enumerate(sir.nodes) if SENTENCE in n.text)
    start = node.text.index(SENTENCE)
    app.switch_page("pages/ask.py")
    app.query_params["document"] = record.sha
    place = f"{node.id}:{start}-{start + len(SENTENCE)}"
    app.query_params["citation"] = place
    app.run()
    assert not app.exception
    page = sir.boxes(index)[0].page
    # What is chosen is named after its place: the view scrolls when another is chosen.
    assert pages_of(app) == [f"evidence-pages: guideline.pdf [{page}] {place} {page}"]
    assert f">{SENTENCE}<" in quote(app)


def test_words_on_two_pages_are_marked_on_both_and_in_the_pdf_that_is_taken_along(
    app: AppTest, library: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    files: dict[str, Callable[[], bytes]] = {}
    monkeypatch.setattr(
        "components.ask.evidence.download", lambda label, make, name: files.update({name: make})
    )
    record = library.library.find("guideline.pdf")
    sir = library.documents.sir(record.sha)
    nodes = [index for index, node in enumerate(sir.nodes) if SENTENCE in node.text][:2]
    starts = [sir.nodes[node].text.index(SENTENCE) for node in nodes]
    spans = [Span(node, at, at + len(SENTENCE)) for node, at in zip(nodes, starts, strict=True)]
    pages = [sir.boxes(node)[0].page for node in nodes]
    app.switch_page("pages/ask.py")
    app.query_params["document"] = record.sha
    app.query_params["citation"] = encode_place(sir, spans)
    app.run()
    assert not app.exception
    assert pages_of(app)[0].startswith(f"evidence-pages: guideline.pdf {pages}")
    assert len([one for one in app.button if one.label.startswith("own ")]) == 2
    with pymupdf.open(stream=files["guideline-marked.pdf"]()) as pdf:
        notes = [
            (number, note.info["title"], page.get_textbox(pymupdf.Quad(note.vertices).rect))
            for number, page in enumerate(pdf, 1)
            for note in page.annots()
        ]
    assert notes == [(page, "Citation", SENTENCE) for page in pages]


@pytest.mark.parametrize(
    ("document", "words"), [("0" * 64, "not in this library"), ("", "this document does not have")]
)
def test_a_link_that_leads_nowhere_is_said_to_be_so(
    app: AppTest, library: Workbench, document: str, words: str
) -> None:
    app.switch_page("pages/ask.py")
    app.query_params["document"] = document or library.library.find("guideline.pdf").sha
    app.query_params["citation"] = "gone:0-4"
    app.run()
    assert not app.exception
    assert words in app.warning[0].value
    assert pages_of(app) == []


def test_without_evidence_it_abstains_and_shows_the_nearest_passages(desk: AppTest) -> None:
    ask(desk, "Which planets have rings made of ice?")
    assert "No answer was found" in desk.warning[0].value
    assert not [each for each in desk.button if each.label.startswith("[")], "it cites nothing"
    assert any("cosine" in one.value for one in desk.caption)
    assert "Probability needed" in " ".join(one.value for one in desk.markdown)
    assert len(pages_of(desk)) == 1


def test_only_the_chosen_documents_are_searched(desk: AppTest, library: Workbench) -> None:
    note = library.library.find("note.pdf").sha
    desk.multiselect(key="ask-documents").set_value([note]).run()
    ask(desk, "What is the note about?")
    assert desk.query_params["document"] == note


def test_what_is_searched_by_is_named_and_can_be_taken_over_from_chunks(desk: AppTest) -> None:
    desk.query_params["recipe"] = "fixed,max_tokens=64,overlap=0.1"
    desk.run()
    next(one for one in desk.button if one.label == "Take over from Chunks").click().run()
    assert not desk.exception
    strategy = next(box for box in desk.selectbox if box.label == "Strategy")
    assert strategy.value == "fixed"
    strategy.set_value("recursive").run()
    ask(desk, QUESTION)
    assert any(SENTENCE in one.value for one in desk.markdown)


def test_a_question_that_waits_for_stopped_work_can_be_dropped(desk: AppTest) -> None:
    desk.session_state[f"sightline.stopped.ask-index.{Configuration.default().chunks_key}"] = True
    ask(desk, QUESTION)
    assert "stopped" in desk.warning[0].value
    assert any(QUESTION in one.value for one in desk.markdown)
    next(one for one in desk.button if one.label == "Drop the question").click().run()
    assert not desk.warning
    assert not any(QUESTION in one.value for one in desk.markdown)


def test_a_question_that_waits_can_be_asked_of_the_documents_that_are_ready(
    desk: AppTest, library: Workbench
) -> None:
    resources.index_queue().cancel(Configuration.default())
    resources.index_queue().wait(60)
    ready, late = (library.library.find(f"{name}.pdf").sha for name in ("guideline", "note"))
    resources.workbench().index.remove(late, Configuration.default())
    resources.workbench().index.add([ready], Configuration.default())
    desk.session_state[f"sightline.stopped.ask-index.{Configuration.default().chunks_key}"] = True
    ask(desk, QUESTION)
    assert "Indexing note.pdf" in desk.warning[0].value
    desk.button(key="ask-ready").click().run()
    desk.run()
    assert any(SENTENCE in one.value for one in desk.markdown)
    assert desk.multiselect(key="ask-documents").value == [ready]


def test_a_new_conversation_forgets_the_old_one(desk: AppTest) -> None:
    ask(desk, QUESTION)
    next(one for one in desk.button if one.label == "New").click().run()
    assert not any(SENTENCE in one.value for one in desk.markdown)
    assert "citation" not in desk.query_params


def test_the_conversation_and_the_evidence_survive_a_visit_to_another_page(desk: AppTest) -> None:
    ask(desk, QUESTION)
    desk.switch_page("pages/documents.py").run()
    desk.switch_page("pages/ask.py").run()
    assert any(SENTENCE in one.value for one in desk.markdown)
    assert len(pages_of(desk)) == 1


def test_an_empty_library_leads_to_documents(app: AppTest) -> None:
    app.switch_page("pages/ask.py").run()
    assert not app.exception
    assert "library is empty" in app.info[0].value


def test_documents_whose_records_are_damaged_are_named_as_not_searched(
    desk: AppTest, library: Workbench
) -> None:
    for name, words in (("note.pdf", "Not searched: 1 document"), ("guideline.pdf", "")):
        path = library.library.folder(library.library.find(name).sha) / "document.json"
        path.write_bytes(path.read_bytes()[:-40])
        desk.run()
        assert not desk.exception
        lines = [one.value for one in desk.markdown if "Not searched" in one.value]
        assert [words in line and "note" in line for line in lines] == ([True] if words else [])
    assert "only 2 documents whose record cannot be read" in desk.info[0].value


def test_who_may_not_edit_is_not_told_to_put_records_right(
    desk: AppTest, library: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def links() -> list[str]:
        return [one.proto.label for one in desk.get("page_link")]

    for name in ("note.pdf", "guideline.pdf"):
        path = library.library.folder(library.library.find(name).sha) / "document.json"
        path.write_bytes(path.read_bytes()[:-40])
        monkeypatch.undo()
        desk.run()
        assert "Put it right" in " ".join([*links(), *(one.value for one in desk.info)])
        for room in ("empty_library", "unreadable_records"):
            monkeypatch.setattr(f"components.selection.{room}.may", lambda _: False)
        desk.run()
        assert not desk.exception
        assert "Put it right" not in " ".join([*links(), *(one.value for one in desk.info)])
    assert "Go to Documents" not in labels(desk)
    assert "only 2 documents whose record cannot be read" in desk.info[0].value


def test_each_of_several_questions_has_its_evidence(desk: AppTest) -> None:
    ask(desk, "When should the second drug be stopped? How long is the first drug given?")
    said = [one.value for one in desk.markdown]
    first, second = (f"**{n}\\. {text}**" for n, text in enumerate(PARTS, 1))
    assert said.index(first) < said.index(second)
    answer = "Give the first drug for ten days."
    assert any(answer in text for text in said[said.index(second) :])
    assert any(text.startswith("From ") and "guideline.pdf" in text for text in said)
    assert any(one.value.startswith("Searched one by one: ") for one in desk.caption)
    press(desk, "Search as asked")
    assert "Searched exactly as typed." in [one.value for one in desk.caption]


def test_a_part_without_evidence_says_so(desk: AppTest) -> None:
    ask(desk, "When should the second drug be stopped? Who won the football cup?")
    warnings = [one.value for one in desk.warning]
    assert any(text.startswith("**No answer to this part was found") for text in warnings)


def press(app: AppTest, label: str) -> AppTest:
    next(one for one in app.button if one.label == label).click().run()
    app.run()
    assert not app.exception
    return app


def labels(app: AppTest) -> list[str]:
    return [one.label for one in app.button]


def test_what_was_understood_can_be_undone_and_done_again(desk: AppTest) -> None:
    typed = "When should the seccond drug be stopped?"
    ask(desk, typed)
    understood = f"Searched as: “{QUESTION}”"
    assert understood in [one.value for one in desk.caption]
    assert "wording" not in desk.query_params
    press(desk, "Search as asked")
    assert "Searched exactly as typed." in [one.value for one in desk.caption]
    assert desk.query_params["wording"] == "typed"
    press(desk, "Search as understood")
    assert [one.value for one in desk.caption].count(understood) == 2
    assert "wording" not in desk.query_params
    assert labels(desk).count("Search as asked") == 1


def test_another_question_is_understood_again(desk: AppTest) -> None:
    ask(desk, "When should the seccond drug be stopped?")
    press(desk, "Search as asked")
    ask(desk, "When must the seccond drug be stopped?")
    said = [one.value for one in desk.caption]
    assert "Searched as: “When must the second drug be stopped?”" in said
    assert "wording" not in desk.query_params


def test_a_link_has_the_first_question_searched_as_typed(app: AppTest, library: Workbench) -> None:
    app.switch_page("pages/ask.py")
    app.query_params["wording"] = "typed"
    app.run()
    ask(app, "When should the seccond drug be stopped?")
    assert "Searched exactly as typed." in [one.value for one in app.caption]
    assert "Search as understood" in labels(app)


def test_where_nothing_was_changed_there_is_nothing_to_undo(desk: AppTest) -> None:
    ask(desk, QUESTION)
    assert not any(label.startswith("Search as") for label in labels(desk))


def test_an_answer_is_handed_on_and_says_that_nobody_checked_it(desk: AppTest) -> None:
    ask(desk, QUESTION)
    next(one for one in desk.button if one.label == "Hand on").click().run()
    assert not desk.exception
    assert any("0 of" in one.value and "Not checked" in one.value for one in desk.warning)
    assert {"PDF", "Word", "Web page"} <= {one.proto.label for one in desk.get("download_button")}
