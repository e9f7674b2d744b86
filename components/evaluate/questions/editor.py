"""A question in the making: its words on one side, on the other the page to click its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.errors import Boundary
from components.evaluate.questions.line_picking import line_page
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
    take_lines,
    text_of,
)
from components.selection.question_mode import Mode, set_mode, turned
from components.selection.question_notices import attempt, forget, show_notice, tell
from components.selection.question_set import target_set
from components.selection.search_configuration import ask_configuration
from components.widgets.layout import room
from core.evaluation.questions.base import KIND_LENGTH, Question
from core.evaluation.questions.locating import evidence_of_spans
from core.evidence.table_rows import row_of
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.evaluation.questions.base import GoldLine
    from core.library import DocumentRecord
    from core.sir import Sir
    from core.spans import Span


_ROWS, _HEIGHT = 7, 300
"""More lines than these are shown in a box of this height in pixels, which scrolls."""


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


def offer_lines(record: DocumentRecord) -> None:
    """A button that takes the lines of what the app would answer from the shown document."""
    pressed = st.button(
        "Look for the lines",
        icon=":material/search:",
        type="tertiary",
        help="Asks the document this question without a language model and takes the lines of the "
        "sentences that are found. Check them: a set of what the app finds anyway flatters it.",
    )
    if pressed:
        with st.spinner(f"Searching {plain(record.name)}", show_time=True):
            attempt(lambda: _find(record))()
        st.rerun(scope="fragment")


def _find(record: DocumentRecord) -> None:
    question = (state.widget_value(TEXT) or "").strip()
    if not question:
        tell("Write the question first.")
        return
    answer = resources.workbench().answers.ask(
        question, ask_configuration(), [record.sha], by_model=False
    )
    sir = resources.workbench().documents.sir(record.sha)
    spans = answer.citations[0].quote.spans if answer.citations else ()
    piece = evidence_of_spans(sir, spans)
    if piece is None:
        tell("Nothing that answers it was found in this document. Click the lines by hand.")
        return
    take_lines(record.sha, piece.lines)
    state.select(document=record.sha, page=piece.lines[0].page)
    tell(taken_in_words(sir, spans))


def taken_in_words(sir: Sir, spans: Sequence[Span]) -> str:
    """What was taken, and what is to be done with it: of a table it is a whole row."""
    if all(row_of(sir, span.node) is not None for span in spans):
        return (
            "A row of a table was found, and all of its cells are taken. **Remove** below those "
            "that do not answer the question."
        )
    return "The lines that were found are taken. Check them, and change what is not right."


def taken_lines(records: Mapping[str, DocumentRecord]) -> None:
    """Each line with its words, its page, and a way to leave it."""
    by_document = draft().lines
    count = sum(len(lines) for lines in by_document.values())
    if not count:
        st.caption(
            "Click the lines on the page that answer it. Shift and a click take all lines from the "
            "last one; with the keyboard, arrows lead from line to line and Enter takes one."
        )
        return
    st.markdown(f"**{number_of(count, 'line')} chosen**")
    with st.container(height=_HEIGHT if count > _ROWS else "content", border=False, gap="xsmall"):
        for document, lines in by_document.items():
            record = records.get(document)
            if len(by_document) > 1:
                st.caption(plain(record.name) if record else "A document that is not here")
            for at in range(len(lines)):
                _row(document, lines, at, known=record is not None)


def _row(document: str, lines: Sequence[GoldLine], at: int, *, known: bool) -> None:
    line = lines[at]
    words = text_of(document, [line]) if known else ""
    with st.container(horizontal=True, wrap=False, vertical_alignment="center", gap="xsmall"):
        st.button(
            f"p. {line.page}",
            key=f"taken-{document[:12]}-{at}-page",
            type="tertiary",
            help="Show its page",
            disabled=not known,
            on_click=_show,
            args=(document, line.page),
        )
        st.markdown(plain(words) or ":gray[no words known here]", width="stretch")
        st.button(
            "Remove",
            key=f"taken-{document[:12]}-{at}",
            type="tertiary",
            icon=":material/close:",
            help=f"Leave this line: {plain(words)[:80]}",
            on_click=take_lines,
            args=(document, [*lines[:at], *lines[at + 1 :]]),
        )


def _show(document: str, page: int) -> None:
    state.select(document=document, page=page)
