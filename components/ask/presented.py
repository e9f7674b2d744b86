"""What an audience is told of the page that fills the screen: the question, and what it shows."""

from __future__ import annotations

import streamlit as st

from components import state
from components.answers.check_words import decision_in_words
from components.ask.checking import check_of, item_of
from components.ask.conversation_turns import shown, steps, turn_of
from components.ask.evidence import step_in_words
from components.foreign_text import plain


def presented() -> None:
    """The question above the page, one line below it; in the presenter's view only."""
    now = shown()
    if now is None or state.view().present is None:
        return
    turn = turn_of(now)
    words = step_in_words(now, steps(now.turn, turn), turn)
    if not turn.cited:
        words = f"No answer in the documents · {words}"
    decision = decision_in_words(check_of(turn, item_of(turn, now)).decision)
    with st.container(key="presented-question"):
        st.markdown(plain(turn.answer.question))
    with st.container(key="presented"):
        st.markdown(" ".join(filter(None, [words, decision])))
