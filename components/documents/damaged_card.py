"""A document whose record cannot be read: what is wrong, and the ways to put it right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.errors import show_error
from components.foreign_text import plain
from components.widgets.long_work import long_work
from core.errors import SightlineError

if TYPE_CHECKING:
    from core.library import DamagedDocument

_WANTED = "sightline.damaged.mend"
"""The document that is put right now."""


def damaged_card(document: DamagedDocument, *, chosen: bool) -> None:
    """What is wrong, with a way to repair it, and for the chosen document one to delete it."""
    with st.container(border=True):
        st.error(f"**{plain(document.shown_name)}**: {plain(document.problem)}")
        with st.container(horizontal=True):
            if not document.too_new:
                st.button(
                    "Make its record anew",
                    icon=":material/build:",
                    type="primary",
                    key=f"mend-{document.sha}",
                    help="Reads the file again. Names that cannot be read any more are lost, and "
                    "a parser that you chose must be chosen again. Corrections stay.",
                    on_click=lambda: state.keep(_WANTED, document.sha),
                )
            if chosen:
                with st.popover("Delete", icon=":material/delete:"):
                    st.write("The file and all that was made from it will be gone.")
                    st.button(
                        "Delete it for good",
                        type="primary",
                        key=f"delete-{document.sha}",
                        on_click=_delete,
                        args=(document.sha,),
                    )
        if state.kept(_WANTED, None) == document.sha:
            _mend(document.sha)


def _mend(sha: str) -> None:
    """Makes the record anew, with its progress; what stands in the way is said."""
    try:
        record = long_work(
            lambda progress: resources.workbench().documents.mend(sha, progress),
            key=f"mend-{sha}",
            title="Reading the document",
            unit="pages",
        )
    except SightlineError as error:
        state.keep(_WANTED, None)
        show_error(error)
        return
    if record:
        state.keep(_WANTED, None)
        state.select(document=sha)
        st.rerun()


def _delete(sha: str) -> None:
    resources.workbench().delete(sha)
    resources.parse_queue().forget_document(sha)
    state.select(document=None)
