"""What is shown where nothing can be done before there is a document."""

from __future__ import annotations

import streamlit as st

from components.selection.samples_on_their_way import samples_line
from components.selection.unreadable_records import unreadable_in_words


def empty_library() -> None:
    """The way to a first document, or how far the samples are that come by themselves."""
    if samples_line():
        return
    words = unreadable_in_words()
    st.info(
        f"There is only {words} Put it right, or add another, on the page Documents."
        if words
        else "The library is empty. Add a document of your own (PDF, text or table) or a sample on "
        "the page Documents.",
        icon=":material/folder_open:",
    )
    if st.button("Go to Documents", type="primary"):
        st.switch_page("pages/documents.py")
