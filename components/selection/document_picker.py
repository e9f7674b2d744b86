"""Which document the page is about: the one in the address, or another one of the library."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.foreign_text import plain
from components.labels.documents import unique_labels
from components.link_notes import note
from components.selection.empty_library import empty_library
from components.selection.last_document import last_document
from components.widgets.heading import heading
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.library import DocumentRecord

_KEY = "document-picker"
GONE = "not in the library any more"
"""Stands for the name of a document that was deleted."""


def document_picker(title: str) -> DocumentRecord | None:
    """The chosen document, beside the title of the page; None while the library is empty.

    A document that a link names or that was open, and that is not here, is said to be missing,
    and the one that this browser showed last is shown instead, else the newest.
    """
    records = newest_first()
    if not records:
        _say_missing()
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


def document_names() -> dict[str, str]:
    """The names of all documents of the library by their ids."""
    return {record.sha: record.name for record in resources.workbench().library.list()}


def find_document(records: Mapping[str, DocumentRecord]) -> None:
    """Lets a document of the library be chosen, and says so where the one of the address is not."""
    linked = state.view().document
    if linked not in records:
        document = last_document(records)
        _say_missing(f"Shown instead is {plain(records[document].name)}.")
        state.select(document=document)


def document_box(records: Mapping[str, DocumentRecord]) -> DocumentRecord:
    """The chosen document, in a box to choose another one of the library.

    A page that it does not have is said to be missing, and let go of.
    """
    _check_page(records[state.view().document or ""])
    state.preset(_KEY, state.view().document)
    names = unique_labels({sha: record.name for sha, record in records.items()})
    st.selectbox(
        "Document",
        list(records),
        format_func=lambda sha: names.get(sha) or str(sha),
        key=_KEY,
        on_change=lambda: state.select(document=state.widget_value(_KEY)),
        label_visibility="collapsed",
        icon=":material/description:",
    )
    return records[state.view().document or ""]


def _say_missing(instead: str = "") -> None:
    if state.view().document:
        note(
            "The document that was chosen here is not in this library (any more). Add the file "
            f"on the page Documents to see it. {instead}"
        )


def _check_page(record: DocumentRecord) -> None:
    page = state.view().page
    if page and page > record.page_count:
        pages = number_of(record.page_count, "page")
        note(f"{plain(record.name)} has no page {page}, but {pages}.")
        state.select(page=None)
