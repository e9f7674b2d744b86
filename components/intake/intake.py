"""Everything that adds documents, in one place of the page."""

from __future__ import annotations

import streamlit as st

from components.intake.adding import add_files
from components.intake.outcomes import outcomes
from components.intake.samples import samples
from components.intake.uploads import uploads


def intake() -> None:
    """A field for files, what became of the last ones, and the samples.

    Progress has a place of its own, so that nothing below it moves or goes while files are read.
    """
    files = uploads()
    place = st.container()
    files += samples()
    with place:
        if files:
            add_files(files)
            st.rerun()
        outcomes()
