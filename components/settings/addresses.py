"""The names under which the app answers."""

from __future__ import annotations

import streamlit as st

from components import resources
from core.hosts import LOOPBACK


def addresses() -> None:
    """The names of this machine and those of the settings, which only the environment can give."""
    st.header("Addresses", anchor=False)
    st.code("\n".join((*sorted(LOOPBACK), *resources.workbench().settings.hosts)), language=None)
    st.caption(
        "Requests under other names, and those of pages of other sites, are refused. Set "
        "`SIGHTLINE_HOSTS` before the start to name others, parted by commas, such as that of a "
        "reverse proxy; it has to pass `Host` on unchanged."
    )
