"""What is shown where nothing can be done before there is a document."""

from __future__ import annotations

import streamlit as st

from components.selection.samples_on_their_way import samples_line


def empty_library() -> None:
    """The way to a first document, or how far the samples are that come by themselves."""
    if samples_line():
        return
    st.info(
        "The library is empty. Add a document of your own (PDF, text or table) or a sample on the "
        "page Documents.",
        icon=":material/folder_open:",
    )
    if st.button("Go to Documents", type="primary"):
        st.switch_page("pages/documents.py")
