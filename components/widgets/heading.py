"""The title of a page."""

from __future__ import annotations

import streamlit as st


def heading(title: str) -> None:
    """Draws the title, as wide as its words."""
    st.title(title, anchor=False, width="content")
