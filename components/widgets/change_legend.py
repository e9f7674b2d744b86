"""What the colours of a comparison mean."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from components.labels.routes import CHANGES
from components.structure.readings.marks import COLOUR, SIDES
from core.parsing.tree_comparison import Change

if TYPE_CHECKING:
    from collections.abc import Iterable

_SWATCH = "display:inline-block;width:1.3em;height:.85em;margin-right:.4em;vertical-align:-.05em;"


def change_legend() -> None:
    """The colours of differences."""
    draw_legend(
        (outlined(COLOUR[kind]) if kind is Change.SAME else filled(COLOUR[kind]), words)
        for kind, words in CHANGES.items()
    )


def side_legend(other: str) -> None:
    """The colours of the two trees, drawn on one page."""
    draw_legend([(filled(SIDES["now"]), "now"), (outlined(SIDES["other"]), other)])


def filled(colour: str) -> str:
    """The look of a mark that is filled."""
    return f"{_SWATCH}background:{colour}"


def outlined(colour: str) -> str:
    """The look of a mark that is outlined."""
    return f"{_SWATCH}box-sizing:border-box;border:2px solid {colour}"


def draw_legend(entries: Iterable[tuple[str, str]]) -> None:
    """One line of looks with their words."""
    shown = "".join(
        f'<span style="margin-right:1.4em;white-space:nowrap"><span style="{escape(style)}"></span>'
        f"{escape(words)}</span>"
        for style, words in entries
    )
    st.html(f'<div style="font-size:.85rem;line-height:1.8">{shown}</div>')
