"""What newcomers see and can do at once, while the library holds samples only."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.foreign_text import plain
from components.frame.tour_bar import tour_button
from components.selection.asked_question import put
from components.selection.examples import first_answered
from components.selection.samples_on_their_way import can_be_asked, samples_line
from sample_docs import SAMPLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.library import DocumentRecord

_QUESTIONS = 3
_ABOUT = (
    "**Sightline** answers questions from your documents, word for word, and shows every answer "
    "and every chunk on the page it came from, line by line."
)


def about(records: Sequence[DocumentRecord]) -> None:
    """What the app does, as long as nobody has added a document of their own."""
    if _samples_only(records):
        st.markdown(_ABOUT)


def start_here(records: Sequence[DocumentRecord]) -> None:
    """How far the samples are that come by themselves, and questions that lead to their answer."""
    samples_line()
    if not _samples_only(records):
        return
    ready = can_be_asked({record.sha: record for record in records}).values()
    questions = first_answered({name for record in ready for name in record.names}, _QUESTIONS)
    if not questions:
        return
    st.caption("Ask one of these, and see the lines that answer it:")
    with st.container(horizontal=True, gap="small"):
        for number, question in enumerate(questions):
            if st.button(plain(question), key=f"start-{number}", icon=":material/help:"):
                put(question)
                st.switch_page("pages/ask.py")
        tour_button("start-tour")


def _samples_only(records: Sequence[DocumentRecord]) -> bool:
    samples = {sample.file_name for sample in SAMPLES}
    return all(samples.intersection(record.names) for record in records)
