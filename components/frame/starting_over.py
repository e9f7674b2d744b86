"""Back to the beginning: what a visitor has chosen and asked is let go of; the library stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import state
from components.selection.question_draft import draft

if TYPE_CHECKING:
    from collections.abc import Callable

FIRST_PAGE = "pages/documents.py"
_BEGUN = "sightline.started-over"
_TOLD = "**Started over.** Choices are cleared; documents, conversations and questions are kept."


def start_over() -> None:
    """Shows the first page as to a new visitor; asks before where a question is being written.

    Documents, saved conversations, questions and settings are in the data folder and stay.
    """
    if draft().lines:
        _confirm(_begin_anew)
    else:
        _begin_anew()


def told_anew() -> None:
    """Says once what was let go of, and what is still there."""
    if state.kept(_BEGUN, False):
        state.keep(_BEGUN, False)
        st.toast(_TOLD, icon=":material/restart_alt:", duration="long")


def _begin_anew() -> None:
    state.reset()
    state.keep(_BEGUN, True)
    st.switch_page(FIRST_PAGE)


@st.dialog("Back to the beginning?")
def _confirm(begin_anew: Callable[[], None]) -> None:
    st.markdown(
        "The question that you are marking lines for is not saved yet, and would be lost. "
        "Documents, saved questions and conversations stay."
    )
    with st.container(horizontal=True):
        if st.button("Begin anew", key="anew-yes", type="primary"):
            begin_anew()
        if st.button("Go on with it", key="anew-no"):
            st.rerun()
