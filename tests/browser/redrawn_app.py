"""A page with a part that draws itself anew, and a line below it; only for tests.

The part is drawn anew before the browser hears of the page: what a busy machine does now and then.
"""

import sys
import time
from pathlib import Path

import streamlit as st
from streamlit.runtime import get_instance

sys.path.insert(0, str(Path(__file__).parents[2]))

from components.widgets.auto_refresh import redrawn

EVERY, HELD = 0.2, 1.0  # seconds


def _part() -> None:
    st.markdown(f"The part, drawing {st.session_state.drawing}")


st.session_state.setdefault("drawing", 0)
if st.button("Draw"):
    st.session_state.drawing += 1
    time.sleep(5 * EVERY)  # so that the browser asks for the part meanwhile
    server = get_instance()._async_objs  # nothing public holds it up
    assert server
    server.eventloop.call_soon_threadsafe(time.sleep, HELD)
redrawn(_part, EVERY)
st.markdown("The line below")
