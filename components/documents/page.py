"""Files are added above; below them the library, and the chosen document in detail."""

from __future__ import annotations

import streamlit as st

from components import resources, state
from components.documents.card import damaged_card, document_card
from components.documents.edition_comparison import edition_comparison
from components.documents.index_progress import index_jobs, index_view
from components.documents.intake import intake
from components.documents.library_table import library_table
from components.documents.start_here import about, start_here
from components.selection.document_filter import document_filter, filter_notice
from components.selection.document_picker import newest_first
from components.sign_in import may
from components.widgets.heading import heading
from core.rights import Right


def page() -> None:
    """Everything that adds documents, and those that are here."""
    heading("Documents")
    if _comparison():
        return
    about(list(newest_first().values()))
    if may(Right.EDIT):
        intake()
    _library()


def _comparison() -> bool:
    """Two editions side by side, where the address names both; whether it does."""
    view, records = state.view(), newest_first()
    old, new = records.get(view.beside or ""), records.get(view.document or "")
    if not (view.beside and new):
        return False
    if old is None:
        st.warning(
            "The link compares with a document that is not in this library. Add the file first.",
            icon=":material/link_off:",
        )
        return False
    edition_comparison(old, new)
    return True


def _library() -> None:
    records, damaged = list(newest_first().values()), resources.workbench().library.damaged()
    start_here(records)
    if not (records or damaged) and any(item.active for item in resources.parse_queue().snapshot()):
        return
    linked = state.view().document
    chosen = next((record for record in records if record.sha == linked), None)
    if linked and not chosen and linked not in {document.sha for document in damaged}:
        st.warning(
            "The link leads to a document that is not in this library. Add the file to follow it.",
            icon=":material/link_off:",
        )
    if not (records or damaged):
        st.markdown(
            "**Nothing here yet.** Add a document above, or take a sample. Then see its "
            "*Structure*, cut it into *Chunks*, and *Ask* about it."
        )
        st.page_link("pages/tour.py", label="Take the tour of five ideas", icon=":material/tour:")
        return
    index_view()
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        st.header("Library", anchor=False, width="content")
        matching = document_filter(records)
    filter_notice(records)
    if matching or damaged:
        library_table(matching, damaged, index_jobs())
    for document in damaged:
        damaged_card(document, chosen=document.sha == linked)
    if chosen:
        document_card(chosen)
