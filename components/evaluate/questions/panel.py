"""The questions of the chosen set: all of them, a new one, files, and candidates."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.evaluate.questions.candidates import candidates
from components.evaluate.questions.editor import making
from components.evaluate.questions.empty_state import start
from components.evaluate.questions.importing import importing
from components.evaluate.questions.listing import listing
from components.link_notes import note
from components.selection.empty_library import empty_library
from components.selection.question_mode import Mode, mode_address
from components.selection.question_notices import forget
from components.selection.question_set import chosen_set

if TYPE_CHECKING:
    from core.evaluation.questions.base import QuestionSet

_MODE = "questions-mode"


def question_panel() -> None:
    """What the chosen part shows; without questions, ways to the first ones."""
    if not resources.workbench().library.list():
        empty_library()
        return
    mode = _mode_control()
    if mode is Mode.ALL:
        _all(chosen_set())
    elif mode is Mode.NEW:
        making()
    elif mode is Mode.IMPORT:
        importing()
    else:
        candidates()


def _mode_control() -> Mode:
    part = state.view().part
    now = next((mode for mode in Mode if mode_address(mode) == part), Mode.ALL)
    if mode_address(now) != part:
        note("The link names a part of Questions that there is not. Shown instead are all of them.")
    state.preset(_MODE, now)
    st.segmented_control(
        "What to do",
        list(Mode),
        required=True,
        key=_MODE,
        on_change=_turn,
        label_visibility="collapsed",
    )
    return now


def _turn() -> None:
    forget()
    state.select(part=mode_address(Mode(state.widget_value(_MODE))))


def _all(questions: QuestionSet | None) -> None:
    if questions is None or not questions.questions:
        start(questions)
    else:
        listing(questions.name)
