"""All questions of a set in a table, and the chosen one with its lines on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.errors import Boundary
from components.evaluate.questions.detail import chosen_question, gold_page
from components.evaluate.questions.question_labels import (
    COLUMNS,
    cells,
    documents_of,
    matching,
)
from components.foreign_text import plain
from components.link_notes import note
from components.selection.document_picker import document_names, newest_first
from components.selection.question_mode import turned
from components.selection.question_notices import show_notice
from components.widgets.layout import tall_table
from components.widgets.listbox import TableRow, choice_table
from components.widgets.long_list import part_of
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.evaluation.questions.base import Question, QuestionSet

_AT_ONCE = 100
"""Questions that are listed together."""
_ALL, _WITH, _WITHOUT = "All", "With an answer", "Without"


@st.fragment
def listing(name: str) -> None:
    """The questions of the set of that name, with the chosen one beside them."""
    with Boundary():
        questions = resources.question_store().load(name)
        left, right = st.columns([3, 3], gap="medium")
        with left:
            show_notice()
            shown = _filtered(questions)
            with tall_table("questions-list"):
                question_table(shown, key="questions-table", label=f"Questions of {questions.name}")
        now = chosen_of(questions.questions)
        with right:
            if now:
                chosen_question(questions, now)
                gold_page(now, key="question-gold")
            else:
                _say_missing(state.view().question)
                st.info(
                    "Choose a question to see on the page which lines answer it.",
                    icon=":material/find_in_page:",
                )
    if turned():
        st.rerun()  # what is above the table counts the questions


def question_table(questions: Sequence[Question], *, key: str, label: str) -> None:
    """The questions, a hundred at a time; choosing one puts it and its page into the address."""
    names = document_names()
    part = part_of(questions, _AT_ONCE, key=f"{key}-part")
    by_id = {question.id: question for question in part}
    choice_table(
        COLUMNS,
        [TableRow(name, cells(question, names)) for name, question in by_id.items()],
        key=key,
        label=label,
        selected=state.view().question,
        on_choose=lambda name: choose(by_id[name]),
    )


def choose(question: Question) -> None:
    """Let a question be the chosen one, with the first document and page of its evidence."""
    known = newest_first()
    documents = [name for name in documents_of(question) if name in known]
    pages = [line.page for piece in question.evidence for line in piece.lines]
    place = {"document": documents[0]} if documents else {}
    state.select(**place, question=question.id, page=pages[0] if pages else None)


def chosen_of(questions: Sequence[Question]) -> Question | None:
    """The question of the address, if it is one of these."""
    return next((question for question in questions if question.id == state.view().question), None)


def _say_missing(question: str | None) -> None:
    if question and state.linked():
        note("The link leads to a question that this set does not hold.")


def _filtered(questions: QuestionSet) -> list[Question]:
    names = document_names()
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        typed = st.text_input(
            "Filter",
            key="questions-filter",
            placeholder="Filter by words",
            label_visibility="collapsed",
            icon=":material/search:",
            persist_state="session",
        )
        kind = st.segmented_control(
            "Which questions",
            (_ALL, _WITH, _WITHOUT),
            default=_ALL,
            required=True,
            key="questions-kind",
            label_visibility="collapsed",
            persist_state="session",
        )
    matches = matching(questions.questions, typed or "", names)
    matches = [
        question for question in matches if kind == _ALL or question.answerable == (kind == _WITH)
    ]
    total = len(questions.questions)
    shown_count = (
        number_of(total, "question")
        if len(matches) == total
        else f"{len(matches)} of {number_of(total, 'question')}"
    )
    st.caption(f"{shown_count} in {plain(questions.name)}")
    return matches
