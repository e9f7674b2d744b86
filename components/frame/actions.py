"""The buttons beside the navigation: light or dark, presenter's view, back to the beginning."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st
from streamlit.components.v2 import component

from components import state
from components.frame.starting_over import start_over

if TYPE_CHECKING:
    from collections.abc import Sequence

_HERE = Path(__file__).parent
_KEY = "frame-actions"
_PRESENTED = ("Ask", "Structure", "Chunks")
"""Pages that show pages of a document with marks; Ask does so once there is a citation."""
_DRAWN = "sightline.frame.presentable"
_PRESENTING = (_HERE / "presenting.css").read_text(encoding="utf-8")

draw = component(
    "sightline_frame_actions",
    css=(_HERE / "actions.css").read_text(encoding="utf-8"),
    js="".join(
        (_HERE / name).read_text(encoding="utf-8") for name in ("actions.js", "unnamed_parts.js")
    ),
)


def frame_actions(page: str, paths: Sequence[str]) -> None:
    """Draws them beside the navigation; `paths` are the addresses of all pages.

    Where the address says so, the pages with marks fill the screen, and nothing else is seen.
    """
    view, presentable = state.view(), _presentable(page)
    state.keep(_DRAWN, presentable)
    presenting = presentable and view.present is not None
    if view.present is not None and not presenting:
        state.select(present=None)  # else what is shown next would fill the screen all at once
    with st.container(key="frame"):
        draw(
            key=_KEY,
            data={"presentable": presentable, "presenting": presenting, "paths": list(paths)},
            on_pressed_change=lambda: None,
        )
    if presenting:
        _presenting(page)
    match state.component_value(_KEY, "pressed"):
        case "present":
            state.select(present="1")
            st.rerun()
        case "leave":
            state.select(present=None)
            st.rerun()
        case "anew":
            start_over()


def actions_outdated(page: str) -> bool:
    """Whether there is something to present now, or no more, since the buttons were drawn.

    Runs of a part of the page leave them as they are.
    """
    return state.kept(_DRAWN, _presentable(page)) != _presentable(page)


def _presentable(page: str) -> bool:
    return page in _PRESENTED and (page != "Ask" or state.view().citation is not None)


def _presenting(page: str) -> None:
    st.html(f"<style>{_PRESENTING}</style>")
    with st.container(key="presenting-keys"):
        st.markdown("← → lead on · Escape leaves" if page == "Ask" else "Escape leaves")
