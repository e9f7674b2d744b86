"""The title of a page."""

from __future__ import annotations

import streamlit as st


def heading(title: str) -> None:
    """Draws the title, as wide as its words, in the same place alone as in a row of fields."""
    with st.container(horizontal=True, width="content"):
        st.title(title, anchor=False, width="content")
