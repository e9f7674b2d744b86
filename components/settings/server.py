"""Where the index is kept: on this machine, or on a Qdrant server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.errors import Boundary
from components.foreign_text import plain
from core.errors import SightlineError
from core.indexing import open_all
from core.settings_changes import Source, sources
from core.text.counts import number_of

if TYPE_CHECKING:
    from core.settings import Settings

_FIELD = "qdrant-url"


def server() -> None:
    """The address of a Qdrant server, a button that says whether it answers, and one that saves."""
    settings = resources.workbench().settings
    fixed = sources(settings)["qdrant_url"] is Source.ENVIRONMENT
    st.header("Index", anchor=False)
    if state.widget_value(_FIELD) is None:
        state.preset(_FIELD, settings.qdrant_url or "")
    url = st.text_input(
        "Address of a Qdrant server",
        key=_FIELD,
        placeholder="Empty: the index is kept in the data folder",
        help="Such as http://localhost:6333. Set by the environment (`QDRANT_URL`)."
        if fixed
        else "Such as http://localhost:6333. Without one, Qdrant Edge keeps the index here.",
        disabled=fixed,
    ).strip()
    with st.container(horizontal=True):
        asked = st.button("Check", disabled=not url, help="Asks the server; nothing is changed.")
        changed = url != (settings.qdrant_url or "")
        st.button("Use", disabled=fixed or not changed, on_click=_save)
    if asked:
        _check(settings, url)
    there = "is set" if settings.qdrant_api_key else "is not set"
    st.caption(
        f"The server's key comes from the environment only (`QDRANT_API_KEY`); it {there}. "
        "Another index begins empty: documents are indexed anew with the next question."
    )


@Boundary()
def _check(settings: Settings, url: str) -> None:
    key = settings.qdrant_api_key
    with st.spinner("Asking the server"):
        indexes = open_all(settings.home, url, key.get_secret_value() if key else None)
    count = number_of(len(indexes), "index", "indexes")
    st.success(f"{plain(url)} answers and holds {count} of Sightline.", icon=":material/check:")


def _save() -> None:
    """Use the address that stands in the field when the button is pressed."""
    url = (state.widget_value(_FIELD) or "").strip()
    try:
        resources.change_settings({"qdrant_url": url or None})
    except SightlineError as error:
        st.toast(plain(str(error)), icon=":material/error:")
        return
    st.toast("Saved. The next question is answered from this index.")
