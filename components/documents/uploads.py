"""The field that takes files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from core.library import EXTENSIONS

if TYPE_CHECKING:
    from pathlib import Path

_TURN = "sightline.upload-turn"


def uploads() -> list[tuple[str, Path | bytes]]:
    """Names and bytes of files that were just given; the field is empty the next time."""
    turn = state.kept(_TURN, 0)
    limit = resources.workbench().settings.max_upload_mb
    files = st.file_uploader(
        "Add documents",
        type=[*EXTENSIONS],
        accept_multiple_files=True,
        max_upload_size=limit,
        key=f"upload-{turn}",
        help="PDF, plain text (also Markdown) and tables (CSV). The same file twice is one "
        "document. Files stay on this machine.",
    )
    if files:
        state.keep(_TURN, turn + 1)
    return [(file.name, file.getvalue()) for file in files]
