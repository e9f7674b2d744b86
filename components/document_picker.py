"""Which document the page is about: the one in the address, or another one of the library."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.empty_library import empty_library
from components.heading import heading

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.library import DocumentRecord

_KEY = "document-picker"


def document_picker(title: str) -> DocumentRecord | None:
    """The chosen document, beside the title of the page; None while the library is empty.

    A document that a link names or that was open, and that is not here, is said to be missing,
    and the newest one shown instead.
    """
    records = newest_first()
    if not records:
        heading(title)
        empty_library()
        return None
    find_document(records)
    with st.container(horizontal=True, vertical_alignment="center", gap="large"):
        heading(title)
        return document_box(records)


def newest_first() -> dict[str, DocumentRecord]:
    """All documents of the library by their ids, the last added first."""
    return {record.sha: record for record in reversed(resources.workbench().library.list())}


def find_document(records: Mapping[str, DocumentRecord]) -> None:
    """Lets a document of the library be chosen, and says so where the one of the address is not."""
    wanted = state.view().document
    if wanted not in records:
        if wanted:
            st.warning(
                "The document that was chosen here is not in this library (any more). Add the "
                "file on the page Documents to see it. Shown instead is the newest one.",
                icon=":material/link_off:",
            )
        state.select(document=next(iter(records)))


def document_box(records: Mapping[str, DocumentRecord]) -> DocumentRecord:
    """The chosen document, in a box to choose another one of the library."""
    state.preset(_KEY, state.view().document)
    st.selectbox(
        "Document",
        list(records),
        format_func=lambda sha: records[sha].name,
        key=_KEY,
        on_change=lambda: state.select(document=state.widget_value(_KEY)),
        label_visibility="collapsed",
        icon=":material/description:",
    )
    return records[state.view().document or ""]
