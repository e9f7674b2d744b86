"""What looks mean, in one line."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from collections.abc import Iterable

_SWATCH = "display:inline-block;width:1.3em;height:.85em;margin-right:.4em;vertical-align:-.05em;"


def legend_line(entries: Iterable[tuple[str, str]]) -> None:
    """One line of looks, as CSS of a swatch, with their words."""
    shown = "".join(
        f'<span style="margin-right:1.4em;white-space:nowrap"><span style="{escape(style)}"></span>'
        f"{escape(words)}</span>"
        for style, words in entries
    )
    st.html(f'<div style="font-size:.85rem;line-height:1.8">{shown}</div>')


def filled(colour: str) -> str:
    """The look of a mark that is filled."""
    return f"{_SWATCH}background:{colour}"


def outlined(colour: str) -> str:
    """The look of a mark that is outlined."""
    return f"{_SWATCH}box-sizing:border-box;border:2px solid {colour}"
