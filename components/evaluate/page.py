"""The page Evaluate: a set of questions, sweeps over settings, what they found, and advice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import state
from components.evaluate.questions.manage import set_bar
from components.evaluate.questions.panel import question_panel
from components.link_notes import note
from components.selection.question_set import chosen_set, find_set
from components.widgets.heading import heading

if TYPE_CHECKING:
    from core.evaluation.questions.base import QuestionSet

_LOOK = "evaluate-look"
_QUESTIONS = "questions"
_LOOKS = {
    _QUESTIONS: "Questions",
    "sweep": "Sweep",
    "results": "Results",
    "tune": "Tune",
    "gold": "Ground truth",
}


def page() -> None:
    """The chosen set and the chosen part; all of it is in the address."""
    find_set()
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        heading("Evaluate")
        look = _look()
        if look != "gold":  # which no question is measured by
            set_bar()
    if look == _QUESTIONS:
        question_panel()
    else:
        questions = chosen_set()
        _measure(look, questions.complete if questions else None)


def _look() -> str:
    look = state.view().look
    if look and look not in _LOOKS:
        note("Evaluate has no such part as the link names. Shown instead are the questions.")
    now = look if look in _LOOKS else _QUESTIONS
    state.preset(_LOOK, now)
    st.segmented_control(
        "Part",
        list(_LOOKS),
        format_func=lambda look: _LOOKS[look],
        required=True,
        key=_LOOK,
        on_change=_turn,
        label_visibility="collapsed",
    )
    return now


def _turn() -> None:
    look = state.widget_value(_LOOK)
    state.select(look=None if look == _QUESTIONS else look)


def _measure(look: str, questions: QuestionSet | None) -> None:
    if look == "results":
        from components.evaluate.results import results_panel

        results_panel(questions)
    elif look == "gold":
        from components.evaluate.gold_panel import gold_panel

        gold_panel()
    elif questions is None or not questions.questions:
        st.info(
            "Questions are needed first: make, import or generate some under Questions.",
            icon=":material/quiz:",
        )
    elif look == "sweep":
        from components.evaluate.sweep_form import sweep_panel

        sweep_panel(questions)
    else:
        from components.evaluate.tuning import tuning_panel

        tuning_panel(questions)
