"""The bar of the guided tour, above the page: where it is, what is to be seen, and the ways on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.frame.tour_steps import SAMPLE, STEPS
from components.selection.asked_question import asked, put
from components.selection.samples_on_their_way import can_be_asked
from components.sign_in import may
from components.widgets.auto_refresh import redrawn
from components.widgets.layout import line_above
from core.errors import NotFound
from core.rights import Right

if TYPE_CHECKING:
    from core.library import DocumentRecord

_HEIGHT = 5.2
"""Of the bar (rem)."""
_LEFT = "sightline.tour.left"
"""The step at which the tour was left, counted from 1."""
_TOUR = "Ten steps through the app, on a sample. It can be left and gone on with."
_EVERY = 1.0
"""Seconds after which it is looked again whether the sample is ready."""


def tour_bar() -> None:
    """The step that the address names, if it names one."""
    number = current_step()
    if number is None:
        return
    step = STEPS[number - 1]
    line_above(_HEIGHT)
    with st.container(border=True, key="tour-bar"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(f"**{number} of {len(STEPS)}: {step.title}**", width="stretch")
            _ways(number)
        st.caption(step.words)
        if sample() is None:
            redrawn(_waiting, _EVERY)


def current_step() -> int | None:
    """The step in the address, counted from 1; None where there is no tour."""
    named = state.view().tour or ""
    known = named.isascii() and named.isdecimal() and 1 <= int(named) <= len(STEPS)
    return int(named) if known else None


def left_at() -> int:
    """The step at which the tour was left in this session, else the first; counted from 1."""
    return state.kept(_LEFT, 1)


def tour_button(key: str) -> None:
    """The way into the tour, or back into it; none while it is taken or its document is missing."""
    if not may(Right.EDIT) or current_step() is not None or sample() is None:
        return
    left = left_at()
    words = "Take the guided tour" if left == 1 else f"Go on with step {left} of {len(STEPS)}"
    if st.button(words, key=key, icon=":material/tour:", type="tertiary", help=_TOUR):
        go(left)


def go(number: int) -> None:
    """Goes to a step, counted from 1: its page, with what is to be seen chosen."""
    step = STEPS[number - 1]
    state.select(tour=str(number))
    if record := sample():
        state.select(document=record.sha)
        state.select(**step.chosen(record))
        if step.question and step.question != asked().text:
            put(step.question, once=True)
    st.switch_page(step.page)


def sample() -> DocumentRecord | None:
    """The sample that is shown, once it can be asked."""
    try:
        record = resources.workbench().library.find(SAMPLE)
    except NotFound:
        return None
    return record if can_be_asked({record.sha: record}) else None


def _ways(number: int) -> None:
    ready = sample() is not None
    if st.button("Show", key="guide-show", type="tertiary", disabled=not ready,
                 help="Choose again what this step shows, as after a look around."):  # fmt: skip
        go(number)
    if st.button("Back", key="guide-back", disabled=number == 1):
        go(number - 1)
    if number == len(STEPS):
        if st.button("End", key="guide-next", type="primary"):
            _leave(1)
    elif st.button("Next", key="guide-next", type="primary", disabled=not ready):
        go(number + 1)
    if number < len(STEPS) and st.button(
        "Skip", key="guide-skip", type="tertiary", help="The page Tour goes on where you left."
    ):
        _leave(number)


def _leave(number: int) -> None:
    state.keep(_LEFT, number)
    state.select(tour=None)
    st.rerun()


def _waiting() -> None:
    if sample() is not None:
        st.rerun()
    coming = any(item.name == SAMPLE for item in resources.parse_queue().snapshot() if item.active)
    words = "The tour goes on as soon as its document is ready."
    missing = "The tour needs the oncology guideline: add it on the page Documents, under samples."
    st.caption(f":material/hourglass_top: {words}" if coming else f":material/info: {missing}")
