"""What is shown where nothing can be done before there is a document."""

from __future__ import annotations

import streamlit as st

from components.selection.samples_on_their_way import samples_line
from components.selection.unreadable_records import unreadable_in_words
from components.sign_in import may
from core.rights import Right


def empty_library() -> None:
    """The way to a first document, or how far the samples are that come by themselves."""
    if samples_line():
        return
    words = unreadable_in_words()
    empty = f"There is only {words}" if words else "The library is empty."
    st.info(f"{empty} {_next_step(damaged=bool(words))}", icon=":material/folder_open:")
    if may(Right.EDIT) and st.button("Go to Documents", type="primary"):
        st.switch_page("pages/documents.py")


def _next_step(*, damaged: bool) -> str:
    if not may(Right.EDIT):
        return "Editors can add documents and put them right."
    if damaged:
        return "Put it right, or add another, on the page Documents."
    return "Add a document of your own or a sample on the page Documents."
