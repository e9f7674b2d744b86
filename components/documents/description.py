"""What a document is called, whose it is and of when: as its file says, or as a person does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.errors import Boundary
from components.foreign_text import plain
from core.errors import InvalidOption

if TYPE_CHECKING:
    from core.library import DocumentRecord

_FIELDS = {
    "title": ("Title", ""),
    "author": ("Author", ""),
    "date": ("Date", "A day, a month or a year, such as 2021-03-09, 2021-03 or 2021."),
}
_PROBLEM = "sightline.documents.description"
"""Why the words of a document were refused, under its SHA-256."""


def description_form(record: DocumentRecord) -> None:
    """Fields for title, author and date; an empty one lets the word of the file hold."""
    with st.popover("Describe", icon=":material/edit:", key="describe-document"):
        for name, (words, meaning) in _FIELDS.items():
            stated = getattr(record, name) or ""
            key = _key(record, name)
            state.preset_once(key, record.by_hand.get(name, ""))
            st.text_input(
                words, key=key, placeholder=stated or "not stated by the file",
                help=meaning or None, max_chars=300,
            )  # fmt: skip
        if problem := state.kept(_PROBLEM, {}).get(record.sha):
            st.error(plain(problem))
        st.caption(
            "Used to find the document by the filter of the pages Documents and Ask. The file "
            "stays as it is; an empty field stands for what it states."
        )
        st.button("Save", key="describe-save", type="primary", on_click=_save, args=(record,))


def _key(record: DocumentRecord, name: str) -> str:
    return f"describe-{name}-{record.sha[:12]}"


@Boundary()
def _save(record: DocumentRecord) -> None:
    texts = {name: (state.widget_value(_key(record, name)) or "").strip() for name in _FIELDS}
    said = {name: text for name, text in texts.items() if text}
    try:
        resources.workbench().library.describe_by_hand(record.sha, said)
    except InvalidOption as error:
        state.keep(_PROBLEM, {record.sha: str(error)})
    else:
        state.keep(_PROBLEM, {})
        st.toast(f"The description of {plain(record.name)} is saved.")
