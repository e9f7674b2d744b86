"""A question in the making: its words on one side, on the other the page to click its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.errors import Boundary
from components.evaluate.questions.line_finding import offer_lines
from components.evaluate.questions.line_picking import line_page
from components.evaluate.questions.taken_lines import taken_lines
from components.foreign_text import plain
from components.selection.document_picker import document_box, find_document, newest_first
from components.selection.question_draft import (
    ANSWER,
    HERE,
    KIND,
    NONE,
    TEXT,
    begin,
    draft,
    question_of,
)
from components.selection.question_mode import Mode, set_mode, turned
from components.selection.question_notices import attempt, forget, show_notice, tell
from components.selection.question_set import target_set
from components.widgets.layout import room
from core.evaluation.questions.base import KIND_LENGTH, Question

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.library import DocumentRecord


@st.fragment
def making() -> None:
    """The form and the page. A click on a line draws only this anew."""
    with Boundary():
        records = newest_first()
        find_document(records)
        left, right = st.columns([2, 3], gap="medium")
        with right:
            record = document_box(records)
            with room("question-page"):
                line_page(record)
        with left:
            _form(records, record)
    if turned():
        st.rerun()  # the set above the form says how many questions it has


def _form(records: Mapping[str, DocumentRecord], record: DocumentRecord) -> None:
    show_notice()
    if draft().before:
        st.markdown("**Change this question**")
    if draft().note:
        st.caption(plain(draft().note))
    st.text_area("Question", key=TEXT, height=80, persist_state="session")
    without = st.toggle("No answer in the documents", key=NONE, persist_state="session")
    if without:
        state.preset(HERE, state.widget_value(HERE) is not False)
        st.checkbox(f"Ask it of {plain(record.name)} only", key=HERE)
    else:
        taken_lines(records)
        st.text_input("Answer in short (optional)", key=ANSWER, persist_state="session")
    st.text_input(
        "Kind (optional)",
        key=KIND,
        max_chars=KIND_LENGTH,
        placeholder="Such as dose, or follow-up",
        help="A tag of your own. Evaluate shows how well questions of each kind are answered.",
        persist_state="session",
    )
    with st.container(horizontal=True):
        st.button(
            "Save changes" if draft().before else "Save question",
            type="primary",
            icon=":material/check:",
            on_click=attempt(_save),
        )
        st.button("Discard" if draft().before else "Clear", key="question-clear", on_click=_clear)
    if draft().lines or state.widget_value(TEXT):
        st.caption("Not saved yet: it stays while you go to other pages, but not on a reload.")
    if not without:
        offer_lines(record)


def _save() -> None:
    made_draft = draft()
    made = question_of(
        made_draft,
        state.widget_value(TEXT) or "",
        state.widget_value(ANSWER) or "",
        state.view().document or "",
        unanswerable=bool(state.widget_value(NONE)),
        here=state.widget_value(HERE) is not False,
        kind=state.widget_value(KIND) or "",
    )
    _keep(target_set(), made, made_draft.before)
    begin()
    if made_draft.before:
        state.select(question=made.id)
    set_mode(Mode.ALL if made_draft.before else Mode.NEW)


def _keep(name: str, made: Question, before: Question | None) -> None:
    store = resources.question_store()
    if before:
        store.replace(name, before.id, made)
        tell(f"Changed: “{plain(made.text)}”.", lambda: _back(name, made, before))
        return
    count = len(store.load(name).questions)
    new = store.add(name, [made])
    if len(new.questions) == count:
        tell(f"“{plain(made.text)}” with the same lines is in **{plain(name)}** already.")
    else:
        tell(f"Saved in **{plain(name)}**: “{plain(made.text)}”.")


def _back(name: str, made: Question, before: Question) -> None:
    resources.question_store().replace(name, made.id, before)


def _clear() -> None:
    forget()
    if draft().before:
        set_mode(Mode.ALL)
    begin()
