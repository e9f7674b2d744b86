"""Long work says how far it is, and stops when it is told to."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from components.widgets.long_work import message


@pytest.mark.parametrize(
    ("done", "seconds", "expected"),
    [
        (0, 5, "Reading: 0 of 1,000 pages"),
        (10, 1, "Reading: 10 of 1,000 pages"),
        (500, 10, "Reading: 500 of 1,000 pages, about 10 s left"),
        (100, 30, "Reading: 100 of 1,000 pages, about 4 min left"),
    ],
)
def test_the_message_counts_and_guesses_the_rest(done: int, seconds: float, expected: str) -> None:
    assert message("Reading", "pages", done, 1000, seconds) == expected


def script() -> None:
    import streamlit as st

    from components import state
    from components.widgets.long_work import long_work

    if st.button("stop before"):
        state.keep("sightline.stopped.job", True)
    st.text(
        repr(
            long_work(
                lambda progress: progress(1, 2) or "done", key="job", title="A job", unit="things"
            )
        )
    )


def test_work_that_ends_leaves_no_bar() -> None:
    app = AppTest.from_function(script).run()
    assert app.text[0].value == "'done'"
    assert [button.label for button in app.button] == ["stop before"]


def test_work_that_was_stopped_waits_until_it_may_go_on() -> None:
    app = AppTest.from_function(script).run()
    app.button[0].click().run()
    assert app.text[0].value == "None"
    assert "stopped" in app.warning[0].value
    next(button for button in app.button if button.label == "Go on").click().run()
    assert app.text[0].value == "'done'"
