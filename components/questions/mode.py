"""What is done with the questions of a set: seen, made, brought in, or generated."""

from __future__ import annotations

from enum import StrEnum

import streamlit as st

from components import state
from components.questions.notices import forget

_KEY = "questions-mode"
_TURNED = "sightline.questions.turned"


class Mode(StrEnum):
    """The parts of the page, as they are called."""

    ALL = "All questions"
    NEW = "New question"
    IMPORT = "Import"
    GENERATE = "Generate"


def mode_control() -> Mode:
    """The chosen part."""
    return st.segmented_control(
        "What to do",
        list(Mode),
        default=Mode.ALL,
        required=True,
        key=_KEY,
        on_change=forget,
        label_visibility="collapsed",
        persist_state="session",
    )


def set_mode(mode: Mode) -> None:
    """Go to another part; to be called from a callback. The whole page is drawn anew for it."""
    state.preset(_KEY, mode)
    state.keep(_TURNED, True)


def turned() -> bool:
    """Whether the page has to be drawn anew since a callback changed a set or went elsewhere."""
    changed = state.kept(_TURNED, False)
    state.keep(_TURNED, False)
    return changed
