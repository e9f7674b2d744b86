"""The same tab stays open, whatever stands beside it."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest


def page() -> None:
    import streamlit as st

    from components.widgets.tabs import tabs

    names = st.session_state.setdefault("names", ["List", "Charts", "Changes (0)"])
    for name, tab in zip(names, tabs(names, "part"), strict=True):
        if tab.open:
            st.text(f"open: {name}")


def opened(app: AppTest) -> list[str]:
    assert not app.exception
    return [one.value for one in app.text]


def test_the_first_tab_is_open_at_first() -> None:
    assert opened(AppTest.from_function(page).run()) == ["open: List"]


def test_a_tab_stays_open_where_another_comes_or_goes() -> None:
    app = AppTest.from_function(page).run()
    app.session_state["part"] = "Charts"
    app.run()
    app.session_state["names"] = ["List", "Charts", "Changes (0)", "Steps"]
    assert opened(app.run()) == ["open: Charts"]
    app.session_state["part"] = "Steps"
    app.run()
    app.session_state["names"] = ["List", "Charts"]
    assert opened(app.run()) == ["open: List"], "that one has gone"


def test_a_tab_stays_open_where_its_count_changes() -> None:
    app = AppTest.from_function(page).run()
    app.session_state["part"] = "Changes (0)"
    app.run()
    app.session_state["names"] = ["List", "Charts", "Changes (1)"]
    assert opened(app.run()) == ["open: Changes (1)"]
    assert opened(app.run()) == ["open: Changes (1)"]
