"""In which form a file is: told by what it holds, or chosen; and what a file of each must hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from collections.abc import Mapping

_AUTO = ""


def file_form(label: str, forms: Mapping[str, str], *, key: str) -> str:
    """The form that is chosen, by its name; empty where what the file holds tells it."""
    return st.selectbox(
        label,
        [_AUTO, *forms],
        format_func=lambda name: forms.get(name, "Told by what the file holds"),
        key=key,
    )


def form_needs(forms: Mapping[str, str], needs: Mapping[str, str]) -> None:
    """A line for each form with what a file of it must hold, in Markdown."""
    st.markdown("\n".join(f"- **{forms[name]}**: {need}." for name, need in needs.items()))
