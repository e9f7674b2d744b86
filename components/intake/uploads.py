"""The field that takes files."""

from __future__ import annotations

import streamlit as st

from components import resources, state
from components.intake.adding import add_files

_TURN = "sightline.upload-turn"


def uploads() -> None:
    """Several PDFs at once, added as soon as they are here; the field is then empty again."""
    turn = state.kept(_TURN, 0)
    limit = resources.workbench().settings.max_upload_mb
    files = st.file_uploader(
        "Add PDFs",
        type="pdf",
        accept_multiple_files=True,
        max_upload_size=limit,
        key=f"upload-{turn}",
        help="The same file twice is one document. Files stay on this machine.",
    )
    if files:
        add_files([(file.name, file.getvalue()) for file in files])
        state.keep(_TURN, turn + 1)
        st.rerun()
