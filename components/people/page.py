"""One's own account, and for administrators what belongs to all."""

from __future__ import annotations

import streamlit as st

from components import resources
from components.people.account import account
from components.people.collections import collections
from components.people.log import log
from components.people.register import register
from components.sign_in import may
from components.widgets.heading import heading
from core.errors import SetupError
from core.people.administration import Administration
from core.rights import Right


def page() -> None:
    """A part for each, under its own tab where there are several."""
    heading("People")
    directory = resources.workbench().directory
    if directory is None:
        raise SetupError("There are no people on a desk. Set SIGHTLINE_DATABASE for a server.")
    administration = Administration(directory)
    if not may(Right.ADMINISTER):
        account(administration)
        return
    parts = (account, register, collections, log)
    tabs = st.tabs(["You", "Everybody", "Collections", "Log"], key="people-part", on_change="rerun")
    for tab, part in zip(tabs, parts, strict=True):
        if tab.open:
            with tab:
                part(administration)
