"""Turning the pages of a document."""

from __future__ import annotations

import streamlit as st

from components import state

_KEY = "page-picker"


def page_picker(count: int, shown: int) -> None:
    """Numbers of the pages; choosing one shows it and lets go of a selected element."""

    def turned() -> None:
        state.select(page=state.widget_value(_KEY), node=None)

    if count > 1:
        state.preset(_KEY, shown)
        st.pagination(count, key=_KEY, on_change=turned)
