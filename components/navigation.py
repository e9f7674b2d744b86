"""The pages of the app, in the order people work."""

from __future__ import annotations

import streamlit as st

_PAGES = ("Documents", "Structure", "Chunks", "Ask", "History", "Evaluate", "Settings", "Tour")


def current_page() -> st.Page:
    """Offers the pages at the top and gives back the one that the address names.

    They have no signs, because a browser would fetch the sign of a page from the network.
    """
    pages = [st.Page(f"pages/{name.lower()}.py", title=name) for name in _PAGES]
    return st.navigation(pages, position="top")


def page_paths() -> list[str]:
    """The paths of the pages, as they end their addresses; the first page has none of its own."""
    return ["", *(name.lower() for name in _PAGES)]
