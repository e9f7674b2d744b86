"""The data folder: where it is, how much it holds, and emptying what can be made anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources
from components.foreign_text import plain

if TYPE_CHECKING:
    from os import stat_result
    from pathlib import Path

_SHOWN = 50_000
"""Bytes; what holds less would be said to hold 0.0 MB."""


def folder() -> None:
    """Path and size of the data folder, and a button that clears the caches in memory."""
    settings = resources.workbench().settings
    st.header("Data folder", anchor=False)
    st.code(str(settings.home), language=None)
    sizes = disk_use(settings.home)
    total = sum(sizes.values())
    parts = ", ".join(
        f"{plain(name)} {size / 1e6:.1f} MB" for name, size in sizes.items() if size >= _SHOWN
    )
    st.caption(f"{total / 1e6:.1f} MB on disk" + (f": {parts}" if parts else ""))
    st.caption("Set `SIGHTLINE_HOME` before the start to use another folder.")
    if st.button("Clear caches", help="Forgets drawn pages and open documents, deletes nothing."):
        resources.clear()
        st.toast("Caches cleared. Pages are drawn anew when they are needed.")


def disk_use(home: Path) -> dict[str, int]:
    """Bytes below each entry of the data folder, the largest first."""
    entries = list(home.iterdir()) if home.is_dir() else []
    sizes = {entry.name: _size(entry) for entry in entries}
    filled = {name: size for name, size in sizes.items() if size}
    return dict(sorted(filled.items(), key=lambda item: -item[1]))


def _size(path: Path) -> int:
    files = path.rglob("*") if path.is_dir() else (path,)
    total = 0
    for file in files:
        try:
            total += _taken(file.stat()) if file.is_file() else 0
        except FileNotFoundError:
            continue  # another process has just replaced it
    return total


def _taken(status: stat_result) -> int:
    """Bytes on disk: an index reserves far more than it fills. Windows does not count blocks."""
    blocks = getattr(status, "st_blocks", None)
    return status.st_size if blocks is None else min(status.st_size, blocks * 512)
