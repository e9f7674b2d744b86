"""Ask: conversations are kept with their checks, found again, and say what is gone.

Their list and signing are dialogs, which the test tool closes at once: see `tests/browser`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qs

import pytest
from streamlit.testing.v1 import AppTest

from core.errors import DiskFull
from core.evaluation.questions.store import QuestionStore
from core.history.conversations import ConversationStore
from tests.pages.conftest import ROOT
from tests.pages.test_ask import QUESTION, SENTENCE, ask, labels, press

if TYPE_CHECKING:
    from core.workbench import Workbench


@pytest.fixture
def desk(app: AppTest, library: Workbench) -> AppTest:
    return app.switch_page("pages/ask.py").run()


def open_again(conversation: str) -> AppTest:
    """A session that follows the address of a conversation, as after a reload."""
    other = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    other.run()
    other.switch_page("pages/ask.py")
    other.query_params["conversation"] = conversation
    other.run()
    assert not other.exception
    return other


def no_room(*_: object) -> None:
    raise DiskFull("No room is left.")


def address(app: AppTest) -> str:
    value = app.query_params["conversation"]
    return value[0] if isinstance(value, list) else value


def decide(app: AppTest, act: str) -> AppTest:
    return press(app, f"Check: {act}")


def markdown(app: AppTest) -> str:
    return " ".join(one.value for one in app.markdown)


def test_an_answer_and_its_checks_are_shown_to_whoever_follows_the_address(desk: AppTest) -> None:
    ask(desk, QUESTION)
    decide(desk, "accepted")
    seen = open_again(address(desk))
    assert SENTENCE in markdown(seen)
    assert "Accepted]" in markdown(seen)
    assert f"**{QUESTION}**" in [one.value for one in seen.markdown]
    assert any(one.value.startswith("evidence-pages: ") for one in seen.text)


def test_the_newest_answer_stands_below_the_earlier_ones(desk: AppTest) -> None:
    ask(desk, QUESTION)
    ask(desk, "How long is the first drug given?")
    said = markdown(desk)
    assert said.index(SENTENCE) < said.index("Give the first drug for ten days.")
    assert len(open_again(address(desk)).chat_message) == 4


def test_what_was_rejected_leaves_the_answer_and_can_be_taken_back(desk: AppTest) -> None:
    ask(desk, QUESTION)
    count = len([label for label in labels(desk) if label.startswith("[")])
    decide(desk, "rejected")
    assert [one.label for one in desk.expander if "rejected" in one.label] == ["1 rejected"]
    press(desk, "Take citation 1 back")
    assert not [one.label for one in desk.expander if "rejected" in one.label]
    assert len([label for label in labels(desk) if label.startswith("[")]) == count


def test_a_rejected_answer_becomes_a_question_whose_lines_are_to_be_marked(desk: AppTest) -> None:
    ask(desk, QUESTION)
    decide(desk, "rejected")
    next(one for one in desk.button if one.label == "Make an evaluation question of it").click()
    desk.run()
    assert not desk.exception
    assert desk.text_area(key="question-text").value == QUESTION
    assert any(one.value.startswith("Rejected: guideline") for one in desk.caption)
    assert desk.query_params["page"]


def test_a_rejected_answer_can_be_added_to_the_set_and_is_measured_by_only_when_completed(
    desk: AppTest, library: Workbench
) -> None:
    ask(desk, QUESTION)
    decide(desk, "rejected")
    press(desk, "Add it, to be completed")
    store = QuestionStore(library.settings.home)
    kept = store.load(store.list()[0].name)
    assert [question.text for question in kept.questions] == [QUESTION]
    assert kept.questions[0].incomplete
    assert kept.questions[0].note.startswith("Rejected: guideline.pdf, page ")
    assert kept.complete.questions == ()
    assert store.list()[0].unanswerable == 0


def test_undo_takes_a_decision_back_also_from_what_is_kept(desk: AppTest) -> None:
    ask(desk, QUESTION)
    decide(desk, "accepted")
    decide(desk, "undo")
    assert "Accepted]" not in markdown(desk)
    assert "Accepted]" not in markdown(open_again(address(desk)))


def test_answers_that_could_not_be_kept_stay_and_are_kept_with_the_next_one(
    desk: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(desk, QUESTION)
    with monkeypatch.context() as patch:
        patch.setattr(ConversationStore, "add", no_room)
        ask(desk, "How long is the first drug given?")
    decide(desk, "accepted")
    assert not desk.warning
    assert len(open_again(address(desk)).chat_message) == 4
    with monkeypatch.context() as patch:
        patch.setattr(ConversationStore, "add", no_room)
        ask(desk, "What is the note about?")
        assert "not kept" in desk.warning[0].value
    ask(desk, "Which drug is stopped at once?")
    assert not desk.warning
    for seen in (desk, open_again(address(desk))):
        questions = [talk.markdown[0].value for talk in seen.chat_message[::2]]
        assert [question.split()[0] for question in questions] == ["When", "How", "What", "Which"]
        assert "Accepted]" in markdown(seen)


def test_a_check_that_could_not_be_kept_is_kept_with_the_next_one(
    desk: AppTest, library: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(desk, QUESTION)
    with monkeypatch.context() as patch:
        patch.setattr(ConversationStore, "change_turn", no_room)
        decide(desk, "accepted")
        assert "not kept" in desk.warning[0].value
    decide(desk, "unsure")
    assert not desk.warning
    (turn,) = library.history.conversations.load(address(desk)).turns
    assert [check.decision for check in turn.review.checks.values()] == ["accepted", "unsure"]


def test_checks_of_two_windows_stay_beside_each_other_and_both_see_them(
    desk: AppTest, library: Workbench
) -> None:
    ask(desk, QUESTION)
    other = open_again(address(desk))
    decide(desk, "accepted")
    next(one for one in other.button if one.label.startswith("[2]")).click().run()
    decide(other, "unsure")
    (turn,) = library.history.conversations.load(address(desk)).turns
    assert {n: c.decision for n, c in turn.review.checks.items()} == {0: "accepted", 1: "unsure"}
    for seen in (desk.run(), other):
        assert "Accepted]" in markdown(seen)
        assert "Unsure]" in markdown(seen)
    decide(desk, "undo")
    (turn,) = library.history.conversations.load(address(desk)).turns
    assert {n: c.decision for n, c in turn.review.checks.items()} == {1: "unsure"}


def test_answers_of_two_windows_stay_in_one_conversation(desk: AppTest) -> None:
    ask(desk, QUESTION)
    other = open_again(address(desk))
    ask(desk, "How long is the first drug given?")
    ask(other, "What is the note about?")
    assert len(other.chat_message) == 6


def test_the_question_to_be_changed_is_that_of_the_conversation_that_is_shown(
    desk: AppTest,
) -> None:
    ask(desk, QUESTION)
    first = address(desk)
    press(desk, "New")
    ask(desk, "How long is the first drug given?")
    assert [field.value for field in desk.text_area] == ["How long is the first drug given?"]
    desk.query_params["conversation"] = first
    desk.run()
    assert [field.value for field in desk.text_area] == [QUESTION]


def test_each_answer_of_a_conversation_is_signed_and_handed_on_with_a_link_to_its_lines(
    desk: AppTest,
) -> None:
    ask(desk, QUESTION)
    shown = desk.query_params["citation"]
    ask(desk, "How long is the first drug given?")
    assert labels(desk).count("Sign") == labels(desk).count("Hand on") == 2
    desk.button(key="hand-on-0").click().run()
    assert not desk.exception
    assert {"PDF", "Word", "Web page"} <= {b.proto.label for b in desk.get("download_button")}
    (link,) = [code.value for code in desk.code if "conversation=" in code.value]
    seen = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    seen.run()
    seen.switch_page("pages/ask.py")
    seen.query_params.update(parse_qs(link.partition("?")[2]))
    seen.run()
    assert not seen.exception
    assert len(seen.chat_message) == 4
    assert seen.query_params["citation"] == shown


def test_a_link_to_no_conversation_says_so(app: AppTest, library: Workbench) -> None:
    seen = open_again("0" * 16)
    assert "not there any more" in seen.warning[0].value
    assert "conversation" not in seen.query_params


def test_lines_of_a_document_that_is_gone_are_said_to_be_gone(
    desk: AppTest, library: Workbench
) -> None:
    ask(desk, QUESTION)
    conversation = address(desk)
    for record in library.library.list():
        if record.name == "guideline.pdf":
            library.delete(record.sha)
    seen = open_again(conversation)
    assert any("the document is gone" in label for label in labels(seen))
    assert SENTENCE in markdown(seen)


def test_a_conversation_that_is_opened_again_searches_what_was_chosen_for_it(
    desk: AppTest, library: Workbench
) -> None:
    note = library.library.find("note.pdf").sha
    desk.multiselect(key="ask-documents").set_value([note]).run()
    ask(desk, "What is the note about?")
    assert open_again(address(desk)).multiselect(key="ask-documents").value == [note]
    desk.multiselect(key="ask-documents").set_value([]).run()
    ask(desk, QUESTION)
    assert open_again(address(desk)).multiselect(key="ask-documents").value == []


def test_a_conversation_whose_documents_are_gone_says_that_all_are_searched(
    desk: AppTest, library: Workbench
) -> None:
    note = library.library.find("note.pdf").sha
    desk.multiselect(key="ask-documents").set_value([note]).run()
    ask(desk, "What is the note about?")
    library.delete(note)
    for seen in (open_again(address(desk)), desk.run()):
        assert seen.multiselect(key="ask-documents").value == []
        (words,) = [one.value for one in seen.warning if "chosen to be searched" in one.value]
        assert "1 document is not here any more" in words
        assert "All documents are searched now." in words
