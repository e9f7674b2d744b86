"""Limits that may be changed; they are kept in the data folder."""

from __future__ import annotations

import streamlit as st

from components import resources
from components.foreign_text import plain
from components.settings.fields import number_field, out_of_range
from core.settings_changes import sources

_LIMITS = {
    "max_upload_mb": "Largest file (MB)",
    "max_pages": "Most pages",
    "parse_seconds": "Time for a document (s)",
    "parse_seconds_per_page": "Time added for a page (s)",
    "page_seconds": "Longest time for one page (s)",
    "parse_memory_mb": "Memory for a parsing process (MB)",
    "parse_workers": "Processes that parse",
}


def limits() -> None:
    """A form of the limits. What the environment sets can be seen here, but not changed."""
    settings = resources.workbench().settings
    origin = sources(settings)
    st.header("Limits", anchor=False)
    with st.form("limits"):
        columns = st.columns(2)
        entered = {
            name: number_field(columns[at % 2], label, settings, name, origin[name])
            for at, (name, label) in enumerate(_LIMITS.items())
        }
        if not st.form_submit_button("Save"):
            return
        if problem := out_of_range(_LIMITS, entered):
            st.error(plain(problem), icon=":material/error:")
        else:
            changes = {
                name: value for name, value in entered.items() if value != getattr(settings, name)
            }
            resources.change_settings(changes)
            st.toast("Saved. The limits hold from the next file on.")
