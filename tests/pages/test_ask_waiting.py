"""Ask: a question that waits is found again by its address, in every window that follows it."""

from __future__ import annotations

from threading import Event, Timer
from typing import TYPE_CHECKING, Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from components import resources
from components.ask import asking
from components.ask.waiting_question import WaitingQuestion
from components.selection.asked_question import AskedQuestion
from core.history.conversations import ConversationStore
from core.workbench.answers import Answers
from tests.pages.conftest import ROOT
from tests.pages.test_ask import QUESTION, SENTENCE, ask
from tests.pages.test_ask_conversations import address, markdown

if TYPE_CHECKING:
    from core.answering.base import Answer
    from core.workbench import Workbench


@pytest.fixture
def desk(app: AppTest, library: Workbench) -> AppTest:
    return app.switch_page("pages/ask.py").run()


def in_another_window(secret: str) -> AppTest:
    """The app loaded at the address of a question that waits."""
    other = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    other.run()
    other.switch_page("pages/ask.py")
    other.query_params["waiting"] = secret
    return other


def leave_while(app: AppTest, question: str, step: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Ask and go away when it comes to this step; gives the secret of the question that waits.

    Of two apps that run at once the test tool takes the runtime of one away with the other's end.
    """

    def leave(*_: object) -> None:
        st.stop()

    with monkeypatch.context() as gone:
        gone.setattr(step, leave)
        app.chat_input(key="ask-input").set_value(question).run()
        app.run()
    ((secret, _),) = resources.waiting_questions().items()
    return str(secret)


def test_a_reload_goes_on_with_the_answer_that_is_being_written(
    desk: AppTest, library: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    may, answers, asked = Event(), [], Answers.ask

    def slowly(*values: Any, **names: Any) -> Answer:
        answers.append(values[1])
        assert may.wait(60)
        return asked(*values, **names)

    monkeypatch.setattr(Answers, "ask", slowly)
    note = library.library.find("note.pdf").sha
    desk.multiselect(key="ask-documents").set_value([note]).run()
    follow = "components.ask.answer_in_progress._follow"
    secret = leave_while(desk, "What is the note about?", follow, monkeypatch)
    other = in_another_window(secret)
    Timer(0.5, may.set).start()
    other.run()
    assert answers == ["What is the note about?"]
    desk.run()  # a tab may have been duplicated as well
    assert answers == ["What is the note about?"]
    for seen in (desk, other):
        assert not seen.exception
        assert [talk.markdown[0].value for talk in seen.chat_message[::2]] == answers
        assert len(seen.chat_message) == 2
        assert address(seen) == ConversationStore(library.settings.home).list()[0].id
    assert other.multiselect(key="ask-documents").value == [note]
    assert "waiting" not in other.query_params
    (stored,) = ConversationStore(library.settings.home).list()
    assert stored.questions == 1
    assert not resources.waiting_questions().items()


def test_a_tab_that_is_duplicated_before_the_answer_is_begun_asks_no_second_time(
    desk: AppTest, library: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers, asked = [], Answers.ask

    def count(*values: Any, **names: Any) -> Answer:
        answers.append(asked(*values, **names))
        return answers[-1]

    monkeypatch.setattr(Answers, "ask", count)
    secret = leave_while(desk, QUESTION, "components.ask.asking.index", monkeypatch)
    in_another_window(secret).run()
    desk.run()
    assert len(answers) == 1
    (stored,) = ConversationStore(library.settings.home).list()
    assert stored.questions == 1


def test_a_duplicated_tab_that_searches_fewer_documents_has_a_question_of_its_own(
    desk: AppTest, library: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = library.library.find("note.pdf").sha
    monkeypatch.setattr(asking, "missing", lambda chosen, _: [d for d in chosen if d != note])
    monkeypatch.setattr(asking, "index", lambda chosen, _: list(chosen) == [note])
    ask(desk, QUESTION)
    ((secret, waiting),) = resources.waiting_questions().items()
    request = waiting.request
    other = in_another_window(str(secret)).run()
    other.button(key="ask-ready").click().run()
    other.run()
    assert not other.exception
    assert len(other.chat_message) == 2
    assert other.multiselect(key="ask-documents").value == [note]
    assert dict(resources.waiting_questions().items()) == {secret: waiting}
    assert (waiting.request, waiting.searched, waiting.work) == (request, (), None)
    monkeypatch.setattr(asking, "index", lambda *_: True)
    desk.run()
    desk.run()
    assert SENTENCE in markdown(desk)
    assert not resources.waiting_questions().items()


@pytest.mark.parametrize("person", ["", "somebody-else"])
def test_the_secret_of_somebody_elses_question_leads_nowhere_and_that_of_ones_own_to_it(
    desk: AppTest, person: str
) -> None:
    waiting = WaitingQuestion("secret", person, AskedQuestion(QUESTION), ())
    resources.waiting_questions().get("secret", lambda: waiting)
    desk.query_params["waiting"] = "secret"
    desk.run()
    desk.run()
    resources.waiting_questions().forget(lambda secret: secret == "secret")
    assert not desk.exception
    is_mine = person == ""
    assert (SENTENCE in markdown(desk)) == is_mine
    notes = " ".join(one.value for one in desk.warning)
    assert ("not being answered any more" not in notes) == is_mine
    assert "waiting" not in desk.query_params


def test_a_made_up_secret_leads_nowhere(desk: AppTest) -> None:
    desk.query_params["waiting"] = "made-up"
    desk.run()
    assert not desk.exception
    assert "not being answered any more" in " ".join(one.value for one in desk.warning)
    assert "waiting" not in desk.query_params
