"""The frame around a page, drawn before it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from components.frame.actions import frame_actions
from components.frame.focus import keep_focus
from components.frame.starting_over import told_anew
from components.frame.tour_bar import tour_bar

if TYPE_CHECKING:
    from collections.abc import Sequence

_STYLE = Path(__file__).with_suffix(".css").read_text(encoding="utf-8")


def frame(page: str, paths: Sequence[str]) -> None:
    """The buttons beside the navigation, and the tour where one is taken; what has the focus.

    `page` is the title of the page that follows, `paths` are the addresses of all pages.
    """
    st.html(f"<style>{_STYLE}</style>")
    keep_focus()
    told_anew()
    frame_actions(page, paths)
    tour_bar()
