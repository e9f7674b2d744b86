"""The frame around a page, drawn before it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st
from streamlit.components.v2 import component

from components.frame.actions import frame_actions
from components.frame.starting_over import told_anew
from components.frame.tour_bar import tour_bar

if TYPE_CHECKING:
    from collections.abc import Sequence

_STYLE = Path(__file__).with_suffix(".css").read_text(encoding="utf-8")
_keep_focus = component(
    "sightline_focus", js=Path(__file__).with_name("focus.js").read_text(encoding="utf-8")
)
"""What has the focus does not lose it to the whole page where it is drawn anew or taken off."""


def frame(page: str, paths: Sequence[str]) -> None:
    """The buttons beside the navigation, and the tour where one is taken; what has the focus.

    `page` is the title of the page that follows, `paths` are the addresses of all pages.
    """
    st.html(f"<style>{_STYLE}</style>")
    _keep_focus(key="focus", height=1)
    told_anew()
    frame_actions(page, paths)
    tour_bar()
