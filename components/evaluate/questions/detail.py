"""A question in full, and the lines that answer it on their pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.evaluate.questions.gold_marks import gold_id, gold_marks, gold_pages
from components.evaluate.questions.question_labels import (
    ORIGINS,
    UNKNOWN,
    answer_in_words,
    documents_of,
)
from components.foreign_text import plain
from components.selection.document_picker import newest_first
from components.selection.question_draft import begin
from components.selection.question_mode import Mode, set_mode
from components.selection.question_notices import attempt, forget, tell
from components.widgets.document_pages import document_pages
from components.widgets.layout import room
from components.widgets.quote import quote_block, quote_html

if TYPE_CHECKING:
    from core.evaluation.questions.base import Question, QuestionSet

_MOST = 12
"""Pages that are shown at once."""


def chosen_question(questions: QuestionSet, question: Question) -> None:
    """What is known of it, and ways to read its gold text, to change and to delete it."""
    with st.container(horizontal=True, wrap=False, vertical_alignment="center", gap="small"):
        st.markdown(f"**{plain(question.text)}**", width="stretch")
        with st.popover("Text", icon=":material/notes:", disabled=not question.evidence):
            for piece in question.evidence:
                st.html(quote_block(quote_html(piece.text)))
        st.button(
            "Change",
            key="question-change",
            icon=":material/edit:",
            on_click=_change,
            args=(question,),
        )
        st.button(
            "Delete",
            key="question-delete",
            icon=":material/delete:",
            on_click=attempt(lambda: _delete(questions, question)),
        )
    facts = [answer_in_words(question), ORIGINS[question.origin]]
    kind = f" · Kind: {plain(question.kind)}" if question.kind else ""
    answer = f" · Answer: {plain(question.answer)}" if question.answer else ""
    st.caption(f"{', '.join(facts).capitalize()}{kind}{answer}")
    if question.note:
        st.caption(plain(question.note))


def gold_page(question: Question, *, key: str) -> None:
    """The pages of its evidence in the chosen document with its lines marked."""
    records = newest_first()
    documents = documents_of(question)
    if not question.answerable:
        st.info("The documents hold no answer to it: nothing is marked.", icon=":material/block:")
        return
    known = [name for name in documents if name in records]
    if len(known) < len(documents):
        st.warning(
            f"A document of its evidence is {UNKNOWN}. Add the file on the page Documents.",
            icon=":material/link_off:",
        )
    if not known:
        return
    shown = state.view().document if state.view().document in known else known[0]
    if len(known) > 1:
        _others(known, {name: records[name].name for name in known})
    record = records[shown or ""]
    pages = [page for page in gold_pages(question, record.sha) if page <= record.page_count]
    page = next((number for number in pages if number == state.view().page), pages[0])
    if len(pages) > _MOST:
        page = _choose_page(pages, page)
    with room(key, "room"):
        document_pages(
            record,
            pages[pages.index(page) :][:_MOST],
            gold_marks(question, record.sha),
            key=key,
            selected=gold_id(question),
            page=page,
        )


def _choose_page(pages: list[int], page: int) -> int:
    """The page from which on pages are shown, where these are too many to show all."""
    chosen = st.selectbox(
        f"{len(pages)} pages hold its evidence; {_MOST} are shown, beginning with page",
        pages,
        pages.index(page),
        key="gold-first-page",
    )
    return chosen or page


def _others(known: list[str], names: dict[str, str]) -> None:
    with st.container(horizontal=True):
        for name in known:
            st.button(
                plain(names[name]),
                key=f"gold-of-{name[:12]}",
                type="secondary" if name == state.view().document else "tertiary",
                on_click=lambda name=name: state.select(
                    document=name, question=state.view().question
                ),
            )


def _change(question: Question) -> None:
    forget()
    begin(question)
    set_mode(Mode.NEW)


def _delete(questions: QuestionSet, question: Question) -> None:
    store = resources.question_store()
    store.remove(questions.name, [question.id])
    state.select(question=None)
    set_mode(Mode.ALL)

    def undo() -> None:
        now = store.load(questions.name)
        at = questions.questions.index(question)
        before = {earlier.id for earlier in questions.questions[:at]}
        place = sum(other.id in before for other in now.questions)
        remaining = [other for other in now.questions if other.id != question.id]
        store.save(
            now.model_copy(update={"questions": (*remaining[:place], question, *remaining[place:])})
        )
        state.select(question=question.id)
        set_mode(Mode.ALL)

    tell(f"Deleted: “{plain(question.text)}”.", undo)
