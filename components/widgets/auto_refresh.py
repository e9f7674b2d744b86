"""A part of a page that draws itself anew every so often."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from collections.abc import Callable


def redrawn(draw: Callable[[], None], every: float | None) -> None:
    """Draws a part of the page, and again after so many seconds; None: only when it is used.

    It has a container of its own. When the part is drawn anew at once after the page, Streamlit
    drops what the page has sent of the part, and the browser then moves what follows in the same
    container into its place, where the part overwrites it: a message that nobody ever sees.
    """
    with st.container():
        st.fragment(draw, run_every=every)()
