"""Candidate questions to agree to, one by one or all at once, with the page beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.errors import Boundary
from components.evaluate.questions.detail import gold_page
from components.evaluate.questions.listing import choose, chosen_of
from components.evaluate.questions.question_labels import ORIGINS
from components.foreign_text import plain
from components.selection.question_mode import Mode, set_mode, turned
from components.selection.question_notices import attempt, tell
from components.selection.question_set import target_set
from components.widgets.layout import room, scrolling
from components.widgets.long_list import part_of
from core.text.counts import number_of
from core.text.one_line import beginning

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from core.evaluation.questions.base import Question

_AT_ONCE = 25
_EXCERPT = 180


@st.fragment
def candidate_list(questions: Sequence[Question], unsure: Collection[str]) -> None:
    """Those that are ticked can be added; the ones in `unsure` (ids) are not ticked at first."""
    with Boundary():
        if not questions:
            st.info(
                "Nothing to add: no candidate was found that is not in the set already.",
                icon=":material/info:",
            )
            return
        left, right = st.columns([3, 3], gap="medium")
        with left:
            _list(questions, unsure)
        with right:
            if now := chosen_of(questions):
                gold_page(now, key="candidate-gold")
            else:
                st.caption("Press Show beside a candidate to see its lines.")
    if turned():
        st.rerun()


def _list(questions: Sequence[Question], unsure: Collection[str]) -> None:
    agreed = [question for question in questions if _agreed(question, unsure)]
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            f"Add the {number_of(len(agreed), 'question')}",
            type="primary",
            icon=":material/check:",
            disabled=not agreed,
            on_click=attempt(lambda: _add(agreed)),
        )
        for words, agree in (("All", True), ("None", False)):
            st.button(
                words,
                key=f"candidates-{words}",
                type="tertiary",
                help=f"Tick {words.lower()} of the {len(questions)}",
                on_click=_tick,
                args=(questions, agree),
            )
    part = part_of(questions, _AT_ONCE, key="candidates-part")
    with room("candidates-room"), scrolling("candidates"):
        for question in part:
            _row(question, unsure)


def _row(question: Question, unsure: Collection[str]) -> None:
    key = _key(question)
    state.preset(key, _agreed(question, unsure))
    with st.container(gap=None):
        with st.container(horizontal=True, wrap=False, vertical_alignment="center", gap="small"):
            st.checkbox(
                plain(question.text),
                key=key,
                on_change=lambda: _note(question),
                width="stretch",
                wrap=True,
            )
            st.button("Show", key=f"{key}-show", type="tertiary", on_click=choose, args=(question,))
        st.caption(_words(question))


def _words(question: Question) -> str:
    made = ORIGINS[question.origin]
    if not question.evidence:
        return f"{made} · no answer in the documents, please confirm"
    piece = question.evidence[0]
    return f"{made} · page {piece.lines[0].page} · {plain(beginning(piece.text, _EXCERPT))}"


def _key(question: Question) -> str:
    return f"candidate-{question.id}"


def _agreed(question: Question, unsure: Collection[str]) -> bool:
    return state.kept(f"sightline.{_key(question)}", question.id not in unsure)


def _note(question: Question) -> None:
    state.keep(f"sightline.{_key(question)}", bool(state.widget_value(_key(question))))


def _tick(questions: Sequence[Question], agree: bool) -> None:
    for question in questions:
        state.keep(f"sightline.{_key(question)}", agree)


def _add(questions: Sequence[Question]) -> None:
    name, store = target_set(), resources.question_store()
    store.add(name, questions)
    state.select(question=None)
    set_mode(Mode.ALL)

    def undo() -> None:
        store.remove(name, [question.id for question in questions])
        set_mode(Mode.ALL)

    tell(f"Added {number_of(len(questions), 'question')} to **{plain(name)}**.", undo)
