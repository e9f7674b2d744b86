"""Everything that adds documents, in one place of the page."""

from __future__ import annotations

import streamlit as st

from components.documents.adding import add_files
from components.documents.queue_view import queue_view
from components.documents.samples import samples
from components.documents.uploads import uploads


def intake() -> None:
    """A field for files, how far those are that were added, and the samples."""
    files = uploads()
    place = st.container()
    files += samples()
    if files:
        add_files(files)
        st.rerun()
    with place:
        queue_view()
