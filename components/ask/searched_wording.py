"""In which words a question was searched, and the way to other ones and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.foreign_text import plain
from components.selection.asked_question import put

if TYPE_CHECKING:
    from core.answering.base import Answer

_AS_TYPED = "Searched exactly as typed."


def searched_as(answer: Answer, number: int, *, newest: bool) -> None:
    """What was searched for a turn (counted from 0); the newest can be searched otherwise."""
    words = in_words(answer)
    if not words:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        st.caption(words, width="content")
        if newest:
            _other_way(answer, number)


def in_words(answer: Answer) -> str:
    """What was searched, in Markdown; empty where nothing needs to be said of it."""
    if answer.as_asked:
        return _AS_TYPED
    if answer.searched in ("", answer.question):
        return ""
    if answer.parts:
        searched = [part.searched or part.question for part in answer.parts]
        return f"Searched one by one: {', '.join(f'“{plain(text)}”' for text in searched)}"
    return f"Searched as: “{plain(answer.searched)}”"


def _other_way(answer: Answer, number: int) -> None:
    st.button(
        "Search as understood" if answer.as_asked else "Search as asked",
        key=f"wording-{number}",
        type="tertiary",
        icon=":material/undo:",
        help="Asks the same question again, with its spelling, its abbreviations, its parts and "
        "what it leaves out after earlier questions put in order."
        if answer.as_asked
        else "Asks the same question again, exactly as you typed it.",
        on_click=put,
        args=(answer.question,),
        kwargs={"as_asked": not answer.as_asked},
    )
