"""What an audience is told of the page that fills the screen: which piece of evidence it shows."""

from __future__ import annotations

import streamlit as st

from components import state
from components.ask.conversation_turns import coming, shown, steps, turns
from components.ask.evidence import step_in_words


def presented() -> None:
    """One line, below the page, in the presenter's view only."""
    now = shown()
    if now is None or state.view().present is None:
        return
    turn = [*turns(), *filter(None, [coming()])][now.turn]
    words = step_in_words(now, steps(now.turn, turn), turn)
    with st.container(key="presented"):
        st.markdown(words if turn.cited else f"No answer in the documents · {words}")
