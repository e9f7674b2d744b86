"""Deleting a signed answer, once it is confirmed."""

from __future__ import annotations

import streamlit as st

from components import resources, state
from components.errors import Boundary
from components.selection.signer import signer


def delete_button(answer: str) -> None:
    """A button that says what is lost, and one behind it that deletes."""
    with st.popover("Delete…", icon=":material/delete:", type="tertiary"):
        st.markdown(
            "The answer and its kept pages are removed for good. The audit log keeps that it was "
            "signed and deleted, with its id and its hash."
        )
        st.button(
            "Delete this signed answer",
            key="history-delete",
            type="primary",
            on_click=_delete,
            args=(answer,),
        )


def _delete(answer: str) -> None:
    with Boundary():
        resources.workbench().history.delete(answer, signer())
        state.select(signed=None)
        st.toast("The signed answer was deleted; the log says so.", icon=":material/delete:")
