"""An answer in the making: stopped for another question, or taken by another window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from streamlit.testing.v1 import AppTest

from components import resources

if TYPE_CHECKING:
    from pathlib import Path


def _replaced() -> None:
    from threading import Event

    import streamlit as st

    from components import state
    from components.ask import asking
    from components.ask.background_answer import Working
    from components.ask.conversation_turns import turns
    from components.selection.asked_question import AskedQuestion, put
    from core.answering.base import Answer

    def ask(_: object) -> Answer:
        Event().wait(30)
        return Answer("Why?", (), True, "", 0.0, 0.5, ())

    work = Working(AskedQuestion("Why?"), ask, as_asked=True)
    state.keep(asking._WORKING, work)
    put("And now?", as_asked=False)
    asking.stop_replaced()
    st.text(str(turns()[-1].answer.as_asked))


def test_a_stopped_answer_says_how_it_was_searched_itself(home: Path) -> None:
    resources.restart()
    app = AppTest.from_function(_replaced, default_timeout=60).run()
    assert not app.exception
    assert app.text[0].value == "True"


def _taken_elsewhere() -> None:
    import streamlit as st

    from components import resources
    from components.ask import asking
    from components.ask.background_answer import Working
    from components.ask.conversation_turns import add, turns
    from components.selection.asked_question import AskedQuestion
    from core.answering.base import Answer

    def answer(question: str) -> Answer:
        return Answer(question, (), True, "", 0.0, 0.5, ())

    add(answer("Not kept, since the disk was full?"))
    history = resources.workbench().history
    work = Working(AskedQuestion("Why?"), lambda _: answer("Why?"))
    work.conversation = history.conversations.create(history.turn(work.result(), cards=()), "").id
    asking.finish(work)
    st.text(" ".join(turn.answer.question for turn in turns()))
    st.text(str([summary.questions for summary in history.conversations.list()]))


def test_an_answer_that_another_window_took_is_shown_and_costs_no_other_answer(home: Path) -> None:
    resources.restart()
    app = AppTest.from_function(_taken_elsewhere, default_timeout=60).run()
    assert not app.exception
    assert [text.value for text in app.text] == ["Why? Not kept, since the disk was full?", "[1]"]
