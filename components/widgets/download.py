"""A button that makes a file when it is pressed."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

import streamlit as st

from components import resources
from components.server.session_files import own_file
from components.sign_in import for_visitor

if TYPE_CHECKING:
    from collections.abc import Callable

_MIME = {
    ".csv": "text/csv",
    ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ".html": "text/html",
    ".json": "application/json",
    ".jsonl": "application/jsonl",
    ".md": "text/markdown",
    ".pdf": "application/pdf",
    ".toml": "application/toml",
    ".zip": "application/zip",
}


def download(label: str, make: Callable[[], str | bytes], name: str) -> None:
    """A button that gives the file `name`, whose suffix says what it is."""
    permissions = resources.workbench().library.permissions

    def made() -> str | bytes:
        content = make()
        permissions.did("exported", "", name)
        return content

    mime = _MIME[PurePath(name).suffix]
    st.download_button(
        label,
        own_file(for_visitor(made), mime, name),
        name,
        mime,
        icon=":material/download:",
        on_click="ignore",
    )
