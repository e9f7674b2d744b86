"""The pages of the app, in the order people work."""

from __future__ import annotations

import streamlit as st

from components.sign_in import is_server, may
from components.widgets.heading import heading
from core.errors import SetupError
from core.rights import Right

_PAGES = ("Documents", "Structure", "Chunks", "Ask", "History", "Evaluate", "Settings", "Tour")
_NEEDS = {"Evaluate": Right.EDIT, "Settings": Right.ADMINISTER}
"""Pages that are there only for those who have a right."""
_FOR = {Right.EDIT: "editors and administrators", Right.ADMINISTER: "administrators"}
_OF_A_ROLE = "This page is for {}. An administrator gives roles, on the page *People*."
_OF_A_SERVER = "People"
_ON_A_DESK = (
    "Nobody signs in here: whoever opens the app on this machine may see and change everything. "
    "*docs/people.md* tells how it becomes a server with people, roles and collections."
)


def current_page() -> st.Page:
    """Offers the pages at the top and gives back the one that the address names.

    They have no signs, because a browser would fetch the sign of a page from the network. Who has
    not signed in is offered none. A link to a page that is not offered says why.
    """
    offered = _offered()
    if not offered:
        return st.navigation([st.Page(lambda: None, title="Sign in")], position="hidden")
    pages = [st.Page(f"pages/{name.lower()}.py", title=name) for name in offered]
    hidden = [_hidden(name) for name in (*_PAGES, _OF_A_SERVER) if name not in offered]
    return st.navigation([*pages, *hidden], position="top")


def page_paths() -> list[str]:
    """The paths of the pages, as they end their addresses; the first page has none of its own."""
    return ["", *(name.lower() for name in _offered())]


def _hidden(name: str) -> st.Page:
    """Stands at the address of a page, without a place in the navigation."""

    def page() -> None:
        heading(name)
        needed = _NEEDS.get(name)
        words = _OF_A_ROLE.format(_FOR[needed]) if needed else _ON_A_DESK
        st.info(words, icon=":material/lock:")

    return st.Page(page, title=name, url_path=name.lower(), visibility="hidden")


def _offered() -> tuple[str, ...]:
    try:
        if not is_server():
            return _PAGES
    except SetupError:  # which stands in the place of the page
        return _PAGES
    offered = tuple(name for name in _PAGES if may(_NEEDS.get(name, Right.READ)))
    return (*offered, _OF_A_SERVER) if offered else ()
