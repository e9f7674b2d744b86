"""Tabs of which the same one stays open where others come, go, or count anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import state

if TYPE_CHECKING:
    from collections.abc import Sequence

    from streamlit.elements.lib.mutable_tab_container import TabContainer


def tabs(names: Sequence[str], key: str) -> Sequence[TabContainer]:
    """The tabs, at first with the first one open; a name may end in a count: `Corrections (2)`.

    Streamlit takes tabs with another name among them for new ones, and opens the first.
    """
    opened = state.widget_value(key)
    before, default = state.kept(f"{key}.given", ((), names[0]))
    if opened is None or before != tuple(names):
        same = (name for name in names if opened and _part(name) == _part(opened))
        default = next(same, names[0])
        state.keep(f"{key}.given", (tuple(names), default))
    return st.tabs(names, default=default, key=key, on_change="rerun")


def _part(name: str) -> str:
    return name.partition(" (")[0]
