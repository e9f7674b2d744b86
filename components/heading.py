"""The title of a page; every page draws it first."""

from __future__ import annotations

import streamlit as st

from components import state
from components.navigation import current_page


def heading(title: str) -> None:
    """Draws the title, inside the app.

    Until `st.navigation` was called once, Streamlit runs the scripts of a folder `pages` by
    themselves. The first visitor after a start, if on a link to a page, would see it without the
    app around it: so the pages are offered here, and the run started again, now with the app.
    """
    if not state.inside_app():
        current_page()
        st.rerun()
    st.title(title, anchor=False, width="content")
