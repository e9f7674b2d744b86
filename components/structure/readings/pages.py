"""The route of the pages that are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.foreign_text import plain
from components.labels.routes import page_in_words
from components.structure.route_badge import badge

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.sir import Sir

_MOST = 3
"""Pages that are named one by one."""


def page_badges(sir: Sir, numbers: Sequence[int]) -> None:
    """A line for each of these 1-based pages: its route, and the measure that decided so.

    Draws nothing for a tree whose pages do not say.
    """
    pages = [sir.pages[number - 1] for number in numbers if sir.pages[number - 1].route]
    for page in pages[:_MOST]:
        st.markdown(f"{badge(page.route)} {plain(page_in_words(page))}")
    if len(pages) > _MOST:
        st.caption(f"The other {len(pages) - _MOST} pages are listed under Inspection.")
