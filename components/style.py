"""What the theme cannot say: contrast of small words, and how a page of the app is printed.

Marks have rules of their own, as no style sheet of the app reaches them (`page_view.css`).
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_STYLE = Path(__file__).with_suffix(".css").read_text(encoding="utf-8")


def style() -> None:
    """Gives the page that is drawn its look on the screen and on paper."""
    st.html(f"<style>{_STYLE}</style>")
