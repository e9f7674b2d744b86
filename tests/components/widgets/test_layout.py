"""Blocks that stand in the place of a page view are as high as it."""

from __future__ import annotations

from pathlib import Path

from streamlit.testing.v1 import AppTest

import components.widgets.page_view

HEIGHT = "height: var(--fill-height, clamp(min(20rem, 55vh), calc(100vh - 15rem), 80rem))"


def page() -> None:
    import streamlit as st

    from components.widgets.layout import scrolling

    with scrolling("pages"):
        st.write("Page 1")


def test_a_scrolling_block_is_as_high_as_a_page_view_in_its_place() -> None:
    app = AppTest.from_function(page).run()
    assert not app.exception
    styles = " ".join(one.value for one in app.get("html"))  # type: ignore[attr-defined]
    assert HEIGHT in styles
    look = Path(str(components.widgets.page_view.__file__)).with_name("page_view.css")
    assert HEIGHT in look.read_text(encoding="utf-8")
