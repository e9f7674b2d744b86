"""The frame around a page, drawn before it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from components.frame.actions import frame_actions
from components.frame.tour_bar import tour_bar

if TYPE_CHECKING:
    from collections.abc import Sequence

_STYLE = Path(__file__).with_suffix(".css").read_text(encoding="utf-8")


def frame(page: str, paths: Sequence[str]) -> None:
    """The buttons beside the navigation, and the tour where one is taken.

    `page` is the title of the page that follows, `paths` are the addresses of all pages.
    """
    st.html(f"<style>{_STYLE}</style>")
    frame_actions(page, paths)
    tour_bar()
