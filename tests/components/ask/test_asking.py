"""An answer in the making is stopped for another question, and stays what it was."""

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
    app = AppTest.from_function(_replaced).run()
    assert not app.exception
    assert app.text[0].value == "True"
