"""What is done with the questions of a set: seen, made, brought in, or generated."""

from __future__ import annotations

from enum import StrEnum

import streamlit as st

from components import state
from components.evaluate.questions.notices import forget
from components.link_notes import note

_KEY = "questions-mode"
_TURNED = "sightline.questions.turned"


class Mode(StrEnum):
    """The parts of the page, as they are called."""

    ALL = "All questions"
    NEW = "New question"
    IMPORT = "Import"
    GENERATE = "Generate"


def mode_control() -> Mode:
    """The chosen part: the one that the address names, or another one."""
    wanted = state.view().part
    now = next((mode for mode in Mode if _address(mode) == wanted), Mode.ALL)
    if _address(now) != wanted:
        note("The link names a part of Questions that there is not. Shown instead are all of them.")
    state.preset(_KEY, now)
    st.segmented_control(
        "What to do",
        list(Mode),
        required=True,
        key=_KEY,
        on_change=_chosen,
        label_visibility="collapsed",
    )
    return now


def set_mode(mode: Mode) -> None:
    """Go to another part; to be called from a callback. The whole page is drawn anew for it."""
    state.select(part=_address(mode))
    state.keep(_TURNED, True)


def _chosen() -> None:
    forget()
    state.select(part=_address(Mode(state.widget_value(_KEY))))


def _address(mode: Mode) -> str | None:
    """What stands in the address; nothing for all questions, the part that is shown at first."""
    return None if mode is Mode.ALL else mode.name.lower()


def turned() -> bool:
    """Whether the page has to be drawn anew since a callback changed a set or went elsewhere."""
    changed = state.kept(_TURNED, False)
    state.keep(_TURNED, False)
    return changed
