"""Errors on a page become words with a next step, never a stack trace."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from streamlit.testing.v1 import AppTest

if TYPE_CHECKING:
    import pytest


def expected() -> None:
    import streamlit as st

    from components.errors import Boundary
    from core.errors import NotAPdf

    with Boundary():
        raise NotAPdf("notes.txt is not a PDF. Choose a PDF file.")
    st.text("goes on")


def unexpected() -> None:
    import streamlit as st

    from components.errors import Boundary

    with Boundary():
        raise ZeroDivisionError("a secret detail")
    st.text("goes on")


def signal() -> None:
    import streamlit as st

    from components.errors import Boundary

    with Boundary():
        st.stop()
    st.text("never shown")


def test_an_expected_error_is_shown_in_its_own_words() -> None:
    app = AppTest.from_function(expected).run()
    assert not app.exception
    assert "notes.txt is not a PDF. Choose a PDF file." in app.error[0].value
    assert app.text[0].value == "goes on"


def test_an_unexpected_error_shows_a_reference_that_leads_to_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.ERROR, logger="sightline"):
        app = AppTest.from_function(unexpected).run()
    assert not app.exception
    assert "secret" not in app.error[0].value
    reference = app.error[0].value.split("`")[1]
    assert reference in caplog.text
    assert "a secret detail" in caplog.text


def test_signals_of_streamlit_pass_through_the_boundary() -> None:
    app = AppTest.from_function(signal).run()
    assert not app.exception
    assert not app.error
    assert not app.text
