"""The page Ask: the conversation on one side, the evidence on the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.ask import asking
from components.ask.announcements import announcement
from components.ask.answer_in_progress import live
from components.ask.conversation import conversation
from components.ask.conversation_list import conversation_bar, open_linked_conversation
from components.ask.conversation_turns import show_turn, shown, turns
from components.ask.evidence import evidence
from components.ask.index_notice import answering_configuration
from components.ask.kept_conversation import catch_up
from components.ask.presented import presented
from components.ask.search_controls import configuration_control, documents_control
from components.ask.waiting_question import note_waiting
from components.ask.welcome import welcome
from components.errors import Boundary
from components.foreign_text import plain
from components.forms.configuration_form import linked_configuration
from components.frame.actions import actions_outdated
from components.selection.asked_question import asked, is_as_asked, put
from components.selection.document_filter import document_filter, filter_notice, filter_of_address
from components.selection.document_picker import newest_first
from components.selection.empty_library import empty_library
from components.selection.samples_on_their_way import can_be_asked, samples_line
from components.selection.searched_documents import search_only
from components.selection.unreadable_records import not_searched
from components.widgets.heading import heading
from components.widgets.layout import room
from core.answering.query.asked_text import LONGEST_QUESTION, has_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from streamlit.delta_generator import DeltaGenerator

    from core.library import DocumentRecord

_INPUT = "ask-input"
_BAR = 3.2
"""Height (rem) of the line with the title of the conversation."""


def page() -> None:
    """What to search and how, the conversation, and the evidence."""
    asking.stop_replaced()
    open_linked_conversation()
    asking.take_up()
    _show_given_before()
    records = newest_first()
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        heading("Ask")
        documents: list[str] = []
        if askable := can_be_asked(records):
            matching = {record.sha: record for record in document_filter(list(askable.values()))}
            documents = documents_control(matching) if matching else []
        config = configuration_control() if askable else linked_configuration(None)
    if not askable:
        empty_library()
        return
    filter_notice(list(askable.values()))
    not_searched()
    if not documents:
        return
    if not asked().text:
        samples_line(lasting=not turns())
    note_waiting()
    config = answering_configuration(documents, config)
    if not asked().text:
        _resting(records)
        return
    with Boundary():
        # As the fragment stands in a block of its own, the browser keeps what both draw alike,
        # and the field for questions its focus.
        with st.container():
            place = _both(records)
        with place:
            live(documents, config)


@st.fragment
def _resting(records: Mapping[str, DocumentRecord]) -> None:
    """Both sides; a question is answered by a run of the whole page.

    That is begun when all is drawn: what a run leaves out is taken off the page.
    """
    with Boundary():
        # It is drawn again and again; another window may have deleted documents since.
        left = set(resources.workbench().library.ids())
        _both({sha: record for sha, record in records.items() if sha in left})
    if asked().text or actions_outdated("Ask"):
        st.rerun()


def _both(records: Mapping[str, DocumentRecord]) -> DeltaGenerator:
    """The conversation and the evidence; the place where the next answer is to be written."""
    catch_up()
    left, right = st.columns([5, 7], gap="medium")
    with left:
        conversation_bar()
        with room("ask-talk", fixed=True, more=_BAR):
            examples = st.empty()  # gone at once, not when an answer is there
            if turns() or asked().text:
                conversation()
            else:
                with examples.container():
                    welcome(filter_of_address().split(can_be_asked(records).values())[0])
            place = st.container()
        _question()
    with right:
        _of_earlier_answer()
        evidence(records)
        presented()
        announcement(records)
    return place


def _show_given_before() -> None:
    """Of a question to be asked once: the answer that it has here, else all documents are asked."""
    request = asked()
    if not request.once or asking.working():
        return
    numbers = [n for n, turn in enumerate(turns()) if turn.answer.question == request.text]
    if numbers:
        put("")
        show_turn(numbers[-1])
        st.rerun()  # what names the evidence above is drawn already
    else:
        search_only([])


def _of_earlier_answer() -> None:
    """Says so where a new answer is being written beside the evidence of the one before."""
    now = shown()
    if asked().text and now and now.turn < len(turns()):
        question = plain(turns()[now.turn].answer.question)
        st.caption(f":material/history: Still shown: the evidence of “{question}”")


def _question() -> None:
    st.chat_input("Ask the documents", key=_INPUT, max_chars=LONGEST_QUESTION, on_submit=_put)


def _put() -> None:
    question = state.widget_value(_INPUT)
    if question and not has_words(question):
        st.toast("Ask with a word at least.", icon=":material/error:")
    elif question:
        # What a link says holds for the first question, which tells of it with a way back.
        put(question, as_asked=is_as_asked() and not turns())
