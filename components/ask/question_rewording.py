"""The question as it was understood, to be changed and asked again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import state
from components.selection.asked_question import put
from core.answering.query.asked_text import LONGEST_QUESTION, has_words

if TYPE_CHECKING:
    from components.ask.conversation_turns import Turn
    from core.answering.base import Answer


def question_rewording(turn: Turn) -> None:
    """A button that opens the words that were searched for a turn, to change."""
    key = f"reword-{turn.key}"
    with (
        st.popover("Change", type="tertiary", icon=":material/edit:", key=f"{key}-open"),
        st.form(key, border=False),
    ):
        state.preset_once(f"{key}-words", understood(turn.answer))
        st.text_area(
            "The question as it was understood", key=f"{key}-words", max_chars=LONGEST_QUESTION
        )
        st.form_submit_button(
            "Ask this",
            key=f"{key}-ask",
            help="Searched exactly as it stands here; several questions, one a line, one by one.",
            on_click=_ask,
            args=(f"{key}-words",),
        )


def understood(answer: Answer) -> str:
    """The words that were searched; of several questions in one, each on a line of its own."""
    if answer.parts and not answer.as_asked:
        return "\n".join(part.searched or part.question for part in answer.parts)
    return answer.searched or answer.question


def _ask(key: str) -> None:
    words = state.widget_value(key) or ""
    lines = [line.strip() for line in words.splitlines() if has_words(line)]
    if lines:
        # What is searched exactly as typed is searched as one question.
        put(" ".join(lines), as_asked=len(lines) == 1)
